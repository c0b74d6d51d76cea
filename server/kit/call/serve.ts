import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Endpoint, PageRequest } from '#contract/kit/endpoint.ts'
import type { Role } from '#contract/roles.ts'
import type { Page } from '#server/database/list/paginate.ts'
import type { Tx } from '#server/database/transaction.ts'
import type { Context } from '../context.ts'
import { runChange, toAuditSource } from './change.ts'
import { bindEndpoint, type CallContext, toCallContext } from './route.ts'
import { refuseEndedSession } from './session/recheck-session.ts'
import { omitSessionOnlyFields } from './session/refuse-out-of-scope.ts'

/**
 * Binds a changing endpoint to its action. The action runs in one transaction with its audit entry,
 * and can be repeated with an `Idempotency-Key`.
 */
export function serve<E extends Endpoint>(
  app: FastifyInstance,
  context: Context,
  endpoint: E,
  handle: (call: CallContext<E, Tx>) => Promise<z.output<E['reply']>>,
): void {
  serveChange(app, context, endpoint, async () => undefined, handle)
}

/** Binds a reading endpoint to its action. */
export function serveRead<E extends Endpoint>(
  app: FastifyInstance,
  context: Context,
  endpoint: E,
  handle: (call: CallContext<E>) => Promise<z.output<E['reply']>>,
): void {
  if (endpoint.method !== 'GET')
    throw new Error(`${endpoint.path} is not read by ${endpoint.method}`)
  bindEndpoint(app, context, endpoint, (request, _reply, session) =>
    handle(toCallContext<CallContext<E>>(context, request, session)),
  )
}

/**
 * Binds a long computation with a large reply: the action returns its best result within its time
 * limit, and whether it stopped early. The reply is built in pieces, so that other calls run in
 * between.
 */
export function serveLongComputation<E extends Endpoint & { reply: z.ZodArray<z.ZodType> }>(
  app: FastifyInstance,
  context: Context,
  endpoint: E,
  handle: (
    call: CallContext<E>,
  ) => Promise<{ lines: Iterable<z.output<E['reply']>[number]>; stoppedEarly: boolean }>,
): void {
  bindEndpoint(app, context, endpoint, async (request, answer, session) => {
    const { lines, stoppedEarly } = await handle(
      toCallContext<CallContext<E>>(context, request, session),
    )
    if (stoppedEarly) answer.header('stopped-early', 'true')
    answer.type('application/json; charset=utf-8')
    return writeInPieces(lines, (piece) => answer.serialize(piece))
  })
}

const linesAtOnce = 50

async function writeInPieces(
  lines: Iterable<unknown>,
  write: (piece: unknown[]) => string | ArrayBuffer | Buffer,
): Promise<string> {
  const written: string[] = []
  const textOf = (some: unknown[]) => String(write(some)).slice(1, -1)
  let piece: unknown[] = []
  for (const line of lines) {
    piece.push(line)
    if (piece.length < linesAtOnce) continue
    written.push(textOf(piece))
    piece = []
    await setImmediate()
  }
  if (piece.length > 0) written.push(textOf(piece))
  return `[${written.join(',')}]`
}

/** A file to download, whose content is made piece by piece as the client reads it. */
type ServedFile = { name: string; type: string; content: AsyncGenerator<string, void> }

/** Binds a reading endpoint whose reply is a file. */
export function serveFile<E extends Endpoint>(
  app: FastifyInstance,
  context: Context,
  endpoint: E,
  handle: (call: CallContext<E>) => ServedFile,
): void {
  bindEndpoint(app, context, endpoint, async (request, reply, session) => {
    const file = handle(toCallContext<CallContext<E>>(context, request, session))
    // A call that fails now is answered with an error instead of half a file.
    const first = await file.content.next()
    reply.type(file.type)
    reply.header('content-disposition', `attachment; filename="${file.name}"`)
    return Readable.from(continueFrom(first, file.content))
  })
}

async function* continueFrom(first: IteratorResult<string, void>, rest: AsyncGenerator<string>) {
  if (!first.done) yield first.value
  yield* rest
}

/**
 * Binds a change with a slow first step, such as hashing a password, which runs before the
 * transaction. `isLong` says by its result whether the change is one of thousands of rows.
 */
export function serveWithPreparation<E extends Endpoint, Prepared>(
  app: FastifyInstance,
  context: Context,
  endpoint: E,
  prepare: (call: CallContext<E>) => Promise<Prepared>,
  handle: (call: CallContext<E, Tx>, prepared: Prepared) => Promise<z.output<E['reply']>>,
  isLong?: (prepared: Prepared) => boolean,
): void {
  const prepareOnce = async (call: CallContext<E>) => {
    await refuseEndedSession(call.context, call)
    return prepare(call)
  }
  serveChange(app, context, endpoint, prepareOnce, handle, isLong)
}

function serveChange<E extends Endpoint, Prepared>(
  app: FastifyInstance,
  context: Context,
  endpoint: E,
  prepare: (call: CallContext<E>) => Promise<Prepared>,
  handle: (call: CallContext<E, Tx>, prepared: Prepared) => Promise<z.output<E['reply']>>,
  isLong?: (prepared: Prepared) => boolean,
): void {
  if (endpoint.method === 'GET') throw new Error(`${endpoint.path} only reads`)
  bindEndpoint(app, context, endpoint, (request, reply, session) =>
    runChange(
      context,
      endpoint,
      { request, reply, session },
      {
        isLong,
        prepare: (named) => prepare(toCallContext(named, request, session)),
        change: async (tx, prepared) =>
          omitSessionOnlyFields(
            session,
            await handle(toCallContext(tx, request, session), prepared),
          ),
      },
    ),
  )
}

/** Binds a change whose action opens its own transactions. */
export function serveWithoutTransaction<E extends Endpoint>(
  app: FastifyInstance,
  context: Context,
  endpoint: E,
  handle: (call: CallContext<E>) => Promise<z.output<E['reply']>>,
): void {
  bindEndpoint(app, context, endpoint, (request, _reply, session) => {
    const change = toAuditSource(endpoint, request, session)
    return handle(toCallContext<CallContext<E>>({ ...context, change }, request, session))
  })
}

type ListEndpoint = Endpoint<
  Role | null,
  z.ZodType,
  z.ZodType<PageRequest>,
  z.ZodType,
  z.ZodArray<z.ZodType>
> & { isList: true }

/** Binds a list: the action returns a page, sent as a bare array with a `Link` header. */
export function serveList<E extends ListEndpoint>(
  app: FastifyInstance,
  context: Context,
  endpoint: E,
  handle: (call: CallContext<E>) => Promise<Page<z.output<E['reply']>[number]>>,
): void {
  bindEndpoint(app, context, endpoint, async (request, reply, session) => {
    const { items, next } = await handle(toCallContext<CallContext<E>>(context, request, session))
    if (next !== undefined) reply.header('link', linkToNext(request, next))
    return items
  })
}

function linkToNext(request: FastifyRequest, cursor: string): string {
  const address = new URL(request.url, 'http://here')
  address.searchParams.set('cursor', cursor)
  return `<${address.pathname}${address.search}>; rel="next"`
}
