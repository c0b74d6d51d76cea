let typed = ''
let stop: AbortController | undefined

/**
 * Keeps the letters typed from now on, until the palette's field takes them, however late its code
 * loads; or until somebody turns to something else, by the pointer, Tab or Escape.
 */
export function bufferTyping(): void {
  stopBuffering()
  stop = new AbortController()
  const { signal } = stop
  addEventListener('keydown', keep, { capture: true, signal })
  addEventListener('pointerdown', stopBuffering, { capture: true, signal })
}

function keep(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey } = event
  if (key === 'Tab' || key === 'Escape') stopBuffering()
  if (key.length !== 1 || ctrlKey || metaKey || altKey) return
  typed += key
  event.preventDefault()
  event.stopPropagation()
}

/** The letters that were kept, once. */
export function takeBufferedText(): string {
  const kept = typed
  stopBuffering()
  return kept
}

/** Leaves the keys to the page again. */
export function stopBuffering(): void {
  stop?.abort()
  typed = ''
}
