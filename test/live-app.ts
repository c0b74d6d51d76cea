import { io } from 'socket.io-client'
import { onTestFinished } from 'vitest'
import type { z } from 'zod'
import { callClientEvents, callServerEvents } from '#contract/calls/calls.ts'
import {
  Acknowledgement,
  changedEvent,
  type EventPayload,
  type SocketEvent,
} from '#contract/kit/socket-event.ts'
import { hourMs } from '#contract/kit/time/durations.ts'
import { buildApp } from '#server/app.ts'
import { openDatabase } from '#server/database/connect.ts'
import type { Context } from '#server/kit/context.ts'
import { toAdapterOptions } from '#server/kit/live/sockets.ts'
import { startApp, type TestApp } from './app.ts'
import { makePerson, makeReview, makeSlot } from './factories.ts'

/** On PostgreSQL several processes share a database. */
export const canShareDatabase = process.env.TEST_DATABASE === 'postgres'

export type LiveApp = Awaited<ReturnType<typeof startLiveApp>>
type Server = { url: string }

/** An app with sockets, listening on loopback. */
export async function startLiveApp(
  settings: Partial<Context['settings']> = {},
  options: { corsOrigins?: string[] } = {},
) {
  const app = await startApp(settings, { ...options, sockets: true })
  return { ...app, url: await app.app.listen({ host: '127.0.0.1', port: 0 }) }
}

/** A second server on the same database, which acts as another process. */
export async function startSecondProcess({ address, context, errors }: TestApp) {
  const db = openDatabase(address)
  const own: Context = { ...context, db }
  const log = { level: 'error', stream: { write: (line: string) => errors.push(line) } } as const
  const app = await buildApp(own, { log, sockets: toAdapterOptions(address) })
  onTestFinished(async () => {
    await app.close()
    await db.destroy()
  })
  return { app, context: own, url: await app.listen({ host: '127.0.0.1', port: 0 }) }
}

export type PageSocket = Awaited<ReturnType<typeof openPageSocket>>

/** A page's socket. Rejects with the server's message if it is not accepted. */
export async function openPageSocket(
  { url }: Server,
  token: unknown,
  handshake: { askedMsAgo?: number } = {},
) {
  const socket = io(url, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: { token, ...handshake },
  })
  onTestFinished(() => {
    socket.disconnect()
  })
  const heard: { name: string; payload: unknown }[] = []
  const waiting = new Set<() => void>()
  const look = () => {
    for (const one of waiting) one()
  }
  socket.onAny((name: string, payload: unknown) => {
    heard.push({ name, payload })
    look()
  })
  const ended = new Promise<string>((resolve) => socket.once('disconnect', resolve))
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })

  /** Sends an arbitrary event and returns the acknowledgement. */
  async function sendAny(name: string, payload: unknown): Promise<Acknowledgement> {
    return Acknowledgement.parse(await socket.timeout(10_000).emitWithAck(name, payload))
  }

  /** Waits for the oldest unread event of a kind. */
  function next<E extends SocketEvent>({ name, payload }: E): Promise<EventPayload<E>> {
    return new Promise((resolve) => {
      const take = () => {
        const at = heard.findIndex((one) => one.name === name)
        if (at < 0) return
        waiting.delete(take)
        const [found] = heard.splice(at, 1)
        // Parsed by the event's own schema.
        resolve(payload.parse(found?.payload) as EventPayload<E>)
      }
      waiting.add(take)
      take()
    })
  }

  return {
    socket,
    id: socket.id ?? '',
    /** Events received and not read yet. */
    heard,
    /** Why the connection ended. */
    ended,
    sendAny,
    send: <E extends SocketEvent>(event: E, payload: z.input<E['payload']>) =>
      sendAny(event.name, payload),
    next,
    /** Enters a room and waits for the echo. */
    async join(room: string) {
      const answer = await sendAny(callClientEvents.join.name, {
        email: 'anybody@else.test',
        room,
        tellPresent: true,
      })
      return { answer, echo: answer.ok ? await next(callServerEvents.join) : undefined }
    },
  }
}

/** A review in an hour, with its people. */
export async function makeUpcomingReview(
  app: TestApp,
  options: Parameters<typeof makeReview>[1] = {},
) {
  const student = await makePerson(app, 'student')
  const advisor = await makePerson(app, 'advisor')
  const reviewer = await makePerson(app, 'reviewer')
  const slot = await makeSlot(app, reviewer, app.time.now + hourMs)
  const room = await makeReview(app, { student, advisor, slot, ...options })
  return { room, student, advisor, reviewer }
}

/** The same with both in the room and announced to each other. */
export async function makeJoinedReview(app: LiveApp, { second = app }: { second?: Server } = {}) {
  const call = await makeUpcomingReview(app)
  const student = await openPageSocket(app, call.student.token)
  const reviewer = await openPageSocket(second, call.reviewer.token)
  await student.join(call.room)
  await reviewer.join(call.room)
  await student.next(callServerEvents.joined)
  await reviewer.next(callServerEvents.joined)
  // All of the student's pages are notified that the reviewer has come.
  await student.next(changedEvent)
  return { ...call, student, reviewer, people: call }
}
