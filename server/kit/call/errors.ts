import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyError, FastifyInstance, FastifySchemaCompiler } from 'fastify'
import type { z } from 'zod'
import {
  badCursorMessage,
  badInputMessage,
  databaseUnavailable,
  type ErrorReply,
  notFound,
  sessionEndedMessage,
  somethingWentWrongMessage,
  tooLargeMessage,
  tooManyRequestsMessage,
  wrongContentTypeMessage,
} from '#contract/kit/refusal.ts'
import { errorFieldsMax } from '#contract/limits/limits.ts'
import { isColumnTypeViolation } from '#server/database/errors/constraint-errors.ts'
import { toDatabaseRefusal } from '#server/database/errors/unavailable-errors.ts'
import type { DatabaseHealth } from '#server/database/health-check.ts'
import { InvalidCursor } from '#server/database/list/paginate.ts'
import { parseInput } from './input.ts'
import { Refused } from './refused.ts'

/** Thrown when a call has no session of the right role; the page then shows that role's login. */
export class NotSignedIn extends Error {
  constructor(message = sessionEndedMessage) {
    super(message)
  }
}

/** Thrown for input that does not match its schema. */
class InvalidInput extends Error {
  readonly issues: readonly z.core.$ZodIssue[]

  constructor(issues: readonly z.core.$ZodIssue[]) {
    super(badInputMessage)
    this.issues = issues
  }
}

/**
 * Fastify's validator compiler: validates input and returns the schema's output, without unknown
 * fields.
 */
export const validateInput: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (data) => {
    const read = parseInput(schema, data)
    return read.success ? { value: read.data } : { error: new InvalidInput(read.issues) }
  }

const databaseRetrySeconds = 2

/** Refuses all calls of this scope while the database is down. */
export function refuseWhileDatabaseDown(app: FastifyInstance, watch: DatabaseHealth): void {
  app.addHook('onRequest', (_request, _reply, done) => {
    if (watch.isDown())
      throw new Refused(databaseUnavailable, { retryAfterSeconds: databaseRetrySeconds })
    done()
  })
}

const unreadablePath = '/unreadable-address'
const unreadable = new WeakMap<IncomingMessage, FastifyError>()

/**
 * Handles a URL that the router cannot decode or that is too long: the request is routed again to a
 * path that refuses, so that headers, limits and the log are as usual, and the URL is not echoed.
 */
export function handleMalformedUrl(error: FastifyError, app: FastifyInstance, raw: RawCall): void {
  unreadable.set(raw.request, error)
  raw.request.url = unreadablePath
  app.routing(raw.request, raw.response)
}

type RawCall = { request: IncomingMessage; response: ServerResponse }

function handleUnreadable(app: FastifyInstance): void {
  app.all(unreadablePath, { schema: { hide: true } }, async (request, reply) => {
    const error = unreadable.get(request.raw)
    if (error) throw error
    return reply.callNotFound()
  })
}

/**
 * Installs the error handlers: every error gets a reply `{ message, errors? }` with its status, and
 * unexpected ones are logged once.
 */
export function handleErrors(app: FastifyInstance, watch: DatabaseHealth): void {
  app.setNotFoundHandler((_request, reply) =>
    reply.status(notFound.status).send({ message: notFound.message }),
  )
  handleUnreadable(app)
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error instanceof NotSignedIn) {
      return reply.status(401).send({ success: false, message: error.message, Auth: false })
    }
    if (error instanceof Refused) {
      if (error.retryAfterSeconds) reply.header('retry-after', error.retryAfterSeconds)
      const { refusal, message, errors, fields } = error
      return reply.status(refusal.status).send({ ...toErrorReply(message, errors), ...fields })
    }
    if (error instanceof InvalidCursor) {
      return reply.status(400).send(toErrorReply(badInputMessage, { cursor: badCursorMessage }))
    }
    if (error instanceof InvalidInput)
      return reply.status(400).send(toInputErrorReply(error.issues))
    if (isColumnTypeViolation(error)) return reply.status(400).send(toErrorReply(badInputMessage))
    const databaseError = toDatabaseRefusal(error)
    if (databaseError) {
      // The health check logs the outage once, instead of once for each call.
      if (databaseError === databaseUnavailable) watch.checkSoon()
      else request.log.error(error)
      reply.header('retry-after', databaseRetrySeconds)
      return reply.status(databaseError.status).send(toErrorReply(databaseError.message))
    }
    const status = error.statusCode ?? 500
    // Closed with the rest of the body on its way, the connection would lose the reply: nginx says
    // 502 then.
    if (status === 413) reply.removeHeader('connection')
    if (status < 500) return reply.status(status).send(toErrorReply(getClientErrorMessage(status)))
    request.log.error(error)
    return reply.status(500).send(toErrorReply(somethingWentWrongMessage))
  })
}

function getClientErrorMessage(status: number): string {
  if (status === 413) return tooLargeMessage
  if (status === 415) return wrongContentTypeMessage
  if (status === 429) return tooManyRequestsMessage
  if (status === 404) return notFound.message
  return badInputMessage
}

function toErrorReply(message: string, errors?: Record<string, string>): ErrorReply {
  return errors ? { message, errors } : { message }
}

/**
 * The reply for invalid input: the first field's message, and a message for each field, limited to
 * as many fields as a form has.
 */
function toInputErrorReply(issues: readonly z.core.$ZodIssue[]): ErrorReply {
  const errors: Record<string, string> = {}
  const fields = issues.slice(0, errorFieldsMax).flatMap((one) => toFieldErrors(one))
  for (const { field, message } of fields.slice(0, errorFieldsMax)) errors[field] ??= message
  return { message: Object.values(errors)[0] ?? badInputMessage, errors }
}

/** Some bodies wrap their fields in one of these; forms know the fields by their bare names. */
const wrappers = new Set(['value', 'values'])

type FieldError = { field: string; message: string }

function toFieldErrors(issue: z.core.$ZodIssue, above: readonly PropertyKey[] = []): FieldError[] {
  const path = [...above, ...issue.path]
  if (issue.code === 'invalid_union' && issue.message === 'Invalid input') {
    const [closest] = issue.errors.toSorted((a, b) => depth(b) - depth(a))
    if (closest) return closest.flatMap((inner) => toFieldErrors(inner, path))
  }
  const named = wrappers.has(String(path[0])) && path.length > 1 ? path.slice(1) : path
  return [{ field: named.map(String).join('.') || 'body', message: issue.message }]
}

/** The depth of the deepest issue; a union's branch with the deepest was closest to matching. */
function depth(issues: readonly z.core.$ZodIssue[]): number {
  return issues.reduce((deepest, issue) => Math.max(deepest, issue.path.length), 0)
}
