import { expect, test } from 'vitest'
import { emptyAvailability, saveAvailability } from '#contract/availability/availability.ts'
import { dayMs, hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { listFreeSlots } from '#contract/reviews/scheduling/free-slots.ts'
import { moveReview } from '#contract/reviews/scheduling/rescheduling.ts'
import { listOwnSlots } from '#contract/slots/slots.ts'
import { monday } from '#test/app.ts'
import { makePerson, makeReview, makeSlot } from '#test/factories.ts'
import { type BookedSchool, recordNotices, startBookedSchool } from '#test/schools/booked.ts'

test('a booked review moves to another reviewer, and its old slot is free at once', async () => {
  const { app, reviewer, other, slot, ofOther, move, seen, book, advisor } =
    await startBookedSchool()
  const moved = await move()
  expect([moved.status, moved.body.message]).toEqual([200, 'Review moved'])
  expect(moved.body.review).toMatchObject({
    status: 'review-scheduled',
    startsAt: new Date(monday + 2 * hourMs).toISOString(),
    reviewer: { _id: other._id },
  })
  expect(await seen()).toEqual(moved.body.review)
  expect(await seen('reviewer')).toBe(undefined)
  const theirs = await app.call(listOwnSlots, { token: other.token })
  expect(theirs.body).toMatchObject([{ _id: ofOther, isBooked: true }])
  const another = await makeReview(app, { advisor })
  expect((await book({ reviewId: another, reviewer: reviewer._id, slot })).status).toBe(200)
})

test('both reviewers, the student and the advisor are notified of a move', async () => {
  const { app, student, advisor, reviewer, other, move } = await startBookedSchool()
  const events = recordNotices(app)
  await move()
  for (const what of ['reviews', 'slots']) {
    for (const { _id } of [student, advisor, reviewer, other]) {
      expect(events).toContain(`${what} of ${_id}`)
    }
  }
})

test('if the new slot is taken, the review keeps its old one', async () => {
  const { app, advisor, other, ofOther, book, move, seen } = await startBookedSchool()
  const another = await makeReview(app, { advisor })
  await book({ reviewId: another, reviewer: other._id, slot: ofOther })
  const before = await seen()
  const refused = await move()
  expect([refused.status, refused.body]).toEqual([409, { message: 'This slot is already booked' }])
  expect(await seen()).toEqual(before)
})

test('when twenty reviews move to one slot at once, one gets it and the others keep theirs', async () => {
  const { app, reviewer, other, ofOther, slot } = await startBookedSchool()
  const movers = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const advisor = await makePerson(app, 'advisor')
      const own = await makeSlot(app, reviewer, monday + dayMs + index * hourMs)
      return { advisor, own, id: await makeReview(app, { advisor, slot: own }) }
    }),
  )
  const answers = await Promise.all(
    movers.map(({ advisor, id }) => {
      const value = { reviewId: id, reviewer: other._id, slot: ofOther }
      return app.call(moveReview.advisor, { token: advisor.token, body: { value } })
    }),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(409)])
  const rows = await app.context.db.selectFrom('reviews').select(['id', 'slot_id']).execute()
  const won = movers[answers.findIndex(({ status }) => status === 200)]
  const wanted = movers.map(({ id, own }) => (id === won?.id ? ofOther : own))
  expect(rows.map((row) => row.slot_id).toSorted()).toEqual([...wanted, slot].toSorted())
  expect(app.errors).toEqual([])
})

test.each<[string, number, string, (school: BookedSchool) => Promise<unknown>]>([
  ['has no slot', 409, 'This review has no slot', ({ cancel }) => cancel('advisor')],
  [
    'has begun',
    409,
    'This review has begun or is over',
    async ({ app }) => {
      app.time.now = monday + hourMs
    },
  ],
  [
    'is closed',
    409,
    'This review has begun or is over',
    ({ app, id }) =>
      app.context.db.updateTable('reviews').set({ closed_at: 1 }).where('id', '=', id).execute(),
  ],
])('a review that %s cannot be moved', async (_what, status, message, happens) => {
  const school = await startBookedSchool()
  await happens(school)
  const refused = await school.move()
  expect([refused.status, refused.body]).toEqual([status, { message }])
})

test('an unknown slot, another reviewer’s, or one beyond the three days is refused', async () => {
  const { app, other, reviewer, slot, move, seen } = await startBookedSchool()
  const far = await makeSlot(app, other, monday + 4 * dayMs)
  const gone = { message: 'This slot does not exist' }
  expect(await move({ slot: 'nothing' })).toMatchObject({ status: 404, body: gone })
  expect(await move({ reviewer: reviewer._id })).toMatchObject({ status: 404, body: gone })
  expect((await move({ slot: far })).status).toBe(400)
  expect(await move({ reviewer: reviewer._id, slot })).toMatchObject({ status: 409 })
  expect(await seen()).toMatchObject({ reviewer: { _id: reviewer._id } })
})

test('privacy: another advisor’s review cannot be moved', async () => {
  const { app, move } = await startBookedSchool()
  const refused = await move({}, await makePerson(app, 'advisor'))
  expect([refused.status, refused.body]).toEqual([404, { message: 'This review does not exist' }])
})

test('undoing a move restores the old slot and its booking time', async () => {
  const { app, move, undo, seen } = await startBookedSchool()
  const before = await seen()
  app.time.now += minuteMs
  await move()
  app.time.now += 10 * minuteMs
  const undone = await undo('advisor')
  expect(undone.body).toEqual({ message: 'Change undone', review: before })
  expect(await undo('advisor')).toMatchObject({ status: 409 })
})

const over = 'This can no longer be undone: 10 minutes have passed, or the review has changed since'
test.each<[string, string, (school: BookedSchool) => Promise<unknown>]>([
  [
    'ten minutes have passed',
    over,
    async ({ app }) => {
      app.time.now += 10 * minuteMs + 1
    },
  ],
  ['it was moved once more', over, ({ cancel, other }) => cancel('reviewer', 'Ill', other)],
  ['its student asks for another time', over, ({ ask }) => ask()],
  [
    'somebody has booked the slot',
    'This cannot be undone: the slot is no longer free',
    async ({ app, advisor, book }) => book({ reviewId: await makeReview(app, { advisor }) }),
  ],
  [
    'its reviewer was blocked',
    'This cannot be undone: the slot is no longer free',
    ({ app, reviewer }) =>
      app.context.db
        .updateTable('people')
        .set({ blocked_at: monday })
        .where('id', '=', reviewer._id)
        .execute(),
  ],
  [
    'the slot is gone',
    'This cannot be undone: the slot is no longer free',
    ({ app, slot }) => app.context.db.deleteFrom('slots').where('id', '=', slot).execute(),
  ],
])('a move cannot be undone if %s', async (_what, message, happens) => {
  const school = await startBookedSchool()
  await school.move()
  await happens(school)
  const before = await school.seen()
  const refused = await school.undo('advisor')
  expect([refused.status, refused.body]).toEqual([409, { message }])
  expect(await school.seen()).toEqual(before)
})

test('a review can move to the slot beside its own, which counts against no rule', async () => {
  const school = await startBookedSchool()
  const { app, advisor, reviewer, id, move } = school
  const beside = await makeSlot(app, reviewer, monday + 90 * minuteMs)
  await app.context.db
    .insertInto('availabilities')
    .values({
      reviewer_id: reviewer._id,
      buffer: 15,
      most_a_day: 1,
      notice: 0,
      saved_at: monday,
    })
    .execute()
  const query = { review: id, limit: undefined }
  const free = await app.call(listFreeSlots.advisor, { token: advisor.token, query })
  expect(free.body.map(({ _id }) => _id)).toContain(beside)
  expect((await move({ reviewer: reviewer._id, slot: beside })).status).toBe(200)
})

test('only the person who moved a review can undo it', async () => {
  const { app, move, undo, other } = await startBookedSchool()
  await move()
  expect((await undo('reviewer', other)).status).toBe(409)
  expect((await undo('reviewer')).status).toBe(404)
  expect((await undo('advisor', await makePerson(app, 'advisor'))).status).toBe(404)
})

/**
 * The reviewer has reviews right before and after the one that moves, and sets a buffer or a daily
 * maximum later.
 */
async function startBetween(rules: { buffer?: number; most_a_day?: number }) {
  const school = await startBookedSchool()
  const { app, advisor, reviewer } = school
  for (const minutes of [30, 90]) {
    await makeReview(app, {
      advisor,
      slot: await makeSlot(app, reviewer, monday + minutes * minuteMs),
    })
  }
  await app.context.db
    .insertInto('availabilities')
    .values({
      reviewer_id: reviewer._id,
      saved_at: monday,
      buffer: 0,
      most_a_day: null,
      notice: 0,
      ...rules,
    })
    .execute()
  const since = async (startsAt: number) => {
    const { db } = app.context
    const slot = await makeSlot(app, reviewer, startsAt)
    await db.updateTable('availabilities').set({ buffer: 0, most_a_day: null }).execute()
    await school.book({ reviewId: await makeReview(app, { advisor }), slot })
    await db.updateTable('availabilities').set(rules).execute()
  }
  return { ...school, since }
}

test.each([{ buffer: 15 }, { most_a_day: 2 }, { most_a_day: 1 }])(
  'bookings that existed before do not prevent undoing a cancellation: %j',
  async (rules) => {
    const { cancel, undo, seen } = await startBetween(rules)
    const before = await seen()
    await cancel('advisor')
    expect((await undo('advisor')).body).toEqual({ message: 'Change undone', review: before })
  },
)

test('an undo is refused with the reason if a later booking is too close or fills the day', async () => {
  const close = await startBetween({ buffer: 15 })
  await close.cancel('advisor')
  await close.since(monday + 2 * hourMs)
  expect((await close.undo('advisor')).status).toBe(200)

  const closer = await startBetween({ buffer: 45 })
  await closer.cancel('advisor')
  await closer.since(monday + 2 * hourMs)
  expect((await closer.undo('advisor')).body).toEqual({
    message: 'This cannot be undone: a slot booked since is too close to this one',
  })

  const full = await startBetween({ most_a_day: 3 })
  await full.cancel('advisor')
  await full.since(monday + 5 * hourMs)
  expect((await full.undo('advisor')).body).toEqual({
    message: 'This cannot be undone: the reviewer is now fully booked on that day',
  })
})

test.each([{ buffer: 15 }, { mostADay: 2 }])(
  'rules that a reviewer has changed since apply to an undo: %j',
  async (rules) => {
    const { app, reviewer, cancel, undo, seen } = await startBetween({})
    await cancel('advisor')
    const before = await seen()
    app.time.now += minuteMs
    const value = { ...emptyAvailability, ...rules }
    await app.call(saveAvailability, { token: reviewer.token, body: { value } })
    const refused = await undo('advisor')
    expect([refused.status, refused.body]).toEqual([
      409,
      { message: 'This cannot be undone: the reviewer has changed their booking limits' },
    ])
    expect(await seen()).toEqual(before)
  },
)
