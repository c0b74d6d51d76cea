import { expect, test } from 'vitest'
import { hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { rescheduleRequestsMax } from '#contract/limits/reviews.ts'
import { createReview } from '#contract/reviews/decision.ts'
import { updateMark } from '#contract/reviews/marking.ts'
import { getHome, listReviews } from '#contract/reviews/reviews.ts'
import { countWaitingForAdvisor } from '#contract/reviews/waiting-counts.ts'
import { removeSlots } from '#contract/slots/remove-and-clone-slots.ts'
import { emptyHistoryRow } from '#seed/weeks/history.ts'
import { monday } from '#test/app.ts'
import { makePerson, makeReview, makeSlot } from '#test/factories.ts'
import { type BookedSchool, recordNotices, startBookedSchool } from '#test/schools/booked.ts'

test('a student requests another time, and the advisor sees the preferred slots', async () => {
  const { app, student, advisor, reviewer, other, later, ofOther, ask, seen } =
    await startBookedSchool()
  const events = recordNotices(app)
  const asked = await ask([ofOther, later], ' An exam ')
  expect(asked.body.message).toBe('Reschedule request sent to your advisor')
  expect(asked.body.review.wish).toEqual({
    reason: 'An exam',
    slots: [
      {
        _id: ofOther,
        date: '2026-03-02',
        slot_date: '2026-03-02',
        slot_time: '2:00 PM',
        isBooked: false,
        startsAt: '2026-03-02T19:00:00.000Z',
        reviewer: { _id: other._id, name: other.name },
      },
      expect.objectContaining({ _id: later, slot_time: '3:00 PM' }),
    ],
  })
  expect(await seen()).toEqual(asked.body.review)
  expect((await app.call(getHome, { token: student.token })).body).toMatchObject(asked.body.review)
  expect(events).toEqual(
    expect.arrayContaining([`reviews of ${student._id}`, `reviews of ${advisor._id}`]),
  )
  expect(events).not.toContain(`reviews of ${reviewer._id}`)
})

test('privacy: a reviewer sees no reschedule request and cannot filter by it', async () => {
  const { app, reviewer, ask, seen, history } = await startBookedSchool()
  await ask()
  expect(await seen('reviewer')).toMatchObject({ wish: null })
  const query = { wished: 'true', limit: undefined }
  const { body } = await app.call(listReviews.reviewer, { token: reviewer.token, query })
  expect(body).toHaveLength(1)
  const lines = await history('reviewer')
  expect(lines.find(({ what }) => what === 'asked')).toMatchObject({ reason: null })
})

test('the history keeps the slots of each request, but not for the reviewer', async () => {
  const { app, other, ofOther, later, ask, withdraw, history } = await startBookedSchool()
  await ask([later, ofOther], 'First')
  await ask([ofOther, later], 'Second')
  await withdraw()
  const body = { value: { slots: [ofOther] } }
  expect((await app.call(removeSlots, { token: other.token, body })).status).toBe(200)
  const readRequest = async (role: 'student' | 'advisor' | 'reviewer' | 'admin') =>
    (await history(role)).map(({ wished }) => wished.map(({ _id }) => _id))
  for (const role of ['student', 'advisor', 'admin'] as const) {
    expect(await readRequest(role)).toEqual([[], [later, ofOther], [ofOther, later], []])
  }
  expect(await readRequest('reviewer')).toEqual([[], [], [], []])
})

test('a latest request whose entry keeps no slots shows those that are still there', async () => {
  const { app, id, student, ofOther, later, ask, history } = await startBookedSchool()
  await ask([ofOther, later])
  const entry = { id: 'z', review_id: id, at: app.context.clock(), what: 'asked' } as const
  await app.context.db
    .insertInto('review_history')
    .values({ ...emptyHistoryRow, ...entry, person_id: student._id })
    .execute()
  expect((await history('advisor')).at(-1)?.wished).toMatchObject([
    { _id: ofOther },
    { _id: later },
  ])
})

test('the advisor’s list and counts include reviews with a request', async () => {
  const { app, advisor, id, ask, withdraw } = await startBookedSchool()
  await makeReview(app, { advisor })
  const readRequest = async () => {
    const query = { wished: 'true', limit: undefined }
    const { body } = await app.call(listReviews.advisor, { token: advisor.token, query })
    return body.map(({ _id }) => _id)
  }
  const counted = async () =>
    (await app.call(countWaitingForAdvisor, { token: advisor.token })).body
  expect([await readRequest(), (await counted()).wished]).toEqual([[], 0])
  await ask()
  expect([await readRequest(), (await counted()).wished]).toEqual([[id], 1])
  await withdraw()
  expect([await readRequest(), (await counted()).wished]).toEqual([[], 0])
})

test('a review with a request and no slot counts once, as waiting for a slot', async () => {
  const { app, advisor, cancel, ask, seen } = await startBookedSchool()
  const token = advisor.token
  await cancel('advisor')
  const before = (await app.call(countWaitingForAdvisor, { token })).body
  await ask()
  expect(await seen()).toMatchObject({ wish: { reason: 'An exam' }, startsAt: null })
  expect((await app.call(countWaitingForAdvisor, { token })).body).toEqual(before)
  expect(before).toMatchObject({ toSchedule: 1, wished: 0 })
})

test('a new request replaces the one before', async () => {
  const { ofOther, later, ask, seen } = await startBookedSchool()
  await ask([ofOther], 'First')
  await ask([later], 'Second')
  expect(await seen()).toMatchObject({ wish: { reason: 'Second', slots: [{ _id: later }] } })
})

test('requests per review are limited, even when made at once, and the booking stays in the history', async () => {
  const { ask, withdraw, history } = await startBookedSchool()
  const replies = await Promise.all(Array.from({ length: rescheduleRequestsMax + 5 }, () => ask()))
  const refused = replies.filter(({ status }) => status === 409)
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(rescheduleRequestsMax)
  expect(refused).toHaveLength(5)
  expect(refused[0]?.body.message).toBe(
    'You have sent 20 reschedule requests for this review. Please talk to your advisor.',
  )
  expect((await withdraw()).status).toBe(200)
  expect((await ask()).status).toBe(409)
  const lines = (await history('advisor')).map(({ what }) => what)
  expect(lines).toEqual(['booked', ...Array(rescheduleRequestsMax).fill('asked'), 'withdrawn'])
})

test('moving a review to a requested slot grants and ends the request', async () => {
  const { other, ofOther, ask, move, seen, undo } = await startBookedSchool()
  await ask([ofOther])
  const before = await seen()
  expect((await move({ reviewer: other._id, slot: ofOther })).body.review.wish).toBe(null)
  // After the undo the request is open again.
  expect((await undo('advisor')).body.review).toEqual(before)
})

test.each<[string, (school: BookedSchool) => Promise<unknown>]>([
  ['is withdrawn', ({ withdraw }) => withdraw()],
  ['is cancelled', ({ cancel }) => cancel('reviewer')],
  [
    'is followed',
    ({ app, advisor, id }) =>
      app.call(createReview.advisor, {
        token: advisor.token,
        body: { id, value: { status: 'next-week' } },
      }),
  ],
  [
    'has its marks',
    ({ app, reviewer, id }) => {
      const mark = { code: 80, theory: 80, weekStatus: 'Task Completed' as const }
      return app.call(updateMark, { token: reviewer.token, body: { id, value: { mark } } })
    },
  ],
  [
    'is reported as a no-show',
    ({ app, noShow }) => {
      app.time.now = monday + hourMs + 10 * minuteMs
      return noShow('advisor', 'student')
    },
  ],
])('a request ends when the review %s', async (_what, happens) => {
  const school = await startBookedSchool()
  await school.ask()
  await happens(school)
  expect(await school.seen()).toMatchObject({ wish: null })
})

test('a review without a slot can have a request, which ends when it is booked', async () => {
  const { cancel, ask, book } = await startBookedSchool()
  await cancel('advisor')
  expect((await ask()).body.review.wish).toEqual({ reason: 'An exam', slots: [] })
  expect((await book()).body.review.wish).toBe(null)
})

test('only bookable slots of the domain’s reviewers can be requested', async () => {
  const { app, slot, ask, seen } = await startBookedSchool()
  const stranger = await makePerson(app, 'reviewer')
  for (const wrong of [
    'nothing',
    slot,
    await makeSlot(app, stranger, monday + 5 * hourMs),
    await makeSlot(app, { _id: (await seen())?.reviewer?._id ?? '' }, monday - hourMs),
  ]) {
    const refused = await ask([wrong])
    expect([refused.status, refused.body]).toEqual([
      409,
      { message: 'One of these slots is no longer free' },
    ])
  }
  expect(await seen()).toMatchObject({ wish: null })
})

test('a request with four slots, a repeated slot, or no reason is refused', async () => {
  const { later, ofOther, ask } = await startBookedSchool()
  expect((await ask([later, later])).status).toBe(400)
  expect((await ask([later, ofOther, 'third', 'fourth'])).status).toBe(400)
  expect((await ask([], ' ')).status).toBe(400)
})

test('another time cannot be requested once the review has begun', async () => {
  const { app, ask } = await startBookedSchool()
  app.time.now = monday + hourMs
  const refused = await ask()
  expect([refused.status, refused.body]).toEqual([
    409,
    { message: 'This review has begun or is over' },
  ])
})

test('a request that is not open cannot be withdrawn', async () => {
  const { withdraw } = await startBookedSchool()
  const refused = await withdraw()
  expect([refused.status, refused.body]).toEqual([
    409,
    { message: 'This review has no reschedule request' },
  ])
})

test('privacy: a student can request another time only for their own review', async () => {
  const school = await startBookedSchool()
  school.student.token = (await makePerson(school.app, 'student')).token
  expect((await school.ask()).status).toBe(404)
  expect((await school.withdraw()).status).toBe(404)
})

test('an advisor declines a request with a reason, which the student sees until the booking changes', async () => {
  const { app, student, reviewer, ask, decline, seen, history, move } = await startBookedSchool()
  await ask()
  const events = recordNotices(app)
  const { status, body } = await decline(' You asked late ')
  expect([status, body.message]).toEqual([200, 'Reschedule request declined'])
  expect(body.review).toMatchObject({ wish: null, declinedWish: 'You asked late' })
  expect(await seen('reviewer')).toMatchObject({ declinedWish: null })
  const home = () => app.call(getHome, { token: student.token })
  expect((await home()).body).toMatchObject({ wish: null, declinedWish: 'You asked late' })
  expect(events).toContain(`reviews of ${student._id}`)
  expect(events).not.toContain(`reviews of ${reviewer._id}`)
  const last = async (role: 'student' | 'reviewer' | 'admin') => (await history(role)).at(-1)
  for (const role of ['student', 'admin'] as const) {
    expect(await last(role)).toMatchObject({ what: 'withdrawn', reason: 'You asked late' })
  }
  expect(await last('reviewer')).toMatchObject({ what: 'withdrawn', reason: null })
  await move()
  expect((await home()).body).toMatchObject({ declinedWish: null })
})

test('a declined request can be made again, and only an open one can be declined', async () => {
  const { app, ask, decline, seen } = await startBookedSchool()
  expect((await decline()).body).toEqual({ message: 'This review has no reschedule request' })
  await ask()
  expect((await decline(' ')).status).toBe(400)
  expect((await decline('No', await makePerson(app, 'advisor'))).status).toBe(404)
  await decline()
  await ask([], 'Please')
  expect(await seen()).toMatchObject({ wish: { reason: 'Please' }, declinedWish: null })
})

test('an ended request can be neither declined nor withdrawn, and undo never reopens a declined one', async () => {
  const { ask, decline, withdraw, move, undo, seen } = await startBookedSchool()
  await ask()
  await withdraw()
  expect((await decline()).status).toBe(409)
  await ask()
  await decline()
  expect((await withdraw()).status).toBe(409)
  // At the same instant.
  await move()
  expect((await undo('advisor')).status).toBe(200)
  expect(await seen()).toMatchObject({ wish: null, declinedWish: null })
})

test('a request no longer waits for the advisor once the slot has begun', async () => {
  const { app, advisor, ask } = await startBookedSchool()
  await ask()
  const requested = async () =>
    (await app.call(listReviews.advisor, { token: advisor.token, query: { wished: 'true' } })).body
  expect(await requested()).toHaveLength(1)
  app.time.now += hourMs
  expect(await requested()).toEqual([])
})
