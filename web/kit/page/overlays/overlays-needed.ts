const wanted = Promise.withResolvers<void>()

/** Resolves once there is a dialog or a toast to show, whose code may not be there yet. */
export const overlaysNeeded = wanted.promise

/** To be called by what shows one. */
export const requestOverlays = () => wanted.resolve()
