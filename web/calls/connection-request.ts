const request = Promise.withResolvers<void>()

/** Resolves once a screen needs the socket itself, not only its notifications. */
export const connectionRequested = request.promise

/** Called by code that needs the socket. */
export const requestConnection = () => request.resolve()
