const listeners = new Set<() => void>()

/** Calls `listener` whenever a screen is left for another one; answers how to stop that. */
export function onScreenLeft(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Says that the screen has been left for another one, such as the login for a home. */
export function leaveScreen(): void {
  for (const listener of listeners) listener()
}
