/** So long a notice must stand in view to have been seen, in ms. */
const seenAfterMs = 1_000

/**
 * Watches which of the elements that are given to `add` stand in view for a moment, on a page that
 * is looked at, and says so, each once; `add` answers how to watch one no longer.
 */
export function observeSeen(onSeen: (ids: string[]) => void) {
  const idOf = new Map<Element, string>()
  const inView = new Set<Element>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function beginAnew(): void {
    clearTimeout(timer)
    if (inView.size > 0 && document.visibilityState === 'visible') {
      timer = setTimeout(saySeen, seenAfterMs)
    }
  }

  function saySeen(): void {
    const seen = [...inView]
    const ids = seen.flatMap((element) => idOf.get(element) ?? [])
    for (const element of seen) forget(element)
    onSeen(ids)
  }

  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) inView.add(target)
        else inView.delete(target)
      }
      beginAnew()
    },
    { threshold: 0.5 },
  )
  document.addEventListener('visibilitychange', beginAnew)

  function forget(element: Element): void {
    observer.unobserve(element)
    idOf.delete(element)
    inView.delete(element)
  }

  return {
    add(element: Element, id: string): () => void {
      idOf.set(element, id)
      observer.observe(element)
      return () => forget(element)
    },
    stop(): void {
      clearTimeout(timer)
      observer.disconnect()
      document.removeEventListener('visibilitychange', beginAnew)
    },
  }
}
