import { expect, test } from 'vitest'
import { hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { listOwnReviews } from '#contract/reviews/reviews.ts'
import {
  type BookingInput,
  bookingRefusals,
  bookSlot,
} from '#contract/reviews/scheduling/booking.ts'
import { listOwnSlots } from '#contract/slots/slots.ts'
import { monday, startApp } from '#test/app.ts'
import { createTestDatabase } from '#test/databases/database.ts'
import { waitForLocks } from '#test/databases/wait-for-locks.ts'
import { makePerson, makeReview, makeSlot } from '#test/factories.ts'
import { canShareDatabase } from '#test/live-app.ts'
import { recordNotices } from '#test/schools/booked.ts'

async function start(on = createTestDatabase()) {
  const app = await startApp({}, { on })
  const advisor = await makePerson(app, 'advisor')
  const reviewer = await makePerson(app, 'reviewer')
  const student = await makePerson(app, 'student')
  const slot = await makeSlot(app, reviewer, monday + 90 * minuteMs)
  const reviewId = await makeReview(app, { student, advisor })
  const book = (more: Partial<BookingInput> = {}, token: string | undefined = advisor.token) =>
    app.call(bookSlot.advisor, {
      token,
      body: { value: { reviewId, reviewer: reviewer._id, slot, ...more } },
    })
  const seen = async () => (await app.call(listOwnReviews, { token: student.token })).body[0]
  return { app, advisor, reviewer, student, slot, reviewId, book, seen }
}

test('an advisor books a slot, and student and reviewer see it', async () => {
  const { app, advisor, student, reviewer, slot, reviewId, book, seen } = await start()
  const events = recordNotices(app)
  const booked = await book()
  expect(booked.status).toBe(200)
  expect(booked.body.message).toBe('book slot successfully.')
  expect(booked.body.review).toMatchObject({
    _id: reviewId,
    status: 'review-scheduled',
    day: '2026-03-02',
    time: '1:30 PM',
    reviewer: { _id: reviewer._id, name: reviewer.name, email: reviewer.email },
  })
  expect(await seen()).toEqual(booked.body.review)
  const { body } = await app.call(listOwnSlots, { token: reviewer.token })
  expect(body).toMatchObject([{ _id: slot, isBooked: true }])
  for (const { _id } of [student, advisor, reviewer]) {
    expect(events).toContain(`reviews of ${_id}`)
    expect(events).toContain(`slots of ${_id}`)
  }
})

test('when fifty reviews race for one slot, exactly one gets it', async () => {
  const { app, book } = await start()
  const callers = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const advisor = await makePerson(app, 'advisor')
      const student = await makePerson(app, 'student')
      return { advisor, student, reviewId: await makeReview(app, { student, advisor }) }
    }),
  )
  const answers = await Promise.all(
    callers.map(({ advisor, reviewId }) => book({ reviewId }, advisor.token)),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(49).fill(409)])
  for (const { status, body } of answers) {
    if (status === 409) expect(body).toEqual({ message: 'This slot is already booked' })
  }
  for (const [index, { student }] of callers.entries()) {
    const { body } = await app.call(listOwnReviews, { token: student.token })
    const won = answers[index]?.status === 200
    expect(body[0]?.status).toBe(won ? 'review-scheduled' : 'not-scheduled')
  }
  expect(app.errors).toEqual([])
})

test('when one review is booked into many slots at once, it gets exactly one', async () => {
  const { app, reviewer, book, seen } = await start()
  const slots = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      makeSlot(app, reviewer, monday + (3 + index) * hourMs),
    ),
  )
  const answers = await Promise.all(slots.map((slot) => book({ slot })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
  expect(await seen()).toEqual(answers.find(({ status }) => status === 200)?.body.review)
  const { body } = await app.call(listOwnSlots, { token: reviewer.token })
  expect(body.filter((slot) => slot.isBooked)).toHaveLength(1)
})

test('a booked slot is refused to another review', async () => {
  const { app, advisor, book } = await start()
  await book()
  const refused = await book({ reviewId: await makeReview(app, { advisor }) })
  expect(refused.status).toBe(409)
  expect(refused.body).toEqual({ message: 'This slot is already booked' })
})

test('a scheduled, conducted or closed review gets no slot', async () => {
  const { app, advisor, reviewer, book } = await start()
  const scheduled = await makeReview(app, {
    advisor,
    slot: await makeSlot(app, reviewer, monday + 3 * hourMs),
  })
  const conducted = await makeReview(app, {
    advisor,
    slot: await makeSlot(app, reviewer, monday - hourMs),
    conducted: true,
  })
  const closed = await makeReview(app, { advisor, closed: true })
  for (const reviewId of [scheduled, conducted, closed]) {
    const refused = await book({ reviewId })
    expect(refused.status).toBe(409)
    expect(refused.body).toEqual({ message: 'This review is already scheduled or over' })
  }
})

test('booking the same slot for the same review again reports that it is already scheduled', async () => {
  const { book } = await start()
  await book()
  const again = await book()
  expect(again.status).toBe(409)
  expect(again.body).toEqual({ message: 'This review is already scheduled or over' })
})

test.each([
  ['blocked', { blocked_at: monday }, bookingRefusals.blocked],
  ['paused', { paused_at: monday, pause_reason: 'Ill' }, bookingRefusals.paused],
  ['finished', { finished_at: monday, outcome: 'left' as const }, bookingRefusals.finished],
  [
    'finished and blocked',
    { blocked_at: monday, finished_at: monday, outcome: 'left' as const },
    bookingRefusals.finished,
  ],
])('an advisor who books for a %s student is told that', async (_state, state, refusal) => {
  const { app, student, book } = await start()
  await app.context.db.updateTable('people').set(state).where('id', '=', student._id).execute()
  const { status, body } = await book()
  expect({ status, message: body.message }).toEqual(refusal)
})

test('for a booked review, a taken or past slot is refused as such, any other as needless', async () => {
  const { app, reviewer, book } = await start()
  await book()
  const refusalOf = async (startsAt: number, isTaken = false) => {
    const slot = await makeSlot(app, reviewer, startsAt)
    if (isTaken) await makeReview(app, { slot })
    const { status, body } = await book({ slot })
    return { status, message: body.message }
  }
  expect(await refusalOf(monday + 3 * hourMs, true)).toEqual(bookingRefusals.taken)
  expect(await refusalOf(monday - hourMs)).toEqual(bookingRefusals.outsideHorizon)
  await app.context.db
    .insertInto('availabilities')
    .values({
      reviewer_id: reviewer._id,
      buffer: 0,
      most_a_day: 1,
      notice: 0,
      saved_at: monday,
    })
    .execute()
  expect(await refusalOf(monday + 4 * hourMs)).toEqual(bookingRefusals.notToSchedule)
})

test('privacy: another advisor’s review is not found, nor one that never existed', async () => {
  const { app, book, seen } = await start()
  const other = await makePerson(app, 'advisor')
  const unassigned = await makeReview(app)
  for (const refused of [
    await book({}, other.token),
    await book({ reviewId: unassigned }),
    await book({ reviewId: 'nothing', slot: 'nothing' }),
  ]) {
    expect(refused.status).toBe(404)
    expect(refused.body).toEqual({ message: 'This review does not exist' })
  }
  expect((await seen())?.status).toBe('not-scheduled')
})

test('an unknown slot, another reviewer’s slot or a blocked reviewer’s slot is not found', async () => {
  const { app, reviewer, book, seen } = await start()
  const other = await makePerson(app, 'reviewer')
  const blocked = await makePerson(app, 'reviewer', { blocked: true })
  const ofBlocked = await makeSlot(app, blocked, monday + hourMs)
  const ofOther = await makeSlot(app, other, monday - hourMs)
  for (const request of [
    { slot: 'nothing' },
    { reviewer: other._id },
    { reviewer: reviewer._id, slot: ofOther },
    { reviewer: 'nobody' },
    { reviewer: blocked._id, slot: ofBlocked },
  ]) {
    const refused = await book(request)
    expect(refused.status).toBe(404)
    expect(refused.body).toEqual({ message: 'This slot does not exist' })
  }
  expect((await seen())?.status).toBe('not-scheduled')
})

test('a slot can be booked from now until the end of the third day in the school’s zone', async () => {
  const { app, advisor, reviewer, book } = await start()
  const midnight = Date.parse('2026-03-05T05:00:00Z')
  const outside = 'A slot can be booked for today and the two days after'
  for (const [startsAt, status] of [
    [monday - hourMs, 400],
    [monday, 400],
    [monday + 30 * minuteMs, 200],
    [midnight - 30 * minuteMs, 200],
    [midnight, 400],
  ] as const) {
    const slot = await makeSlot(app, reviewer, startsAt)
    const answer = await book({ slot, reviewId: await makeReview(app, { advisor }) })
    expect(answer.status).toBe(status)
    if (status === 400) expect(answer.body).toEqual({ message: outside })
  }
})

test('a past slot is refused as past even if it is booked', async () => {
  const { app, reviewer, book } = await start()
  const slot = await makeSlot(app, reviewer, monday - hourMs)
  await makeReview(app, { slot })
  expect((await book({ slot })).status).toBe(400)
})

test.each([['reviewId'], ['reviewer'], ['slot']])(
  'a booking without %s is refused',
  async (field) => {
    const { app, advisor, reviewer, slot, reviewId, seen } = await start()
    const whole = { reviewId, reviewer: reviewer._id, slot }
    for (const value of [
      { ...whole, [field]: undefined },
      { ...whole, [field]: 7 },
    ]) {
      const refused = await app.send('PUT', '/advisor/book-slot', {
        token: advisor.token,
        body: { value },
      })
      expect(refused.status).toBe(400)
      expect(refused.body).toMatchObject({ errors: { [field]: expect.any(String) } })
    }
    expect((await seen())?.status).toBe('not-scheduled')
  },
)

test('only an advisor can book', async () => {
  const { app, reviewer, book, seen } = await start()
  const student = await makePerson(app, 'student')
  const admin = await makePerson(app, 'admin')
  for (const token of ['', student.token, reviewer.token, admin.token]) {
    const refused = await book({}, token)
    expect(refused.status).toBe(401)
    expect(refused.body).toMatchObject({ success: false, Auth: false })
  }
  expect((await seen())?.status).toBe('not-scheduled')
})

test('a booking that races with a block of the reviewer waits for it and is refused', async () => {
  // SQLite has only one write transaction at a time anyway.
  if (!canShareDatabase) return
  const database = await createTestDatabase()
  const { book, seen } = await start(Promise.resolve(database))
  const { booking } = await database.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('people')
      .set({ blocked_at: monday })
      .where('role', '=', 'reviewer')
      .execute()
    const booking = book()
    await waitForLocks(database.db, 1)
    return { booking }
  })
  expect(await booking).toMatchObject({
    status: 404,
    body: { message: bookingRefusals.unknownSlot.message },
  })
  expect((await seen())?.status).toBe('not-scheduled')
})
