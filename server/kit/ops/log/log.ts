import type { FastifyInstance, FastifyRequest } from 'fastify'
import { getLoadedSession } from '../../call/session/session.ts'

/** Where the log goes, as JSON lines, and from which level on. */
export type LogOptions = { level: 'info' | 'error'; stream: { write: (line: string) => void } }

/**
 * How things are written into the log. A request's address and a database error's details can
 * hold secrets and people's data, so only what is named here gets there.
 */
export const logSerializers = {
  req: (request: FastifyRequest) => ({ method: request.method, route: request.routeOptions?.url }),
  err: describeError,
}

type LoggedError = {
  type: string
  message: string
  stack: string
  code?: unknown
  cause?: LoggedError
}

function describeError(error: Error & { code?: unknown }): LoggedError {
  const { name, message, stack = '', code, cause } = error
  return {
    type: name,
    message,
    stack,
    ...(code === undefined ? {} : { code }),
    ...(cause instanceof Error ? { cause: describeError(cause) } : {}),
  }
}

/** Logs each request once, when it has been answered: its route's pattern, and by whose session. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    const ms = Math.round(reply.elapsedTime)
    const person = (await getLoadedSession(request))?.personId
    const status = reply.statusCode
    request.log.info({ method, route: routeOptions.url, status, ms, person }, 'answered')
  })
}
