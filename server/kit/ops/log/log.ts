import type { FastifyInstance, FastifyRequest } from 'fastify'
import { getLoadedSession } from '../../call/session/request-session.ts'

/** The log's stream of JSON lines, and its level. */
export type LogOptions = { level: 'info' | 'error'; stream: { write: (line: string) => void } }

/**
 * The serializers of the log. URLs and database errors can contain secrets and personal data, so
 * only the fields listed here are logged.
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

/** Logs each request once, after its reply: the route's pattern, the person and their API token. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    const ms = Math.round(reply.elapsedTime)
    const session = await getLoadedSession(request)
    const caller = { person: session?.personId, token: session?.apiToken?.id }
    const status = reply.statusCode
    request.log.info({ method, route: routeOptions.url, status, ms, ...caller }, 'answered')
  })
}
