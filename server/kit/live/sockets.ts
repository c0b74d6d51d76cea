import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { Server, type Socket } from 'socket.io'
import {
  databaseUnavailable,
  secondFactorSetupNeeded,
  sessionEndedMessage,
  somethingWentWrongMessage,
} from '#contract/kit/refusal.ts'
import { type ChangeTopic, changedEvent, Handshake } from '#contract/kit/socket-event.ts'
import { secondMs } from '#contract/kit/time/durations.ts'
import {
  adminNotifyIntervalMs,
  socketEventsBurst,
  socketEventsPerSecond,
  socketMessageMaxBytes,
  socketsPerPerson,
} from '#contract/limits/limits.ts'
import type { Role } from '#contract/roles.ts'
import type { DatabaseAddress } from '#server/database/connect.ts'
import { toDatabaseRefusal } from '#server/database/errors/unavailable-errors.ts'
import { filterLiveSessions, findSession, type Session } from '../call/session/session.ts'
import type { Context } from '../context.ts'
import { hashSecret } from '../id.ts'
import { startInterval } from '../interval.ts'
import { makeGetRequestNetwork } from '../limits/client-network.ts'
import { logCountsPerMinute } from '../ops/log/log-counts-per-minute.ts'
import {
  type Connection,
  limitBackpressure,
  limitConnectPackets,
  makeLimitedWebSocketServer,
} from './connection-limits.ts'
import { guardHandshakes } from './handshakes.ts'
import type { DisconnectTarget, Live } from './live-interface.ts'
import { type LiveSocket, toLiveSocket } from './live-socket.ts'
import { joinProcesses, noOtherProcesses, type OtherProcesses } from './processes.ts'
import { keepRecentEvents, type RecentEvents } from './recent-events.ts'
import { throttle } from './throttle.ts'
import { shareTokenBuckets } from './token-bucket.ts'

export type SocketAdapterOptions = {
  /** The PostgreSQL that connects several processes; without it there is one process. */
  postgres?: string
  /** Other origins whose pages may open sockets. */
  corsOrigins?: string[]
}

export function toAdapterOptions(address: DatabaseAddress): SocketAdapterOptions {
  return address.kind === 'postgres' ? { postgres: address.url } : {}
}

export type Sockets = {
  live: Live
  processes: OtherProcesses
  /** Registers a handler for new sockets. */
  onSocket: (handle: (socket: LiveSocket) => void) => void
  /** The number of open sockets on this process. */
  count: () => number
  /** Disconnects sockets whose session has expired; also runs at an interval. */
  cutEndedSessions: () => Promise<void>
}

const sweepEveryMs = 30 * secondMs
const goodbyesWithinMs = 3 * secondMs
/** Sessions per query. */
const sweepChunk = 500

const eventLimits = { burst: socketEventsBurst, perSecond: socketEventsPerSecond }
const letAllThrough = () => 'let through' as const

const getPersonRoom = (id: string) => `person:${id}`
const getRoleRoom = (role: Role) => `role:${role}`
const getSessionRoom = (tokenHash: string) => `session:${tokenHash}`

type Open = Map<Socket, { session: Session; finished: Promise<void> }>

/** Opens the Socket.IO server on the same port as the calls. Sockets need a session (section 6). */
export async function openSockets(
  app: FastifyInstance,
  context: Context,
  { postgres, corsOrigins = [] }: SocketAdapterOptions,
): Promise<Sockets> {
  const io = new Server(app.server, {
    serveClient: false,
    ...(corsOrigins.length > 0 ? { cors: { origin: corsOrigins } } : {}),
    // With several processes, the proxy needs sticky sessions for long polling: a process that does
    // not know the connection answers 400, 'Session ID unknown'.
    transports: ['websocket', 'polling'],
    maxHttpBufferSize: socketMessageMaxBytes,
    // A dead connection is noticed within 15 s.
    pingInterval: 5 * secondMs,
    pingTimeout: 10 * secondMs,
    connectTimeout: 10 * secondMs,
    wsEngine: makeLimitedWebSocketServer(context),
  })
  const networkOf = makeGetRequestNetwork(context.settings.trustProxy)
  const onRefused = logCountsPerMinute(app, 'refused to open sockets')
  guardHandshakes(io, context, corsOrigins, networkOf, onRefused)
  io.engine.on('connection', (connection: Connection) => {
    limitConnectPackets(connection, () => onRefused(networkOf(connection.request)))
    limitBackpressure(connection)
  })
  const open: Open = new Map()
  const sweep = () => cutEnded(open, context)
  const sweepNow = startInterval(app, sweepEveryMs, sweep)
  const log = app.log
  const processes = postgres
    ? await joinProcesses(io, postgres, { log, onBack: () => catchUp(io, lately, sweepNow) })
    : noOtherProcesses
  const lately = keepRecentEvents(processes)
  const handlers: ((socket: LiveSocket) => void)[] = []
  const admitted = admit(io, app, context)
  // One rate limit for all pages of a person.
  const events = shareTokenBuckets(context.clock, eventLimits)

  io.on('connection', (socket) => {
    const found = admitted.get(socket)
    if (!found) return
    const { session, askedMsAgo } = found
    // One person must not use up all connections.
    if (countSockets(session.personId, open) >= socketsPerPerson) {
      socket.disconnect(true)
      return
    }
    const { personId, role, tokenHash } = session
    const rooms = [getPersonRoom(personId), getRoleRoom(role), getSessionRoom(tokenHash)]
    socket.join(rooms)
    const what = askedMsAgo === undefined ? undefined : lately.findMissed(rooms, askedMsAgo)
    if (what) socket.emit(changedEvent.name, { what })
    const { take, leave } = events(session.personId)
    socket.once('disconnect', leave)
    const watched = { take: context.settings.rateLimit ? take : letAllThrough, log }
    const { live, checkSession, finished } = toLiveSocket(socket, session, context, watched)
    // If the session ended before the socket joined its rooms, the socket was not disconnected.
    checkSession()
    open.set(socket, { session, finished })
    finished.then(() => open.delete(socket))
    for (const handle of handlers) handle(live)
  })

  const admins = throttle(adminNotifyIntervalMs, () =>
    emitToRooms(io, lately, [getRoleRoom('admin')], 'school'),
  )

  app.addHook('preClose', async () => {
    admins.stop()
    // Cut without a goodbye, so that the pages reconnect until the server is back.
    const finished = [...open.values()].map((one) => one.finished)
    io.engine.close()
    await Promise.race([Promise.all(finished), setTimeout(goodbyesWithinMs, [], { ref: false })])
    await processes.close()
  })

  return {
    live: makeLive(io, lately, admins.ask),
    processes,
    count: () => open.size,
    cutEndedSessions: sweep,
    onSocket: (handle) => handlers.push(handle),
  }
}

function countSockets(personId: string, open: Open): number {
  return open
    .values()
    .reduce((count, { session }) => count + Number(session.personId === personId), 0)
}

/** Admits only sockets with a live session, and stores no token. */
function admit(
  io: Server,
  app: FastifyInstance,
  context: Context,
): WeakMap<Socket, { session: Session; askedMsAgo: number | undefined }> {
  const admitted: ReturnType<typeof admit> = new WeakMap()
  io.use(async (socket, next) => {
    try {
      const auth = Handshake.safeParse(socket.handshake.auth)
      socket.handshake.auth = {}
      const session = auth.success && (await findSession(context, hashSecret(auth.data.token)))
      if (!session) return next(new NotAdmitted(sessionEndedMessage))
      if (session.lacksSecondFactor) return next(new Error(secondFactorSetupNeeded.message))
      admitted.set(socket, { session, askedMsAgo: auth.data?.askedMsAgo })
      next()
    } catch (error) {
      const databaseError = toDatabaseRefusal(error)
      // The health check logs the outage once, instead of once for each page.
      if (databaseError !== databaseUnavailable) app.log.error(error)
      next(new Error(databaseError?.message ?? somethingWentWrongMessage))
    }
  })
  return admitted
}

/** Arrives at the page as `connect_error`, with the body of a 401 as `data`. */
class NotAdmitted extends Error {
  readonly data = { success: false, message: sessionEndedMessage, Auth: false }
}

function makeLive(io: Server, lately: RecentEvents, notifyAdmins: () => void): Live {
  return {
    end(whom: DisconnectTarget) {
      if ('tokenHash' in whom) {
        io.in(getSessionRoom(whom.tokenHash)).disconnectSockets(true)
        return
      }
      const { personId, exceptTokenHash } = whom
      const kept = exceptTokenHash === undefined ? [] : getSessionRoom(exceptTokenHash)
      io.in(getPersonRoom(personId)).except(kept).disconnectSockets(true)
    },
    changed(what, whom) {
      if (whom === 'admins') return notifyAdmins()
      const people = whom.filter((id) => typeof id === 'string')
      if (people.length === 0) return
      emitToRooms(io, lately, people.map(getPersonRoom), what)
    },
  }
}

function emitToRooms(io: Server, lately: RecentEvents, rooms: string[], what: ChangeTopic): void {
  // Recorded first: a socket that joins between the two finds the event there.
  lately.record(rooms, what)
  io.to(rooms).emit(changedEvent.name, { what })
}

/** Anything may have changed while this process missed messages, and any session may have ended. */
function catchUp(io: Server, lately: RecentEvents, sweepNow: () => Promise<void>): void {
  lately.clear()
  io.local.emit(changedEvent.name, { what: 'reviews' })
  void sweepNow()
}

async function cutEnded(open: Open, context: Context): Promise<void> {
  const hashes = [...new Set([...open.values()].map(({ session }) => session.tokenHash))]
  const live = new Set<string>()
  for (let from = 0; from < hashes.length; from += sweepChunk) {
    const found = await filterLiveSessions(context, hashes.slice(from, from + sweepChunk))
    for (const hash of found) live.add(hash)
  }
  const asked = new Set(hashes)
  for (const [socket, { session }] of open) {
    if (asked.has(session.tokenHash) && !live.has(session.tokenHash)) socket.disconnect(true)
  }
}
