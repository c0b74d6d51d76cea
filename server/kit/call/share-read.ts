import { setImmediate } from 'node:timers/promises'

/**
 * Returns `read` for calls that all get the same answer, as when a change makes every admin's page
 * ask again: those that come during one reading share the next. So each answer was read after its
 * call came, and has all that was changed before.
 */
export function shareRead<T>(read: () => Promise<T>): () => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | undefined

  async function readAfter(earlier: Promise<unknown>): Promise<T> {
    await earlier.catch(() => {})
    // SQLite reads within one turn of the event loop: the calls that came in the same turn share.
    await setImmediate()
    next = undefined
    return read()
  }

  return () => {
    if (!next) {
      next = readAfter(last)
      last = next
    }
    return next
  }
}
