import { expect, test } from 'vitest'
import { callClientEvents, callServerEvents } from '#contract/calls/calls.ts'
import { dayMs } from '#contract/kit/time/durations.ts'
import { makePerson, makeReview, makeSlot } from '#test/factories.ts'
import {
  canShareDatabase,
  makeJoinedReview,
  makeUpcomingReview,
  openPageSocket,
  startLiveApp,
  startSecondProcess,
} from '#test/live-app.ts'

test('without a session there is no socket', async () => {
  const app = await startLiveApp()
  for (const token of [undefined, '', 'nonsense', 7, { $ne: null }, 'x'.repeat(1000)]) {
    await expect(openPageSocket(app, token)).rejects.toMatchObject({
      message: 'Your session has ended. Please sign in again.',
      data: { success: false, Auth: false },
    })
  }
  const blocked = await makePerson(app, 'student', { blocked: true })
  await expect(openPageSocket(app, blocked.token)).rejects.toMatchObject({ data: { Auth: false } })
  app.time.now += 25 * 3_600_000
  const { token } = await makePerson(app, 'student')
  app.time.now += 25 * 3_600_000
  await expect(openPageSocket(app, token)).rejects.toMatchObject({ data: { Auth: false } })
})

test('both participants join: each gets an echo with their own email, and is told about the other', async () => {
  const app = await startLiveApp()
  const call = await makeUpcomingReview(app)
  const student = await openPageSocket(app, call.student.token)
  const reviewer = await openPageSocket(app, call.reviewer.token)

  expect(await student.join(call.room)).toEqual({
    answer: { ok: true },
    echo: { email: call.student.email, room: call.room },
  })
  expect(student.heard).toEqual([])
  expect(await reviewer.join(call.room)).toEqual({
    answer: { ok: true },
    echo: { email: call.reviewer.email, room: call.room },
  })
  expect(await student.next(callServerEvents.joined)).toEqual({
    email: call.reviewer.email,
    id: reviewer.id,
  })
  expect(await reviewer.next(callServerEvents.joined)).toEqual({
    email: call.student.email,
    id: student.id,
  })
})

test('a newcomer who does not ask is not told who is there, and can answer their call', async () => {
  const app = await startLiveApp()
  const call = await makeUpcomingReview(app)
  const first = await openPageSocket(app, call.student.token)
  const newcomer = await openPageSocket(app, call.reviewer.token)
  const older = { email: 'anybody@else.test', room: call.room }
  await first.sendAny('room:join', older)
  await newcomer.sendAny('room:join', older)
  expect(await first.next(callServerEvents.joined)).toEqual({
    email: call.reviewer.email,
    id: newcomer.id,
  })

  const offer = { type: 'offer', sdp: 'v=0' } as const
  expect(await first.send(callClientEvents.call, { to: newcomer.id, offer })).toEqual({ ok: true })
  expect(await newcomer.next(callServerEvents.call)).toEqual({ from: first.id, offer })
  const ans = { type: 'answer', sdp: 'v=0' } as const
  expect(await newcomer.send(callClientEvents.accept, { to: first.id, ans })).toEqual({ ok: true })
  expect(await first.next(callServerEvents.accept)).toEqual({ from: newcomer.id, ans })
  expect(newcomer.heard.map(({ name }) => name)).toEqual(['room:join'])
})

test('only the student and the reviewer of the review can join', async () => {
  const app = await startLiveApp()
  const { room, student, advisor } = await makeUpcomingReview(app)
  const inside = await openPageSocket(app, student.token)
  await inside.join(room)
  const others = [
    await makePerson(app, 'student'),
    await makePerson(app, 'reviewer'),
    advisor,
    await makePerson(app, 'admin'),
  ]
  const refusals = []
  for (const { token } of others) {
    const page = await openPageSocket(app, token)
    refusals.push(await page.sendAny('room:join', { email: student.email, room }))
  }
  const unknown = { ok: false, message: 'This review does not exist' }
  const noSuchEvent = { ok: false, message: 'Not found' }
  expect(refusals).toEqual([unknown, unknown, noSuchEvent, noSuchEvent])
  expect((await inside.join('nowhere')).answer).toEqual(unknown)
  expect(inside.heard).toEqual([])
})

test('a review without a slot or a closed one cannot be joined, a conducted one only on its day', async () => {
  const app = await startLiveApp()
  const student = await makePerson(app, 'student')
  const reviewer = await makePerson(app, 'reviewer')
  const slot = (days: number) => makeSlot(app, reviewer, app.time.now + days * dayMs)
  const page = await openPageSocket(app, student.token)
  const tryWith = async (options: Parameters<typeof makeReview>[1]) =>
    (await page.join(await makeReview(app, { student, ...options }))).answer

  expect(await tryWith({})).toEqual({ ok: false, message: 'This review is not scheduled yet' })
  const over = { ok: false, message: 'This review is over' }
  expect(await tryWith({ slot: await slot(0), closed: true })).toEqual(over)
  expect(await tryWith({ slot: await slot(-1), conducted: true })).toEqual(over)
  expect(await tryWith({ slot: await slot(0.1), conducted: true })).toEqual({ ok: true })
  expect(await tryWith({ slot: await slot(-2) })).toEqual({ ok: true })
})

test('a second page of the same person replaces the first', async () => {
  const app = await startLiveApp()
  const { room, student, reviewer, people } = await makeJoinedReview(app)

  const reloaded = await openPageSocket(app, people.student.token)
  await reloaded.join(room)

  expect(await student.next(callServerEvents.replaced)).toEqual({ room })
  expect(await reviewer.next(callServerEvents.left)).toEqual({ id: student.id })
  expect(await reviewer.next(callServerEvents.joined)).toEqual({
    email: people.student.email,
    id: reloaded.id,
  })
  expect(await reloaded.next(callServerEvents.joined)).toMatchObject({ id: reviewer.id })
  expect(await student.send(callClientEvents.end, { to: reviewer.id })).toEqual({
    ok: false,
    message: 'The other person is not in the room',
  })
  expect(reviewer.heard).toEqual([])
})

test('joining again on the same page is announced again', async () => {
  const app = await startLiveApp()
  const { room, student, reviewer } = await makeJoinedReview(app)
  await student.join(room)
  expect(await reviewer.next(callServerEvents.joined)).toMatchObject({ id: student.id })
  expect(await student.next(callServerEvents.joined)).toMatchObject({ id: reviewer.id })
})

test('when somebody leaves or drops out, the other is told once', async () => {
  const app = await startLiveApp()
  const { room, student, reviewer, people } = await makeJoinedReview(app)
  expect(await student.send(callClientEvents.leave, { room })).toEqual({ ok: true })
  expect(await student.send(callClientEvents.leave, { room })).toEqual({
    ok: false,
    message: 'Please join the room first',
  })
  expect(await reviewer.next(callServerEvents.left)).toEqual({ id: student.id })

  const again = await openPageSocket(app, people.student.token)
  await again.join(room)
  await reviewer.next(callServerEvents.joined)
  again.socket.io.engine.close()
  expect(await reviewer.next(callServerEvents.left)).toEqual({ id: again.id })
  expect(reviewer.heard).toEqual([])
})

if (canShareDatabase) {
  test('two processes on one database share one room', async () => {
    const app = await startLiveApp()
    const second = await startSecondProcess(app)
    const { room, student, reviewer, people } = await makeJoinedReview(app, { second })

    const reloaded = await openPageSocket(second, people.student.token)
    await reloaded.join(room)
    expect(await student.next(callServerEvents.replaced)).toEqual({ room })
    expect(await reviewer.next(callServerEvents.left)).toEqual({ id: student.id })
    expect(await reviewer.next(callServerEvents.joined)).toMatchObject({ id: reloaded.id })
    expect(await reloaded.next(callServerEvents.joined)).toMatchObject({ id: reviewer.id })

    const back = await openPageSocket(app, people.student.token)
    await back.join(room)
    expect(await reloaded.next(callServerEvents.replaced)).toEqual({ room })
    expect(await back.next(callServerEvents.joined)).toMatchObject({ id: reviewer.id })
    back.socket.disconnect()
    expect(await reviewer.next(callServerEvents.left)).toEqual({ id: reloaded.id })
    expect(await reviewer.next(callServerEvents.joined)).toMatchObject({ id: back.id })
    expect(await reviewer.next(callServerEvents.left)).toEqual({ id: back.id })
    expect(reviewer.heard).toEqual([])
  })

  test('when one person opens many pages at once on two processes, one stays', async () => {
    const app = await startLiveApp()
    const second = await startSecondProcess(app)
    const { room, student, reviewer } = await makeUpcomingReview(app)
    const peer = await openPageSocket(app, reviewer.token)
    await peer.join(room)
    const pages = await Promise.all(
      [app, second, app, second, app, second].map((server) =>
        openPageSocket(server, student.token),
      ),
    )
    await Promise.all(pages.map((page) => page.join(room)))

    await expect
      .poll(() => pages.filter((page) => page.heard.every(({ name }) => name !== 'room:replaced')))
      .toHaveLength(1)
    const [stays] = pages.filter((page) => page.heard.every(({ name }) => name !== 'room:replaced'))
    await expect
      .poll(() => {
        const here = new Set<unknown>()
        for (const { name, payload } of peer.heard) {
          const { id } = callServerEvents.left.payload.parse(payload)
          if (name === 'user:joined') here.add(id)
          else here.delete(id)
        }
        return [...here]
      })
      .toEqual([stays?.id])
  })
}
