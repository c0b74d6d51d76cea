const request = Promise.withResolvers<void>()

/** Resolves once a screen is there that needs the live connection, and not only news by it. */
export const connectionRequested = request.promise

/** To be called by what needs it. */
export const requestConnection = () => request.resolve()
