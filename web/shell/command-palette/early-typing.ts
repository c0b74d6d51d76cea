/** How long letters are kept: should the palette's code not load, keys are the page's again. */
const keptMs = 5_000

let typed = ''
let stop: AbortController | undefined

/** Keeps the letters typed from now on, until the palette's field takes them. */
export function keepTyping(): void {
  stopKeeping()
  stop = new AbortController()
  addEventListener('keydown', keep, {
    capture: true,
    signal: AbortSignal.any([stop.signal, AbortSignal.timeout(keptMs)]),
  })
}

function keep(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey } = event
  if (key.length !== 1 || ctrlKey || metaKey || altKey) return
  typed += key
  event.preventDefault()
  event.stopPropagation()
}

/** The letters that were kept, once. */
export function takeTyped(): string {
  const kept = typed
  stopKeeping()
  return kept
}

function stopKeeping(): void {
  stop?.abort()
  typed = ''
}
