/**
 * Runs `work` for each item, `atOnce` at a time. After an error it starts no more items, and throws
 * the first error once the running ones have ended.
 */
export async function forEachConcurrently<T>(
  all: readonly T[],
  atOnce: number,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const waiting = all.values()
  const errors: unknown[] = []
  const workInTurn = async () => {
    for (const one of waiting) {
      if (errors.length > 0) return
      await work(one).catch((error: unknown) => errors.push(error))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, workInTurn))
  if (errors.length > 0) throw errors[0]
}
