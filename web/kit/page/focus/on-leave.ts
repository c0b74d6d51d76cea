type Listener = (isSignedOut: boolean) => void
const listeners = new Set<Listener>()

/** Calls the listener whenever a screen is left for another one. Returns how to stop. */
export function onScreenLeft(listener: Listener): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Call this when the screen changes without a navigation, such as from the login to a home. */
export function leaveScreen(isSignedOut = false): void {
  for (const listener of listeners) listener(isSignedOut)
}
