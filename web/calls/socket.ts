import { io, type Socket } from 'socket.io-client'
import type { z } from 'zod'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { SessionEndedReply } from '#contract/kit/refusal.ts'
import {
  Acknowledgement,
  changedEvent,
  type EventPayload,
  type SocketEvent,
} from '#contract/kit/socket-event.ts'
import {
  requestTimeoutMs,
  socketConnectTimeoutMs,
  socketRandomizationFactor,
  socketReconnectDelayMaxMs,
  socketReconnectDelayMs,
} from '#contract/limits/limits.ts'
import { mapRoles, type Role, roles } from '#contract/roles.ts'
import { queryClient } from '#web/kit/api/hooks.ts'
import { getToken, handleRefusedToken } from '#web/kit/api/session.ts'
import { waitForIdleTurn } from '#web/kit/lazy/load-in-background.ts'
import { refreshNotifications } from '#web/notifications/api.ts'
import { refreshWork, sendUnsentWork } from '#web/work/api.ts'
import { requestSocket } from './request-socket.ts'

export const notConnectedMessage = 'No connection to the server'

// Screens that import this need the connection at once, before the page is idle.
requestSocket()

type ConnectionState = 'off' | 'connecting' | 'on'

/** One socket for each role's session, for as long as the area is open. */
const connections = mapRoles(roles, () => ({
  line: createStore<{ line: ConnectionState }>()(() => ({ line: 'off' })),
  socket: undefined as Socket | undefined,
}))

function getSocket(role: Role): Socket {
  connections[role].socket ??= makeSocket(role)
  return connections[role].socket
}

/** A socket of a role's session, with the constants of the specification's section 9. */
function makeSocket(role: Role): Socket {
  let tried: string | null = null
  const socket = io({
    autoConnect: false,
    // Each role authenticates on its own connection.
    forceNew: true,
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    auth: (give) => {
      tried = getToken(role)
      give({ token: tried, ...(wasDown ? {} : { askedMsAgo: getOldestQueryAgeMs() }) })
    },
    reconnectionAttempts: Number.POSITIVE_INFINITY,
    reconnectionDelay: socketReconnectDelayMs,
    reconnectionDelayMax: socketReconnectDelayMaxMs,
    randomizationFactor: socketRandomizationFactor,
    timeout: socketConnectTimeoutMs,
  })
  const setLine = (line: ConnectionState) => connections[role].line.setState({ line })
  // Whether the connection was down before. Requests may have failed because of that, and changes
  // were missed; otherwise the server knows whether anything changed.
  let wasDown = false

  socket.on('connect', () => {
    setLine('on')
    if (wasDown) refetchInTurn()
    if (role === 'student') void sendUnsentWork()
    wasDown = false
  })
  socket.on('disconnect', (reason) => {
    wasDown = reason !== 'io client disconnect'
    setLine(reason === 'io client disconnect' ? 'off' : 'connecting')
    if (reason === 'io server disconnect') connectLater(role, socket)
  })
  socket.on('connect_error', (error) => {
    wasDown = true
    // A lost connection reconnects by itself; one refused by the server does not.
    if (socket.active) return
    const refusal = 'data' in error ? error.data : undefined
    if (SessionEndedReply.safeParse(refusal).success) void comeBackIfRenewed()
    else connectLater(role, socket)
  })
  socket.on(changedEvent.name, (payload: unknown) => {
    const what = changedEvent.payload.safeParse(payload).data?.what
    if (what === 'notices') return refreshNotifications()
    return what === 'work' ? refreshWork() : queryClient.invalidateQueries()
  })

  async function comeBackIfRenewed(): Promise<void> {
    if (await handleRefusedToken(role, tried)) connectLater(role, socket)
  }
  return socket
}

/** The time, in ms, after which an answer has arrived, even if it was prefetched. */
const maxAnswerMs = 10_000

/** The time since the oldest visible query was sent, at most. */
function getOldestQueryAgeMs(): number {
  const answeredAt = queryClient
    .getQueryCache()
    .getAll()
    .map(({ state }) => state.dataUpdatedAt || Infinity)
  return Math.max(0, Date.now() - Math.min(Date.now(), ...answeredAt)) + maxAnswerMs
}

/** Refetching everything at once would block a page that has just been rendered. */
function refetchInTurn(): void {
  queryClient.invalidateQueries({ refetchType: 'none' })
  for (const { queryKey } of queryClient.getQueryCache().findAll({ type: 'active' })) {
    const unlessAsked = { queryKey, exact: true, type: 'active', stale: true } as const
    void waitForIdleTurn().then(() => queryClient.refetchQueries(unlessAsked))
  }
}

function connectLater(role: Role, socket: Socket): void {
  setTimeout(() => {
    const isOff = connections[role].line.getState().line === 'off'
    if (getToken(role) !== null && !isOff) socket.connect()
  }, socketReconnectDelayMs)
}

/** Opens the connection of a role's session; returns a function that closes it. */
export function connectLiveSocket(role: Role): () => void {
  const socket = getSocket(role)
  connections[role].line.setState({ line: 'connecting' })
  socket.connect()
  return () => {
    socket.disconnect()
    connections[role].line.setState({ line: 'off' })
  }
}

export function useConnectionState(role: Role): ConnectionState {
  return useStore(connections[role].line, ({ line }) => line)
}

/** Waits for the connection, as after opening the page, at most as long as an API call may take. */
export function waitUntilConnected(role: Role): Promise<void> {
  const socket = getSocket(role)
  if (socket.connected) return Promise.resolve()
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(giveUp)
      socket.off('connect', done)
      resolve()
    }
    const giveUp = setTimeout(done, requestTimeoutMs)
    socket.on('connect', done)
  })
}

/**
 * Sends an event and returns the server's acknowledgement, or a refusal if there is no connection
 * or no answer. Nothing is queued: it would be outdated when sent.
 */
export async function send<E extends SocketEvent>(
  role: Role,
  event: E,
  payload: z.input<E['payload']>,
): Promise<Acknowledgement> {
  const socket = getSocket(role)
  const refused = { ok: false, message: notConnectedMessage } as const
  if (!socket.connected) return refused
  try {
    const answer: unknown = await socket.timeout(requestTimeoutMs).emitWithAck(event.name, payload)
    return Acknowledgement.safeParse(answer).data ?? refused
  } catch {
    return refused
  }
}

/** Handles every event of a kind until the returned function is called. */
export function listen<E extends SocketEvent>(
  role: Role,
  event: E,
  handle: (payload: EventPayload<E>) => void,
): () => void {
  const socket = getSocket(role)
  const heard = (given: unknown) => {
    const read = event.payload.safeParse(given)
    // Cast: the event's own schema has just parsed it.
    if (read.success) handle(read.data as EventPayload<E>)
  }
  socket.on(event.name, heard)
  return () => {
    socket.off(event.name, heard)
  }
}
