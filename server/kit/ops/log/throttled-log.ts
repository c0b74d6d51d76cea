import { getMessage } from '#contract/kit/text/text.ts'
import { hourMs } from '#contract/kit/time/time.ts'

const againAfterMs = hourMs
/** What has other words each time does not fill the memory: the oldest is forgotten. */
const keptMax = 100

/**
 * Writes what fails again and again, such as on a full disk: the first time, and then once an hour
 * with how many times it came meanwhile (0 the first time). What has other words is something else.
 */
export function throttleLog(
  write: (error: unknown, times: number) => void,
  now: () => number = () => performance.now(),
): (error: unknown) => void {
  const logged = new Map<string, { at: number; times: number }>()
  return (error) => {
    const words = getMessage(error)
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
