/** The longest pause between the keys of a sequence, in ms. */
export const keySequenceMs = 1_500

let early: KeyboardEvent[] = []
let isListening = false

/** Keeps the last two unhandled keys until the shortcuts' code is loaded. */
export function keepEarlyKey(event: KeyboardEvent): void {
  if (!isListening) early = [...early.slice(-1), event]
}

/**
 * Passes the keys that were just pressed to the shortcuts, and keeps none from now on. Returns how
 * to start keeping them again.
 */
export function replayEarlyKeys(press: (event: KeyboardEvent) => void): () => void {
  isListening = true
  const since = performance.now() - keySequenceMs
  for (const event of early.splice(0)) if (event.timeStamp > since) press(event)
  return () => {
    isListening = false
  }
}
