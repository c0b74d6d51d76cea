import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Endpoint, PageAsked } from '#contract/kit/endpoint.ts'
import { ErrorReply, SessionEndedReply } from '#contract/kit/refusal.ts'
import type { Role } from '#contract/roles.ts'
import type { Context } from './context.ts'
import { SessionEnded } from './errors.ts'
import type { Page } from './paging.ts'
import { type Session, sessionOf } from './session.ts'

/** What a handler gets: checked input, and the session if the endpoint needs one. */
export type Call<R extends Role | null, Params, Query, Body> = {
  params: Params
  query: Query
  body: Body
  session: R extends Role ? Session<R> : null
  request: FastifyRequest
}

/** Binds an endpoint to the action that answers it. */
export function serve<
  R extends Role | null,
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Reply extends z.ZodType,
>(
  app: FastifyInstance,
  context: Context,
  endpoint: Endpoint<R, Params, Query, Body, Reply>,
  handle: (
    call: Call<R, z.output<Params>, z.output<Query>, z.output<Body>>,
  ) => Promise<z.output<Reply>>,
): void {
  route(app, context, endpoint, async (request, _reply, session) =>
    handle(callOf(request, session)),
  )
}

/** Binds a list: the action answers a page, which goes out as a bare array and a `Link` header. */
export function serveList<
  R extends Role | null,
  Params extends z.ZodType,
  Query extends z.ZodType<PageAsked>,
  Item extends z.ZodType,
>(
  app: FastifyInstance,
  context: Context,
  endpoint: Endpoint<R, Params, Query, z.ZodType, z.ZodArray<Item>> & { isList: true },
  handle: (
    call: Call<R, z.output<Params>, z.output<Query>, unknown>,
  ) => Promise<Page<z.output<Item>>>,
): void {
  route(app, context, endpoint, async (request, reply, session) => {
    const { items, next } = await handle(callOf(request, session))
    if (next !== undefined) reply.header('link', linkToNext(request, next))
    return items
  })
}

function linkToNext(request: FastifyRequest, cursor: string): string {
  const address = new URL(request.url, 'http://here')
  address.searchParams.set('cursor', cursor)
  return `<${address.pathname}${address.search}>; rel="next"`
}

function callOf<R extends Role | null, Params, Query, Body>(
  request: FastifyRequest,
  session: Session | null,
) {
  // The route's own schemas have checked the three inputs, and its guard the session's role.
  return {
    params: request.params,
    query: request.query,
    body: request.body,
    session,
    request,
  } as Call<R, Params, Query, Body>
}

type Answer = (
  request: FastifyRequest,
  reply: FastifyReply,
  session: Session | null,
) => Promise<unknown>

function route(app: FastifyInstance, context: Context, endpoint: Endpoint, answer: Answer): void {
  const { role } = endpoint
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: schemaOf(endpoint),
    // After the limit on calls, which stands at the request's beginning: guesses count too.
    preParsing: async (request) => {
      if (role === null) return
      const session = await sessionOf(context, request)
      if (session?.role !== role) throw new SessionEnded()
    },
    preValidation: async (request) => {
      if (endpoint.body) request.body = unwrap(request.body ?? {}, endpoint.bodyIn)
    },
    handler: async (request, reply) => {
      const session = role === null ? undefined : await sessionOf(context, request)
      return answer(request, reply, session ?? null)
    },
  })
}

/** Some clients send the body's fields bare, others inside an object under one name. */
function unwrap(body: unknown, name: string | undefined): unknown {
  if (name === undefined || typeof body !== 'object' || body === null) return body
  const inner: unknown = Object.getOwnPropertyDescriptor(body, name)?.value
  return typeof inner === 'object' && inner !== null ? inner : body
}

function schemaOf(endpoint: Endpoint) {
  const statuses = new Set([400, 429, ...endpoint.refuses.map((one) => one.status)])
  const errors = Object.fromEntries([...statuses].map((status) => [status, ErrorReply]))
  return {
    summary: endpoint.summary,
    tags: [endpoint.role ?? 'everyone'],
    ...(endpoint.role ? { security: [{ session: [] }] } : {}),
    ...(endpoint.params ? { params: endpoint.params } : {}),
    ...(endpoint.query ? { querystring: endpoint.query } : {}),
    ...(endpoint.body ? { body: endpoint.body } : {}),
    response: {
      200: endpoint.reply,
      ...errors,
      ...(endpoint.role ? { 401: SessionEndedReply } : {}),
    },
  }
}
