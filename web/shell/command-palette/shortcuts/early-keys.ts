/** So soon after the one key the next one belongs to it. */
export const keySequenceMs = 1_500

let early: KeyboardEvent[] = []
let isListening = false

/** Keeps the last two keys that nobody has taken, for what hears them once its code is there. */
export function keepEarlyKey(event: KeyboardEvent): void {
  if (!isListening) early = [...early.slice(-1), event]
}

/**
 * Gives what hears the keys those that were just pressed, and keeps none from then on, until the
 * function that it returns is called.
 */
export function replayEarlyKeys(press: (event: KeyboardEvent) => void): () => void {
  isListening = true
  const since = performance.now() - keySequenceMs
  for (const event of early.splice(0)) if (event.timeStamp > since) press(event)
  return () => {
    isListening = false
  }
}
