import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  getSessionOnlyFields,
  getSessionOnlyReason,
} from '#contract/kit/api-tokens/session-only.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import {
  badIdempotencyKeyMessage,
  courseFinished,
  ErrorReply,
  idempotencyKeyReused,
  SessionEndedReply,
  tooBusy,
} from '#contract/kit/refusal.ts'
import { idempotencyKeyHours, idempotencyKeyMaxLength } from '#contract/limits/limits.ts'
import { abilitiesAfterCourse, type Role } from '#contract/roles.ts'
import type { Db } from '#server/database/connect.ts'
import type { Context } from '../context.ts'
import { NotSignedIn } from './errors.ts'
import { Refused } from './refused.ts'
import { refuseOutOfScope, refuseSessionOnlyFields } from './session/refuse-out-of-scope.ts'
import { explainTokenRefusal, getSession } from './session/request-session.ts'
import type { Session } from './session/session.ts'

/**
 * The argument of a handler: the context, validated input, and the session if the endpoint needs
 * one.
 */
export type CallContext<E, D extends Db = Db> =
  E extends Endpoint<infer R, infer Params, infer Query, infer Body, z.ZodType>
    ? {
        context: Context<D>
        params: z.output<Params>
        query: z.output<Query>
        body: z.output<Body>
        session: R extends Role ? Session<R> : null
        request: FastifyRequest
      }
    : never

/** Makes the handler's argument of a validated request. */
export function toCallContext<C>(
  context: Context,
  request: FastifyRequest,
  session: Session | null,
): C {
  // The route's own schemas have checked the three inputs, and its guard the session's role.
  return {
    context,
    params: request.params,
    query: request.query,
    body: request.body,
    session,
    request,
  } as C
}

type Answer = (
  request: FastifyRequest,
  reply: FastifyReply,
  session: Session | null,
) => Promise<unknown>

/** Binds an endpoint: role, limits and input are checked before the handler runs. */
export function bindEndpoint(
  app: FastifyInstance,
  context: Context,
  endpoint: Endpoint,
  answer: Answer,
): void {
  const { role, bodyMaxBytes } = endpoint
  const refusesFinished = changesMoreThanAccount(endpoint)
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(bodyMaxBytes === undefined ? {} : { bodyLimit: bodyMaxBytes }),
    schema: makeSchema(endpoint),
    // A change checks again in its transaction.
    config: { refusesFinished },
    // After the rate limit, so that requests with guessed tokens count too.
    preParsing: async (request) => {
      if (role === null) return
      const session = await getSession(context, request)
      if (session?.role !== role) throw new NotSignedIn(explainTokenRefusal(request, session))
      refuseOutOfScope(endpoint, session)
      if (refusesFinished && session.hasFinished) throw new Refused(courseFinished)
    },
    ...(endpoint.body && {
      preValidation: (request: FastifyRequest, _reply: FastifyReply, done: () => void) => {
        request.body = unwrapBody(request.body ?? {}, endpoint.bodyIn)
        done()
      },
    }),
    handler: async (request, reply) => {
      const session = role === null ? undefined : await getSession(context, request)
      refuseSessionOnlyFields(endpoint, session, request.body)
      return answer(request, reply, session ?? null)
    },
  })
}

/** Whether a call changes something that is closed to those who have finished the course. */
function changesMoreThanAccount({ method, may }: Endpoint): boolean {
  return method !== 'GET' && may !== null && !abilitiesAfterCourse.includes(may)
}

/** Some clients send the fields directly, others inside an object with one name. */
function unwrapBody(body: unknown, name: string | undefined): unknown {
  if (name === undefined || typeof body !== 'object' || body === null) return body
  const inner: unknown = Object.getOwnPropertyDescriptor(body, name)?.value
  return typeof inner === 'object' && inner !== null ? inner : body
}

const idempotencyHeaders = z.looseObject({
  'idempotency-key': z
    .string(badIdempotencyKeyMessage)
    .min(1, badIdempotencyKeyMessage)
    .max(idempotencyKeyMaxLength, badIdempotencyKeyMessage)
    .optional()
    .describe(
      `Retrying with the same key within ${idempotencyKeyHours} hours returns the same reply and has no further effect`,
    ),
})

function makeSchema(endpoint: Endpoint) {
  const ofKeys = endpoint.method === 'GET' ? [] : [idempotencyKeyReused.status]
  const often = [400, 429, tooBusy.status, ...ofKeys]
  const statuses = new Set([...often, ...endpoint.refuses.map((one) => one.status)])
  const { refusalFields } = endpoint
  const error = refusalFields ? ErrorReply.extend(refusalFields) : ErrorReply
  const errors = Object.fromEntries([...statuses].map((status) => [status, error]))
  return {
    summary: endpoint.summary,
    ...describeTokens(endpoint),
    tags: [endpoint.role ?? 'everyone'],
    ...(endpoint.role ? { security: getSecurity(endpoint) } : {}),
    ...(endpoint.params ? { params: endpoint.params } : {}),
    ...(endpoint.query ? { querystring: endpoint.query } : {}),
    ...(endpoint.body ? { body: endpoint.body } : {}),
    ...(endpoint.method === 'GET' ? {} : { headers: idempotencyHeaders }),
    response: {
      200: endpoint.reply,
      ...errors,
      ...(endpoint.role ? { 401: SessionEndedReply, 403: error } : {}),
    },
  }
}

/** How the OpenAPI document says who can make a call. */
function getSecurity(endpoint: Endpoint): Record<string, string[]>[] {
  return [{ session: [] }, ...(getSessionOnlyReason(endpoint) ? [] : [{ apiToken: [] }])]
}

/**
 * What the OpenAPI document says of API tokens at a call that is partly or wholly closed to them.
 */
function describeTokens(endpoint: Endpoint): { description?: string } {
  const reason = endpoint.role && getSessionOnlyReason(endpoint)
  if (reason) return { description: `Needs a session, no API token: ${reason}.` }
  const fields = getSessionOnlyFields(endpoint).map((field) => `\`${field}\``)
  if (fields.length === 0) return {}
  return { description: `An API token cannot send ${fields.join(' and ')}.` }
}
