const request = Promise.withResolvers<void>()

/** Resolves once a screen needs the socket itself, not only its notifications. */
export const whenSocketRequested = request.promise

/** Called by code that needs the socket. */
export const requestSocket = () => request.resolve()
