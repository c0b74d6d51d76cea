import type { FastifyBaseLogger } from 'fastify'
import type { Socket } from 'socket.io'
import type { z } from 'zod'
import {
  badInputMessage,
  notFound,
  secondFactorSetupNeeded,
  sessionEndedMessage,
  somethingWentWrongMessage,
  tooManyRequestsMessage,
} from '#contract/kit/refusal.ts'
import type { Acknowledgement, EventPayload, SocketEvent } from '#contract/kit/socket-event.ts'
import { secondMs } from '#contract/kit/time/durations.ts'
import { isColumnTypeViolation } from '#server/database/errors/constraint-errors.ts'
import { toDatabaseRefusal } from '#server/database/errors/unavailable-errors.ts'
import { NotSignedIn } from '../call/errors.ts'
import { parseInput } from '../call/input.ts'
import { Refused } from '../call/refused.ts'
import { findSession, type Session } from '../call/session/session.ts'
import type { Context } from '../context.ts'
import type { Take } from './token-bucket.ts'

/** Why a socket disconnected: the page left, the server removed it, or the connection was cut. */
export type DisconnectReason = 'left' | 'removed' | 'cut'

/** A page's socket, as the rooms use it. Its events are handled one after another. */
export type LiveSocket = {
  id: string
  session: Session
  isOpen: () => boolean
  /** Binds an event to its action; `cost` is its weight in the rate limit. */
  on: <Payload extends z.ZodType>(
    event: SocketEvent<Payload>,
    handle: (payload: z.output<Payload>) => Promise<unknown>,
    cost?: number,
  ) => void
  emit: <E extends SocketEvent>(event: E, payload: EventPayload<E>) => void
  /** Runs `work` after the socket's pending events. */
  afterThis: (work: () => Promise<void>) => void
  /** Runs when the socket has disconnected, after its pending events. */
  onGone: (handle: (how: DisconnectReason) => Promise<void>) => void
}

/** How long a checked session is trusted. */
const sessionTrustedMs = 5 * secondMs

/**
 * Wraps a socket with a checked session. `take` is its rate limit. `finished` resolves when all its
 * work after the disconnect is done.
 */
export function toLiveSocket(
  socket: Socket,
  session: Session,
  context: Context,
  { take, log }: { take: Take; log: FastifyBaseLogger },
): { live: LiveSocket; checkSession: () => void; finished: Promise<void> } {
  const costs = new Map<string, number>()
  const goneHandlers: ((how: DisconnectReason) => Promise<void>)[] = []
  let checkedAt = Number.NEGATIVE_INFINITY
  let last: Promise<void> = Promise.resolve()
  const inTurn = (work: () => Promise<void>) => {
    last = last.then(work).catch((error: unknown) => log.error(error))
  }
  const finished = new Promise<void>((resolve) => {
    socket.on('disconnect', (reason) => {
      for (const handle of goneHandlers) inTurn(() => handle(toDisconnectReason(reason)))
      inTurn(async () => resolve())
    })
  })

  limitEvents(socket, costs, take)

  async function refuseIfEnded(): Promise<void> {
    const now = context.clock()
    // A clock that was set back does not extend the trust.
    if (now >= checkedAt && now < checkedAt + sessionTrustedMs) return
    const found = await findSession(context, session.tokenHash)
    if (!found) throw new NotSignedIn(sessionEndedMessage)
    if (found.lacksSecondFactor) throw new Refused(secondFactorSetupNeeded)
    checkedAt = now
  }

  async function answer<Payload extends z.ZodType>(
    { payload }: SocketEvent<Payload>,
    given: unknown[],
    handle: (payload: z.output<Payload>) => Promise<unknown>,
  ): Promise<void> {
    if (!socket.connected) return
    try {
      await refuseIfEnded()
      const read = parseInput(payload, given[0])
      if (!read.success) return acknowledge(given, refuse(badInputMessage))
      await handle(read.data)
      acknowledge(given, { ok: true })
    } catch (error) {
      acknowledge(given, refuse(toErrorMessage(error, log)))
      if (error instanceof NotSignedIn) socket.disconnect(true)
    }
  }

  const live: LiveSocket = {
    id: socket.id,
    session,
    isOpen: () => socket.connected,
    on(event, handle, cost = 1) {
      costs.set(event.name, cost)
      socket.on(event.name, (...given: unknown[]) => inTurn(() => answer(event, given, handle)))
    },
    emit: (event, payload) => {
      socket.emit(event.name, payload)
    },
    afterThis: inTurn,
    onGone: (handle) => {
      goneHandlers.push(handle)
    },
  }
  const checkSession = () =>
    inTurn(async () => {
      await refuseIfEnded().catch(() => socket.disconnect(true))
    })
  return { live, checkSession, finished }
}

/** Refuses unknown events and those beyond the rate limit, and disconnects clients that go on. */
function limitEvents(socket: Socket, costs: Map<string, number>, take: Take): void {
  socket.use(([name, ...given], next) => {
    const cost = costs.get(name)
    const verdict = take(cost ?? 1)
    if (verdict === 'cut') socket.disconnect(true)
    else if (verdict === 'refuse') acknowledge(given, refuse(tooManyRequestsMessage))
    else if (cost === undefined) acknowledge(given, refuse(notFound.message))
    else next()
  })
}

function acknowledge(given: unknown[], how: Acknowledgement): void {
  const last = given.at(-1)
  if (typeof last === 'function') last(how)
}

/** The message for the sender; unexpected errors are logged. */
function toErrorMessage(error: unknown, log: FastifyBaseLogger): string {
  if (error instanceof Refused || error instanceof NotSignedIn) return error.message
  if (isColumnTypeViolation(error)) return badInputMessage
  log.error(error)
  return toDatabaseRefusal(error)?.message ?? somethingWentWrongMessage
}

function refuse(message: string): Acknowledgement {
  return { ok: false, message }
}

function toDisconnectReason(reason: string): DisconnectReason {
  if (reason === 'client namespace disconnect') return 'left'
  return reason === 'server namespace disconnect' ? 'removed' : 'cut'
}
