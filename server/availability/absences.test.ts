import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addAbsence, listAbsences, withdrawAbsence } from '#contract/availability/absences.ts'
import { noAvailability, saveAvailability } from '#contract/availability.ts'
import { dayMs, hourMs, minuteMs } from '#contract/kit/time.ts'
import { absencesMax } from '#contract/limits/availability.ts'
import { listTrail } from '#contract/trail.ts'
import { openSession } from '#test/accounts/session.ts'
import { monday, startApp } from '#test/app.ts'
import { makeDomain, makePerson, makeReview, makeSlot } from '#test/make.ts'

async function start() {
  const app = await startApp()
  const { db } = app.context
  const domain = await makeDomain(app)
  const reviewerOf = async (name: string) => {
    const reviewer = await makePerson(app, 'reviewer', { name })
    const row = { reviewer_id: reviewer._id, domain_id: domain._id }
    await db.insertInto('reviewer_domains').values(row).execute()
    return reviewer
  }
  const reviewer = await reviewerOf('Ada')
  const other = await reviewerOf('Bo')
  const { token } = reviewer
  /** A review that is booked with the reviewer, of an advisor who lets it move by itself, or not. */
  const booked = async (slot: string, moveByItself?: 'ask' | 'same-day') => {
    const advisor = await makePerson(app, 'advisor')
    if (moveByItself) {
      const row = { advisor_id: advisor._id, move_by_itself: moveByItself }
      await db.insertInto('advisor_settings').values(row).execute()
    }
    const student = await makePerson(app, 'student', { domain })
    return makeReview(app, { advisor, student, slot })
  }
  const away = (value: { from?: string; to?: string; reason?: string; confirm?: boolean } = {}) =>
    app.call(addAbsence, {
      token,
      body: { value: { from: '2026-03-03', to: '2026-03-03', reason: 'Ill', ...value } },
    })
  const slotsOf = async (id: string) =>
    (
      await db
        .selectFrom('slots')
        .select('id')
        .where('reviewer_id', '=', id)
        .orderBy('starts_at')
        .execute()
    ).map((slot) => slot.id)
  const reviewRow = (id: string) =>
    db.selectFrom('reviews').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return { app, db, reviewer, other, booked, away, slotsOf, reviewRow }
}

const tomorrow = monday + dayMs

test('without being confirmed an absence only tells what it touches, each with the best other slot', async () => {
  const { app, reviewer, other, booked, away, slotsOf, reviewRow } = await start()
  const slots = [
    await makeSlot(app, reviewer, tomorrow),
    await makeSlot(app, reviewer, tomorrow + hourMs),
    await makeSlot(app, reviewer, tomorrow + 2 * hourMs),
  ]
  const [first = '', second = ''] = slots
  const reviews = [await booked(first, 'same-day'), await booked(second, 'ask')]
  // One on the same day, however near another day's may be, and each once.
  const onDay = await makeSlot(app, other, tomorrow + 5 * hourMs)
  const nextDay = await makeSlot(app, other, tomorrow + dayMs)
  await makeSlot(app, other, tomorrow + dayMs + 3 * hourMs)
  await makeSlot(app, reviewer, tomorrow + dayMs + 6 * hourMs)
  const { status, body } = await away()
  expect(status).toBe(200)
  expect(body).toMatchObject({
    ...{ message: 'Nothing has changed yet. Please confirm.', isDone: false, removes: 3 },
    absence: null,
    touches: [
      {
        review: { _id: reviews[0], status: 'review-scheduled' },
        suggestion: {
          ...{ _id: onDay, date: '2026-03-03', slot_time: '5:00 PM', isBooked: false },
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

test('a confirmed absence removes its slots, and moves reviews where their advisors allow it', async () => {
  const { app, reviewer, other, booked, away, slotsOf, reviewRow } = await start()
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
    ...{ message: 'Your absence is noted.', isDone: true, removes: 3 },
    absence: { from: '2026-03-02', to: '2026-03-03', reason: 'Ill' },
    touches: [
      { review: { _id: moved }, suggestion: { _id: others[0] }, isMoved: true },
      { review: { _id: asked }, suggestion: { _id: others[1] }, isMoved: false },
      { review: { _id: alone }, suggestion: { _id: later }, isMoved: false },
    ],
  })
  expect(await slotsOf(reviewer._id)).toEqual([begun, later])
  expect(await reviewRow(moved)).toMatchObject({
    ...{ status: 'review-scheduled', slot_id: others[0], lost_starts_at: null },
  })
  for (const [review, startsAt] of [
    [asked, tomorrow + hourMs],
    [alone, tomorrow + 2 * hourMs],
  ] as const) {
    expect(await reviewRow(review)).toMatchObject({
      ...{ status: 'not-scheduled', slot_id: null, lost_starts_at: startsAt },
      lost_reviewer_id: reviewer._id,
    })
  }
})

test('why somebody is away they and admins read, and nobody else', async () => {
  const { app, db, reviewer, other, booked, away } = await start()
  const slot = await makeSlot(app, reviewer, tomorrow)
  const review = await booked(slot)
  await away({ reason: '  In hospital ', confirm: true })
  const own = (await app.call(listAbsences, { token: reviewer.token })).body
  expect(own).toMatchObject([{ from: '2026-03-03', to: '2026-03-03', reason: 'In hospital' }])
  expect((await app.call(listAbsences, { token: other.token })).body).toEqual([])
  const { token } = await makePerson(app, 'admin')
  const lines = (await app.call(listTrail, { token })).body
  expect(lines.map(({ deed }) => deed).toSorted()).toEqual(
    ['absence-added', 'slot-lost', 'slot-removed'].toSorted(),
  )
  expect(JSON.stringify(lines)).toContain('In hospital')
  const row = await db
    .selectFrom('reviews')
    .select(['student_id', 'advisor_id'])
    .where('id', '=', review)
    .executeTakeFirstOrThrow()
  for (const [id, path] of [
    [row.student_id, '/home'],
    [row.student_id, `/review-history?id=${review}`],
    [row.advisor_id ?? '', `/advisor/review-list?id=${review}`],
    [row.advisor_id ?? '', `/advisor/review-history?id=${review}`],
  ] as const) {
    const { status, body } = await app.send('GET', path, {
      token: await openSession(app.context, id),
    })
    expect(status).toBe(200)
    expect(JSON.stringify(body)).not.toContain('hospital')
  }
})

test('an absence that is taken back lets slots be made again', async () => {
  const { app, db, reviewer, away, slotsOf } = await start()
  const { token } = reviewer
  const block = {
    ...{ weekday: 2, from: '09:00', to: '10:00', reviewTime: 30, everyWeeks: 1 },
    ...{ since: '2026-03-01', until: '2026-03-20' },
  }
  await app.call(saveAvailability, {
    token,
    body: { value: { ...noAvailability, blocks: [block] } },
  })
  expect(await slotsOf(reviewer._id)).toHaveLength(6)
  const { body } = await away({ from: '2026-03-02', to: '2026-03-10', confirm: true })
  expect(body.removes).toBe(4)
  expect(await slotsOf(reviewer._id)).toHaveLength(2)
  const id = body.absence?._id ?? ''
  const withdraw = (by: string, absence = id) =>
    app.call(withdrawAbsence, { token: by, body: { value: { id: absence } } })
  const other = await makePerson(app, 'reviewer')
  expect((await withdraw(other.token)).status).toBe(404)
  expect((await withdraw(token, 'none')).body).toEqual({ message: 'This absence does not exist' })
  expect((await withdraw(token)).body).toEqual({
    message:
      'Your absence is taken back. 4 slots come back; what you had added by hand stays removed.',
    added: 4,
  })
  expect(await slotsOf(reviewer._id)).toHaveLength(6)
  expect(await db.selectFrom('absences').selectAll().execute()).toEqual([])
})

test('an absence removes more slots than a statement can name', async () => {
  const { app, db, reviewer, away, slotsOf } = await start()
  const count = 33_000
  await sql`
    with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < ${sql.lit(count - 1)})
    insert into slots (id, reviewer_id, starts_at, ends_at, is_made)
    select 'made' || n, ${reviewer._id}, ${sql.lit(tomorrow)} + n * ${sql.lit(minuteMs)},
      ${sql.lit(tomorrow)} + (n + 1) * ${sql.lit(minuteMs)}, 1 from numbers`.execute(db)
  await makeSlot(app, reviewer, tomorrow + 40 * dayMs)
  const { status, body } = await away({ to: '2026-04-01', confirm: true })
  expect([status, body.removes]).toEqual([200, count])
  expect(await slotsOf(reviewer._id)).toHaveLength(1)
})

test('slots that were added by hand do not come back with an absence that is taken back', async () => {
  const { app, reviewer, away, slotsOf } = await start()
  await makeSlot(app, reviewer, tomorrow)
  const id = (await away({ confirm: true })).body.absence?._id ?? ''
  const body = { value: { id } }
  expect((await app.call(withdrawAbsence, { token: reviewer.token, body })).body).toEqual({
    message:
      'Your absence is taken back. No slot comes back; what you had added by hand stays removed.',
    added: 0,
  })
  expect(await slotsOf(reviewer._id)).toEqual([])
})

test('days on which somebody is away already are not noted again, even at once', async () => {
  const { app, reviewer, away } = await start()
  const days = { from: '2026-03-03', to: '2026-03-06' }
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => away({ ...days, confirm: true })),
  )
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
  const within = await away({ from: '2026-03-04', to: '2026-03-05' })
  expect([within.status, within.body.message]).toEqual([409, 'You are away on these days already'])
  expect((await away({ from: '2026-03-02', to: '2026-03-05' })).status).toBe(200)
  expect((await away({ ...days, to: '2026-03-07', confirm: true })).status).toBe(200)
  const { body } = await app.call(listAbsences, { token: reviewer.token })
  expect(body.map(({ to }) => to)).toEqual(['2026-03-07', '2026-03-06'])
})

test('no slots are made on days of absence', async () => {
  const { app, reviewer, away, slotsOf } = await start()
  await away({ from: '2026-03-10', to: '2026-03-10', confirm: true })
  const block = { weekday: 2, from: '09:00', to: '10:00', reviewTime: 60, everyWeeks: 1 }
  await app.call(saveAvailability, {
    token: reviewer.token,
    body: {
      value: { ...noAvailability, blocks: [{ ...block, since: '2026-03-01', until: null }] },
    },
  })
  expect(await slotsOf(reviewer._id)).toHaveLength(3)
})

test('an absence that is over, ends before it begins, is too far off or has no reason is refused', async () => {
  const { away } = await start()
  const refused = async (value: Parameters<typeof away>[0]) => {
    const { status, body } = await away({ confirm: true, ...value })
    expect(status).toBe(400)
    return body
  }
  expect(await refused({ from: '2026-03-01', to: '2026-03-01' })).toEqual({
    message: 'Date must be today or later',
    errors: { to: 'Date must be today or later' },
  })
  expect(await refused({ to: '2026-03-02' })).toMatchObject({
    errors: { to: 'The last day must not be before the first' },
  })
  expect(await refused({ to: '2027-03-04' })).toMatchObject({
    errors: { to: 'Date must be within a year' },
  })
  expect(await refused({ reason: '  ' })).toMatchObject({ errors: { reason: 'Please say why' } })
  expect(await refused({ reason: 'x'.repeat(501) })).toMatchObject({
    errors: { reason: 'That is too long' },
  })
})

test('a suggestion keeps to the notice and the buffer of its reviewer', async () => {
  const { app, db, reviewer, other, booked, away } = await start()
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

test('a slot whose review has its marks already stays, and is in no absence’s way', async () => {
  const { app, db, reviewer, booked, away, slotsOf } = await start()
  const slot = await makeSlot(app, reviewer, tomorrow)
  await makeSlot(app, reviewer, tomorrow + hourMs)
  const review = await booked(slot)
  await db.updateTable('reviews').set({ status: 'conducted' }).where('id', '=', review).execute()
  const { body } = await away({ confirm: true })
  expect(body).toMatchObject({ isDone: true, removes: 1, touches: [] })
  expect(await slotsOf(reviewer._id)).toEqual([slot])
})

test('a reviewer has a hundred absences at most that are not over, whatever others have', async () => {
  const { db, reviewer, other, away } = await start()
  const row = (id: string, date: string, { _id: reviewer_id } = reviewer) => ({
    ...{ id, reviewer_id, reason: 'Ill', created_at: monday, date_from: date, date_to: date },
  })
  const ahead = Array.from({ length: absencesMax - 1 }, (_, day) =>
    row(`ahead ${day}`, new Date(monday + (day + 10) * dayMs).toISOString().slice(0, 10)),
  )
  const more = [row('over', '2026-03-01'), row('theirs', '2026-03-09', other)]
  await db
    .insertInto('absences')
    .values([...ahead, ...more])
    .execute()
  expect((await away({ confirm: true })).status).toBe(200)
  const refused = await away({ from: '2026-03-04', to: '2026-03-04' })
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'No more than 100 absences at a time',
  ])
})
