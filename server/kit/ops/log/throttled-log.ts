import { getErrorMessage } from '#contract/kit/text/text-schemas.ts'
import { hourMs } from '#contract/kit/time/durations.ts'

const againAfterMs = hourMs
/** A limit for messages that vary each time; the oldest is dropped. */
const keptMax = 100

/**
 * Throttles repeated errors, such as on a full disk: writes an error the first time, and then once
 * an hour with the number of repetitions (0 the first time). Errors are distinguished by their
 * message.
 */
export function throttleLog(
  write: (error: unknown, times: number) => void,
  now: () => number = () => performance.now(),
): (error: unknown) => void {
  const logged = new Map<string, { at: number; times: number }>()
  return (error) => {
    const words = getErrorMessage(error)
    const before = logged.get(words)
    if (before && now() - before.at < againAfterMs) {
      before.times += 1
      return
    }
    write(error, before?.times ?? 0)
    logged.delete(words)
    logged.set(words, { at: now(), times: 0 })
    const [oldest] = logged.keys()
    if (logged.size > keptMax && oldest !== undefined) logged.delete(oldest)
  }
}
