import { expect, test } from 'vitest'
import { callClientEvents, callServerEvents } from '#contract/calls/calls.ts'
import { makePerson } from '#test/factories.ts'
import {
  canShareDatabase,
  makeJoinedReview,
  openPageSocket,
  startLiveApp,
  startSecondProcess,
} from '#test/live-app.ts'

const offer = { type: 'offer', sdp: 'v=0 offer' } as const
const ans = { type: 'answer', sdp: 'v=0 answer' } as const
const candidate = {
  candidate: 'candidate:1 1 udp 2122260223 192.0.2.1 54321 typ host',
  sdpMid: '0',
  sdpMLineIndex: 0,
  usernameFragment: 'abcd',
}
const notInRoom = { ok: false, message: 'The other person is not in the room' }

const kinds = [
  ['user:call', { offer }, 'incomming:call'],
  ['call:accepted', { ans }, 'call:accepted'],
  ['peer:nego:needed', { offer }, 'peer:nego:needed'],
  ['peer:nego:done', { ans }, 'peer:nego:final'],
  ['peer:candidate', { candidate }, 'peer:candidate'],
  ['peer:candidate', { candidate: null }, 'peer:candidate'],
  ['call:ended', {}, 'call:ended'],
] as const

test.each(kinds)('%s with %o reaches the other as %s, with the sender’s id', async (...kind) => {
  const [name, payload, arrivesAs] = kind
  const app = await startLiveApp()
  const { student, reviewer } = await makeJoinedReview(app)

  expect(await student.sendAny(name, { to: reviewer.id, ...payload })).toEqual({ ok: true })
  await expect
    .poll(() => reviewer.heard)
    .toEqual([{ name: arrivesAs, payload: { from: student.id, ...payload } }])
  expect(student.heard).toEqual([])
})

test('nothing is relayed to or from somebody who is not in the room', async () => {
  const app = await startLiveApp()
  const [one, other] = [await makeJoinedReview(app), await makeJoinedReview(app)]
  const outside = await openPageSocket(app, one.people.student.token)
  const stranger = await openPageSocket(app, (await makePerson(app, 'student')).token)

  for (const [name, payload] of kinds) {
    for (const [from, to] of [
      [one.student, other.reviewer.id],
      [one.student, outside.id],
      [one.student, one.student.id],
      [one.student, one.people.reviewer._id],
      [one.student, one.room],
      [outside, one.reviewer.id],
      [stranger, one.reviewer.id],
    ] as const) {
      expect(await from.sendAny(name, { to, ...payload })).toEqual(notInRoom)
    }
  }
  await one.student.send(callClientEvents.call, { to: one.reviewer.id, offer })
  await one.reviewer.next(callServerEvents.call)
  for (const { heard } of [one.student, one.reviewer, other.student, other.reviewer, outside]) {
    expect(heard).toEqual([])
  }
})

test('malformed or too long events are refused and do no harm', async () => {
  const app = await startLiveApp()
  const { room, student, reviewer } = await makeJoinedReview(app)
  const to = reviewer.id
  const refused = { ok: false, message: 'Please check what you entered' }

  for (const payload of [
    undefined,
    null,
    'text',
    [],
    { to },
    { to: 7, offer },
    { to: 'x'.repeat(65), offer },
    { to, offer: 'v=0' },
    { to, offer: { type: 'nonsense', sdp: '' } },
    { to, offer: { type: 'offer', sdp: 'x'.repeat(64 * 1024 + 1) } },
    { to, offer: { type: 'offer', sdp: Buffer.from('v=0') } },
  ]) {
    expect(await student.sendAny('user:call', payload)).toEqual(refused)
  }
  expect(await student.sendAny('room:join', { room: 'x'.repeat(101) })).toEqual(refused)
  expect(await student.sendAny('room:join', { room: { $ne: '' } })).toEqual(refused)
  expect(await student.sendAny('no:such:event', {})).toEqual({ ok: false, message: 'Not found' })
  student.socket.emit('user:call', { to })
  expect(await student.send(callClientEvents.call, { to, offer })).toEqual({ ok: true })
  expect(await reviewer.next(callServerEvents.call)).toEqual({ from: student.id, offer })
  expect(reviewer.heard).toEqual([])

  student.socket.emit('room:join', { room, more: 'x'.repeat(200 * 1024) })
  await student.ended
  expect(await reviewer.next(callServerEvents.left)).toEqual({ id: student.id })
  expect(await reviewer.join(room)).toMatchObject({ answer: { ok: true } })
})

test('the longest allowed offer arrives complete', async () => {
  const app = await startLiveApp()
  const { student, reviewer } = await makeJoinedReview(app)
  const long = { type: 'offer', sdp: 'a=line\r\n'.repeat(8 * 1024) } as const
  expect(await student.send(callClientEvents.call, { to: reviewer.id, offer: long })).toEqual({
    ok: true,
  })
  expect(await reviewer.next(callServerEvents.call)).toEqual({ from: student.id, offer: long })
})

test('unknown fields are not relayed', async () => {
  const app = await startLiveApp()
  const { student, reviewer } = await makeJoinedReview(app)
  const more = { from: 'somebody else', extra: 'x' }
  await student.sendAny('user:call', { to: reviewer.id, offer: { ...offer, ...more }, ...more })
  expect(await reviewer.next(callServerEvents.call)).toEqual({ from: student.id, offer })
})

test('a sender of too many events is refused, then disconnected; the other continues', async () => {
  const app = await startLiveApp({ rateLimit: true })
  const { room, student, reviewer, people } = await makeJoinedReview(app)
  const answers = await Promise.allSettled(
    Array.from({ length: 300 }, () => student.send(callClientEvents.end, { to: reviewer.id })),
  )
  const given = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(given).toContainEqual({
    ok: false,
    message: 'Too many requests. Please wait a moment.',
  })
  expect(given.filter(({ ok }) => ok).length).toBeLessThan(100)
  expect(await student.ended).toBe('io server disconnect')
  expect(await reviewer.next(callServerEvents.left)).toEqual({ id: student.id })
  expect((await reviewer.join(room)).answer).toEqual({ ok: true })

  const back = await openPageSocket(app, people.student.token)
  expect((await back.join(room)).answer).toEqual({ ok: true })
})

test('after waiting, a refused sender may send again', async () => {
  const app = await startLiveApp({ rateLimit: true })
  const { student, reviewer } = await makeJoinedReview(app)
  const send = () => student.send(callClientEvents.call, { to: reviewer.id, offer })
  const last = (await Promise.all(Array.from({ length: 150 }, send))).at(-1)
  expect(last).toMatchObject({ ok: false })
  app.time.now += 5_000
  expect(await send()).toEqual({ ok: true })
})

if (canShareDatabase) {
  test('between two processes everything arrives, in the order in which it was sent', async () => {
    const app = await startLiveApp()
    const second = await startSecondProcess(app)
    const { student, reviewer } = await makeJoinedReview(app, { second })
    const to = reviewer.id
    const long = { type: 'offer', sdp: 'a=line\r\n'.repeat(2_000) } as const

    const answers = await Promise.all([
      student.send(callClientEvents.call, { to, offer: long }),
      ...Array.from({ length: 20 }, (_, at) =>
        student.send(callClientEvents.candidate, {
          to,
          candidate: { candidate: `candidate ${at}` },
        }),
      ),
      student.send(callClientEvents.negotiate, { to, offer: long }),
      student.send(callClientEvents.end, { to }),
    ])
    expect(answers.every(({ ok }) => ok)).toBe(true)
    await expect.poll(() => reviewer.heard).toHaveLength(23)
    expect(reviewer.heard).toEqual([
      { name: 'incomming:call', payload: { from: student.id, offer: long } },
      ...Array.from({ length: 20 }, (_, at) => ({
        name: 'peer:candidate',
        payload: { from: student.id, candidate: { candidate: `candidate ${at}` } },
      })),
      { name: 'peer:nego:needed', payload: { from: student.id, offer: long } },
      { name: 'call:ended', payload: { from: student.id } },
    ])
    expect(await reviewer.send(callClientEvents.accept, { to: student.id, ans })).toEqual({
      ok: true,
    })
    expect(await student.next(callServerEvents.accept)).toEqual({ from: reviewer.id, ans })
  })

  test('rooms on two processes do not mix', async () => {
    const app = await startLiveApp()
    const second = await startSecondProcess(app)
    const one = await makeJoinedReview(app, { second })
    const other = await makeJoinedReview(app, { second })
    expect(await one.student.send(callClientEvents.end, { to: other.reviewer.id })).toEqual(
      notInRoom,
    )
    await one.student.send(callClientEvents.end, { to: one.reviewer.id })
    await one.reviewer.next(callServerEvents.end)
    expect(other.reviewer.heard).toEqual([])
  })

  test('the other participant can return on another process after one stops', async () => {
    const app = await startLiveApp()
    const second = await startSecondProcess(app)
    const { room, student, reviewer, people } = await makeJoinedReview(app, { second })
    await second.app.close()
    expect(await reviewer.ended).toBe('transport close')
    expect(await student.next(callServerEvents.left)).toEqual({ id: reviewer.id })

    const back = await openPageSocket(app, people.reviewer.token)
    await back.join(room)
    expect(await student.next(callServerEvents.joined)).toMatchObject({ id: back.id })
    expect(await student.send(callClientEvents.call, { to: back.id, offer })).toEqual({ ok: true })
  })
}
