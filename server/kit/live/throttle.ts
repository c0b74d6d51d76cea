/**
 * Does `work` when it is asked for, but at most once in so many ms: at once where nothing was done
 * for as long, and of all that is asked for before the time is over, once at its end.
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
