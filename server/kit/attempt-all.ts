import { toDatabaseRefusal } from '#server/database/errors/unavailable-errors.ts'

/**
 * Does `work` for some items together and, if that fails, for each alone. Returns the items for
 * which it failed. If the database cannot be used, it throws that error at once.
 */
export type Attempt = <Item>(
  items: readonly Item[],
  work: (items: readonly Item[]) => Promise<unknown>,
) => Promise<Item[]>

/**
 * Runs a job with many items, in which an error with one does not affect the others. Errors are
 * thrown at the end, as one with this message.
 */
export async function attemptAll(
  message: string,
  job: (attempt: Attempt) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = []
  const attempt: Attempt = async <Item>(
    items: readonly Item[],
    work: (items: readonly Item[]) => Promise<unknown>,
  ) => {
    const failed: Item[] = []
    if (items.length === 0) return failed
    try {
      await work(items)
    } catch (error) {
      if (toDatabaseRefusal(error)) throw error
      if (items.length === 1) {
        errors.push(error)
        return [...items]
      }
      for (const item of items) failed.push(...(await attempt([item], work)))
    }
    return failed
  }
  await job(attempt)
  if (errors.length > 0) throw new AggregateError(errors, message)
}
