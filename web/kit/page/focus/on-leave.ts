const listeners = new Set<() => void>()

/** Calls the listener whenever a screen is left for another one. Returns how to stop. */
export function onScreenLeft(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Call this when the screen changes without a navigation, such as from the login to a home. */
export function leaveScreen(): void {
  for (const listener of listeners) listener()
}
