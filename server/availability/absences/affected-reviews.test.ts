import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listAbsences } from '#contract/availability/absences.ts'
import { dayMs, hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { monday } from '#test/app.ts'
import { startTwoReviewers, tomorrow } from '#test/availability/two-reviewers.ts'
import { makeReview, makeSlot } from '#test/factories.ts'

test('without confirmation an absence only returns its effects, each with the best other slot', async () => {
  const { app, reviewer, other, booked, away, slotsOf, reviewRow } = await startTwoReviewers()
  const slots = [
    await makeSlot(app, reviewer, tomorrow),
    await makeSlot(app, reviewer, tomorrow + hourMs),
    await makeSlot(app, reviewer, tomorrow + 2 * hourMs),
  ]
  const [first = '', second = ''] = slots
  const reviews = [await booked(first, 'same-day'), await booked(second, 'ask')]
  // A slot on the same day is preferred to a closer one on another day, and each is suggested once.
  const onDay = await makeSlot(app, other, tomorrow + 5 * hourMs)
  const nextDay = await makeSlot(app, other, tomorrow + dayMs)
  await makeSlot(app, other, tomorrow + dayMs + 3 * hourMs)
  await makeSlot(app, reviewer, tomorrow + dayMs + 6 * hourMs)
  const { status, body } = await away()
  expect(status).toBe(200)
  expect(body).toMatchObject({
    message: 'Nothing has changed yet. Please confirm.',
    isDone: false,
    removes: 3,
    absence: null,
    touches: [
      {
        review: { _id: reviews[0], status: 'review-scheduled' },
        suggestion: {
          _id: onDay,
          date: '2026-03-03',
          slot_time: '5:00 PM',
          isBooked: false,
          startsAt: '2026-03-03T22:00:00.000Z',
          reviewer: { _id: other._id, name: 'Bo' },
        },
        isMoved: true,
      },
      { review: { _id: reviews[1] }, suggestion: { _id: nextDay }, isMoved: false },
    ],
  })
  expect(await slotsOf(reviewer._id)).toHaveLength(4)
  expect(await reviewRow(reviews[0] ?? '')).toMatchObject({ slot_id: first })
  expect((await app.call(listAbsences, { token: reviewer.token })).body).toEqual([])
})

test('a confirmed absence removes its slots, and moves reviews if their advisors allow it', async () => {
  const { app, reviewer, other, booked, away, slotsOf, reviewRow } = await startTwoReviewers()
  const first = await makeSlot(app, reviewer, tomorrow)
  const second = await makeSlot(app, reviewer, tomorrow + hourMs)
  const third = await makeSlot(app, reviewer, tomorrow + 2 * hourMs)
  const begun = await makeSlot(app, reviewer, monday - hourMs)
  const [moved, asked, alone] = [
    await booked(first, 'same-day'),
    await booked(second),
    await booked(third, 'same-day'),
  ]
  const later = await makeSlot(app, reviewer, tomorrow + dayMs)
  const others = [
    await makeSlot(app, other, tomorrow + 3 * hourMs),
    await makeSlot(app, other, tomorrow + 4 * hourMs),
  ]
  const { body } = await away({ from: '2026-03-02', confirm: true })
  expect(body).toMatchObject({
    message: 'Absence added.',
    isDone: true,
    removes: 3,
    absence: { from: '2026-03-02', to: '2026-03-03', reason: 'Ill' },
    touches: [
      { review: { _id: moved }, suggestion: { _id: others[0] }, isMoved: true },
      { review: { _id: asked }, suggestion: { _id: others[1] }, isMoved: false },
      { review: { _id: alone }, suggestion: { _id: later }, isMoved: false },
    ],
  })
  expect(await slotsOf(reviewer._id)).toEqual([begun, later])
  expect(await reviewRow(moved)).toMatchObject({
    status: 'review-scheduled',
    slot_id: others[0],
    lost_starts_at: null,
  })
  for (const [review, startsAt] of [
    [asked, tomorrow + hourMs],
    [alone, tomorrow + 2 * hourMs],
  ] as const) {
    expect(await reviewRow(review)).toMatchObject({
      status: 'not-scheduled',
      slot_id: null,
      lost_starts_at: startsAt,
      lost_reviewer_id: reviewer._id,
    })
  }
})

test('an absence can remove more slots than one statement can list', async () => {
  const { app, db, reviewer, away, slotsOf } = await startTwoReviewers()
  const count = 33_000
  await sql`
    with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < ${sql.lit(count - 1)})
    insert into slots (id, reviewer_id, starts_at, ends_at, is_generated)
    select 'made' || n, ${reviewer._id}, ${sql.lit(tomorrow)} + n * ${sql.lit(minuteMs)},
      ${sql.lit(tomorrow)} + (n + 1) * ${sql.lit(minuteMs)}, 1 from numbers`.execute(db)
  await makeSlot(app, reviewer, tomorrow + 40 * dayMs)
  const { status, body } = await away({ to: '2026-04-01', confirm: true })
  expect([status, body.removes]).toEqual([200, count])
  expect(await slotsOf(reviewer._id)).toHaveLength(1)
})

test('a suggestion keeps the notice and buffer of its reviewer', async () => {
  const { app, db, reviewer, other, booked, away } = await startTwoReviewers()
  await booked(await makeSlot(app, reviewer, monday + hourMs))
  const set = { most_a_day: null, saved_at: monday }
  await db
    .insertInto('availabilities')
    .values({ ...set, reviewer_id: other._id, buffer: 20, notice: 120 })
    .execute()
  await makeSlot(app, other, monday + hourMs)
  const taken = await makeSlot(app, other, monday + 3 * hourMs)
  await makeReview(app, { slot: taken })
  await makeSlot(app, other, monday + 3 * hourMs + 30 * minuteMs)
  const free = await makeSlot(app, other, monday + 4 * hourMs)
  const { body } = await away({ from: '2026-03-02', to: '2026-03-02' })
  expect(body.touches.map(({ suggestion }) => suggestion?._id)).toEqual([free])
})

test('a slot whose review was marked early stays, and does not conflict with an absence', async () => {
  const { app, db, reviewer, booked, away, slotsOf } = await startTwoReviewers()
  const slot = await makeSlot(app, reviewer, tomorrow)
  await makeSlot(app, reviewer, tomorrow + hourMs)
  const review = await booked(slot)
  await db.updateTable('reviews').set({ status: 'conducted' }).where('id', '=', review).execute()
  const { body } = await away({ confirm: true })
  expect(body).toMatchObject({ isDone: true, removes: 1, touches: [] })
  expect(await slotsOf(reviewer._id)).toEqual([slot])
})
