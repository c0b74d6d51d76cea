import { expect, test } from 'vitest'
import { getCallRecord } from '#contract/calls/call-record.ts'
import { makePerson } from '#test/factories.ts'
import {
  canShareDatabase,
  type LiveApp,
  makeUpcomingReview,
  startLiveApp,
  startSecondProcess,
} from '#test/live-app.ts'
import { type OlderClient, openOlderClient } from '#test/older-client.ts'

const offer = { type: 'offer', sdp: 'v=0 offer' } as const
const ans = { type: 'answer', sdp: 'v=0 answer' } as const
/** An offer with tracks: longer than an unauthenticated client may send over a WebSocket. */
const withTracks = { type: 'offer', sdp: 'a=line\r\n'.repeat(1_000) } as const

/** Waits until a client has received an event, and removes it. */
async function hear({ heard }: OlderClient, name: string, payload: unknown): Promise<void> {
  await expect.poll(() => heard.filter((one) => one.name === name)).toEqual([{ name, payload }])
  heard.splice(0)
}

/** A complete call as the specification describes it, without any of our additions. */
async function walkCall(app: LiveApp, endsUpWith: string, transports?: string[]) {
  const { room, student: ana, reviewer: rex } = await makeUpcomingReview(app)
  const student = await openOlderClient(app.url, ana.token, transports)
  const reviewer = await openOlderClient(app.url, rex.token, transports)

  for (const client of [student, reviewer]) {
    expect(client.began()).toBe('polling')
    await expect.poll(client.transport).toBe(endsUpWith)
  }

  student.socket.emit('room:join', { email: ana.email, room })
  await hear(student, 'room:join', { email: ana.email, room })
  reviewer.socket.emit('room:join', { email: rex.email, room })
  await hear(reviewer, 'room:join', { email: rex.email, room })
  await hear(student, 'user:joined', { email: rex.email, id: reviewer.id })

  student.socket.emit('user:call', { to: reviewer.id, offer })
  await hear(reviewer, 'incomming:call', { from: student.id, offer })
  reviewer.socket.emit('call:accepted', { to: student.id, ans })
  await hear(student, 'call:accepted', { from: reviewer.id, ans })

  student.socket.emit('peer:nego:needed', { to: reviewer.id, offer: withTracks })
  await hear(reviewer, 'peer:nego:needed', { from: student.id, offer: withTracks })
  reviewer.socket.emit('peer:nego:done', { to: student.id, ans })
  await hear(student, 'peer:nego:final', { from: reviewer.id, ans })

  reviewer.socket.emit('call:ended', { to: student.id })
  await hear(student, 'call:ended', { from: reviewer.id })
  return { room, student, reviewer }
}

test('an older client starts with long polling, upgrades to WebSocket, and completes a whole call', async () => {
  const app = await startLiveApp({ rateLimit: true })
  const { room } = await walkCall(app, 'websocket')
  const { token } = await makePerson(app, 'admin')
  // Events are recorded just after they are relayed.
  const kinds = async () => {
    const { body } = await app.call(getCallRecord.admin, { token, query: { id: room } })
    return body.events.map(({ kind }) => kind)
  }
  await expect.poll(kinds).toEqual(['joined', 'joined', 'answered', 'ended'])
})

test('if WebSocket is blocked, long polling carries the whole call', async () => {
  const app = await startLiveApp({ rateLimit: true })
  const { student, reviewer } = await walkCall(app, 'polling', ['polling'])
  for (const client of [student, reviewer]) expect(client.transport()).toBe('polling')
})

test('a poll for a connection that this process does not have gets a plain 400', async () => {
  const app = await startLiveApp()
  const { student } = await makeUpcomingReview(app)
  const client = await openOlderClient(app.url, student.token, ['polling'])
  const url = `/socket.io/?EIO=4&transport=polling&sid=${client.socket.io.engine.id}`
  const elsewhere = canShareDatabase ? await startSecondProcess(app) : await startLiveApp()

  for (const method of ['GET', 'POST']) {
    const reply = await fetch(elsewhere.url + url, {
      method,
      ...(method === 'POST' && { body: '2' }),
    })
    expect(reply.status).toBe(400)
    expect(await reply.json()).toEqual({ code: 1, message: 'Session ID unknown' })
  }
  expect(await client.socket.timeout(10_000).emitWithAck('room:leave', { room: 'any' })).toEqual({
    ok: false,
    message: 'Please join the room first',
  })
  expect(app.errors).toEqual([])
})
