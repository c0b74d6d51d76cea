import { setImmediate } from 'node:timers/promises'

/** Rows of one statement. It takes some milliseconds. */
const batchSize = 250

/** Runs `work` on one batch of a long list after another; between them other calls run. */
export async function inBatches<T>(
  items: readonly T[],
  work: (batch: T[]) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < items.length; at += batchSize) {
    if (at > 0) await setImmediate()
    await work(items.slice(at, at + batchSize))
  }
}
