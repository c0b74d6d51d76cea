/** How long a notification must be visible to count as seen, in ms. */
const seenAfterMs = 1_000

/**
 * Reports which elements have been visible for a moment, on a visible page, each once. `add`
 * observes an element and returns how to stop.
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
