import { io, type Socket } from 'socket.io-client'
import type { z } from 'zod'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { SessionEndedReply } from '#contract/kit/refusal.ts'
import { Acknowledgement, changed, type PayloadOf, type SocketEvent } from '#contract/kit/socket.ts'
import {
  requestTimeoutMs,
  socketConnectTimeoutMs,
  socketRandomizationFactor,
  socketReconnectDelayMaxMs,
  socketReconnectDelayMs,
} from '#contract/limits.ts'
import { forRoles, type Role, roles } from '#contract/roles.ts'
import { queryClient } from '#web/kit/call/query.ts'
import { tokenFor, tokenRefused } from '#web/kit/call/session.ts'
import { waitForIdleTurn } from '#web/kit/lazy/load-when-idle.ts'
import { refreshNotifications } from '#web/notifications/api.ts'
import { requestConnection } from './connection-request.ts'

export const notConnectedMessage = 'No connection to the server'

// Other than the area's own, whoever imports this needs the line at once.
requestConnection()

type ConnectionState = 'off' | 'connecting' | 'on'

/** One connection a role's session, for as long as the area is open. */
const connections = forRoles(roles, () => ({
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
    // Each role signs in on its own connection.
    forceNew: true,
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    auth: (give) => {
      tried = tokenFor(role)
      give({ token: tried, ...(wasDown ? {} : { askedMsAgo: getOldestQueryAgeMs() }) })
    },
    reconnectionAttempts: Number.POSITIVE_INFINITY,
    reconnectionDelay: socketReconnectDelayMs,
    reconnectionDelayMax: socketReconnectDelayMaxMs,
    randomizationFactor: socketRandomizationFactor,
    timeout: socketConnectTimeoutMs,
  })
  const setLine = (line: ConnectionState) => connections[role].line.setState({ line })
  // Whether the line was down before it stood: what failed may then have failed for that, and what
  // changed meanwhile was told to nobody. Else the server knows whether anything has changed.
  let wasDown = false

  socket.on('connect', () => {
    setLine('on')
    if (wasDown) refetchInTurn()
    wasDown = false
  })
  socket.on('disconnect', (reason) => {
    wasDown = reason !== 'io client disconnect'
    setLine(reason === 'io client disconnect' ? 'off' : 'connecting')
    if (reason === 'io server disconnect') connectLater(role, socket)
  })
  socket.on('connect_error', (error) => {
    wasDown = true
    // A line that is down is tried again by itself; a refusal by the server is not.
    if (socket.active) return
    const refusal = 'data' in error ? error.data : undefined
    if (SessionEndedReply.safeParse(refusal).success) void comeBackIfRenewed()
    else connectLater(role, socket)
  })
  socket.on(changed.name, (payload: unknown) => {
    const isOfNotices = changed.payload.safeParse(payload).data?.what === 'notices'
    return isOfNotices ? refreshNotifications() : queryClient.invalidateQueries()
  })

  async function comeBackIfRenewed(): Promise<void> {
    if (await tokenRefused(role, tried)) connectLater(role, socket)
  }
  return socket
}

/** An answer is here so long after it was asked for at most, also one that was prefetched, in ms. */
const maxAnswerMs = 10_000

/** How long ago the oldest of what the page shows was asked for, at most. */
function getOldestQueryAgeMs(): number {
  const answeredAt = queryClient
    .getQueryCache()
    .getAll()
    .map(({ state }) => state.dataUpdatedAt || Infinity)
  return Math.max(0, Date.now() - Math.min(Date.now(), ...answeredAt)) + maxAnswerMs
}

/** All of it asked at once would hold up a page that has just been drawn. */
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
    if (tokenFor(role) !== null && !isOff) socket.connect()
  }, socketReconnectDelayMs)
}

/** Opens the connection of a role's session; answers how to close it. */
export function openConnection(role: Role): () => void {
  const socket = getSocket(role)
  connections[role].line.setState({ line: 'connecting' })
  socket.connect()
  return () => {
    socket.disconnect()
    connections[role].line.setState({ line: 'off' })
  }
}

/** Whether the connection of a role stands; follows its changes. */
export function useConnectionState(role: Role): ConnectionState {
  return useStore(connections[role].line, ({ line }) => line)
}

/** Waits for the connection, as after opening the page, for as long as any call may take. */
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
 * Sends an event and returns the server's acknowledgement, or a refusal when there is no
 * connection or no answer: nothing is kept to be sent later, when it would be out of date.
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

/** Does something with every event of a kind, until the function that it returns is called. */
export function listen<E extends SocketEvent>(
  role: Role,
  event: E,
  handle: (payload: PayloadOf<E>) => void,
): () => void {
  const socket = getSocket(role)
  const heard = (given: unknown) => {
    const read = event.payload.safeParse(given)
    // Typed by the event's own schema, which has just read it.
    if (read.success) handle(read.data as PayloadOf<E>)
  }
  socket.on(event.name, heard)
  return () => {
    socket.off(event.name, heard)
  }
}
