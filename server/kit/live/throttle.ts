/**
 * Runs `work` on request, at most once in `everyMs`: at once if it has not run for that long,
 * otherwise once at the end of the interval.
 */
export function throttle(everyMs: number, work: () => void): { ask: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAsked = false

  function ask(): void {
    if (timer) {
      isAsked = true
      return
    }
    work()
    timer = setTimeout(() => {
      timer = undefined
      if (!isAsked) return
      isAsked = false
      ask()
    }, everyMs).unref()
  }

  return { ask, stop: () => clearTimeout(timer) }
}
