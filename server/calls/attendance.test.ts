import { expect, test } from 'vitest'
import { getCallRecord } from '#contract/calls/call-record.ts'
import { callClientEvents, callServerEvents } from '#contract/calls/calls.ts'
import { hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { reportNoShow } from '#contract/reviews/scheduling/no-show.ts'
import { makePerson, makeSlot } from '#test/factories.ts'
import {
  type LiveApp,
  makeJoinedReview,
  makeUpcomingReview,
  openPageSocket,
  type PageSocket,
  startLiveApp,
} from '#test/live-app.ts'

type Meeting = Awaited<ReturnType<typeof makeJoinedReview>>

/** Joins and leaves a number of times, one second each. */
async function comeAndGo(app: LiveApp, page: PageSocket, room: string, times: number) {
  for (let round = 0; round < times; round++) {
    await page.join(room)
    app.time.now += 1000
    await page.send(callClientEvents.leave, { room })
  }
}

test('a student who joins and leaves all day, and chats, does not harm the record of the review', async () => {
  const app = await startLiveApp()
  const { room, ...people } = await makeUpcomingReview(app)
  const slotAt = app.time.now + hourMs
  const student = await openPageSocket(app, people.student.token)
  // Starts a day before the slot: ten minutes of every hour, for many hours.
  app.time.now = slotAt - 23 * hourMs
  for (let hour = 0; hour < 6; hour++) {
    await comeAndGo(app, student, room, 25)
    app.time.now += hourMs
  }
  await student.join(room)
  const replies = []
  for (let line = 0; line < 101; line++) {
    app.time.now += 1000
    replies.push((await student.send(callClientEvents.chat, { room, text: `line ${line}` })).ok)
  }
  expect(replies).toEqual([...Array(100).fill(true), false])
  await student.send(callClientEvents.leave, { room })

  app.time.now = slotAt
  const again = await openPageSocket(app, people.student.token)
  const reviewer = await openPageSocket(app, people.reviewer.token)
  await again.join(room)
  await reviewer.join(room)
  for (const page of [again, reviewer]) {
    expect(await page.send(callClientEvents.chat, { room, text: 'in the review' })).toEqual({
      ok: true,
    })
  }
  app.time.now += 20 * minuteMs
  await again.send(callClientEvents.leave, { room })

  const { body } = await app.call(getCallRecord.advisor, {
    token: people.advisor.token,
    query: { id: room },
  })
  const early = body.events.filter((event) => event.early)
  expect(early.length).toBeLessThanOrEqual(100)
  expect(early.reduce((sum, { times }) => sum + times, 0)).toBe(302)
  expect(early.find(({ times }) => times > 1)).toMatchObject({ kind: 'left', times: 31 })
  expect(body.events.filter((event) => !event.early)).toMatchObject([
    { kind: 'joined', person: { role: 'student' }, times: 1 },
    { kind: 'joined', person: { role: 'reviewer' }, times: 1 },
    { kind: 'left', person: { role: 'student' }, times: 1 },
  ])
  expect(body.chat.filter((line) => !line.early).map(({ text }) => text)).toEqual([
    'in the review',
    'in the review',
  ])
  expect(body).toMatchObject({ togetherSeconds: 20 * 60, earlySeconds: 0 })
})

test('however often a connection breaks during the review, its attendance is exact to the second', async () => {
  const app = await startLiveApp()
  const { room, ...people } = await makeUpcomingReview(app)
  app.time.now += hourMs
  const student = await openPageSocket(app, people.student.token)
  const reviewer = await openPageSocket(app, people.reviewer.token)
  await reviewer.join(room)
  // In the room for a second, out for another.
  for (let round = 0; round < 30; round++) {
    await comeAndGo(app, student, room, 1)
    app.time.now += 1000
  }
  const { body } = await app.call(getCallRecord.reviewer, {
    token: people.reviewer.token,
    query: { id: room },
  })
  expect(body.togetherSeconds).toBe(30)
  expect(body.events).toHaveLength(1 + 20)
  expect(body.events.at(-1)).toMatchObject({ kind: 'left', times: 41, reason: 'left' })
})

test('time together during a former slot is counted separately from the new one', async () => {
  const app = await startLiveApp()
  const { room, student, reviewer, people } = await makeJoinedReview(app)
  app.time.now += 10 * minuteMs
  await student.send(callClientEvents.leave, { room })
  await reviewer.send(callClientEvents.leave, { room })
  const slot_id = await makeSlot(app, people.reviewer, app.time.now)
  await app.context.db.updateTable('reviews').set({ slot_id }).where('id', '=', room).execute()
  const read = async () =>
    (
      await app.call(getCallRecord.advisor, {
        token: people.advisor.token,
        query: { id: room },
      })
    ).body
  expect(await read()).toMatchObject({ togetherSeconds: 600, earlySeconds: 600 })
  await student.join(room)
  await reviewer.join(room)
  app.time.now += 5 * minuteMs
  await student.send(callClientEvents.leave, { room })
  expect(await read()).toMatchObject({ togetherSeconds: 900, earlySeconds: 600 })
})

/** Gives the review a slot, or takes it away. */
async function moveTo(app: LiveApp, room: string, slot_id: string | null) {
  const status = slot_id === null ? 'not-scheduled' : 'review-scheduled'
  const { db } = app.context
  await db.updateTable('reviews').set({ slot_id, status }).where('id', '=', room).execute()
}

/** The status of the student's report that the reviewer did not come. */
async function reportAbsentReviewer(app: LiveApp, { room, student }: Meeting['people']) {
  const { status } = await app.call(reportNoShow.student, {
    token: student.token,
    body: { value: { reviewId: room, who: 'reviewer' } },
  })
  return status
}

test('a reviewer who left after the slot was freed has not come to the next one', async () => {
  const app = await startLiveApp()
  const { room, student, reviewer, people } = await makeJoinedReview(app)
  await student.send(callClientEvents.leave, { room })
  await moveTo(app, room, null)
  await reviewer.send(callClientEvents.leave, { room })
  await moveTo(app, room, await makeSlot(app, people.reviewer, app.time.now + 90 * minuteMs))
  app.time.now += 100 * minuteMs
  await student.join(room)
  app.time.now += minuteMs
  expect(await reportAbsentReviewer(app, people)).toBe(200)
})

test('a reviewer whose review went to another one leaves its room, and is not in its record', async () => {
  const app = await startLiveApp()
  const { room, student, reviewer } = await makeJoinedReview(app)
  await student.send(callClientEvents.leave, { room })
  const another = await makePerson(app, 'reviewer')
  await moveTo(app, room, await makeSlot(app, another, app.time.now))
  await student.join(room)
  expect(student.heard.map(({ name }) => name)).not.toContain(callServerEvents.joined.name)
  expect(await reviewer.send(callClientEvents.chat, { room, text: 'still here' })).toMatchObject({
    ok: false,
  })
  app.time.now += 5 * minuteMs
  await student.send(callClientEvents.leave, { room })
  const read = async () => {
    const as = { token: another.token, query: { id: room } }
    return (await app.call(getCallRecord.reviewer, as)).body
  }
  await expect.poll(read).toMatchObject({
    events: expect.arrayContaining([expect.objectContaining({ kind: 'left', reason: 'removed' })]),
    chat: [],
    togetherSeconds: 0,
    earlySeconds: 0,
  })
})

test('a reviewer whose leaving a dying server did not record has not come hours later', async () => {
  const app = await startLiveApp()
  const { room, student, reviewer, people } = await makeJoinedReview(app)
  await student.send(callClientEvents.leave, { room })
  await reviewer.send(callClientEvents.leave, { room })
  const here = JSON.stringify([people.reviewer._id])
  await app.context.db.updateTable('call_presence').set({ here }).execute()
  app.time.now += 3 * hourMs
  await moveTo(app, room, await makeSlot(app, people.reviewer, app.time.now))
  app.time.now += 10 * minuteMs
  await student.join(room)
  expect(await reportAbsentReviewer(app, people)).toBe(200)
})
