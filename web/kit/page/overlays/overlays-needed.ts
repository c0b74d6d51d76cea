const wanted = Promise.withResolvers<void>()

/** Resolves when the first dialog or toast is to be shown; their code may not be loaded yet. */
export const whenOverlaysNeeded = wanted.promise

/** Call this when showing a dialog or a toast. */
export const requestOverlays = () => wanted.resolve()
