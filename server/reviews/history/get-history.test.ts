import { expect, test } from 'vitest'
import { hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { createReview, type DecisionKind, undoDecision } from '#contract/reviews/decision.ts'
import { getHistory } from '#contract/reviews/history.ts'
import { updateMark } from '#contract/reviews/marking.ts'
import { listReviews } from '#contract/reviews/reviews.ts'
import { countWaitingForAdvisor } from '#contract/reviews/waiting-counts.ts'
import { inTransaction } from '#server/kit/context.ts'
import { monday } from '#test/app.ts'
import { makePerson } from '#test/factories.ts'
import { type BookedSchool, startBookedSchool } from '#test/schools/booked.ts'
import { revokeBooking } from '../rescheduling/revoke-booking.ts'

const readHistory = async (school: BookedSchool) =>
  (await school.history('advisor')).map(({ what, by, from, to }) => [
    ...[what, by?._id],
    ...[from?._id, to?._id],
  ])

test('a review’s history lists its changes, oldest first, with who made them and both slots', async () => {
  const school = await startBookedSchool()
  const { advisor, student, reviewer, other, slot, ofOther, later } = school
  await school.ask([later])
  await school.withdraw()
  await school.move()
  await school.undo('advisor')
  await school.cancel('reviewer')
  await school.book({ reviewer: other._id, slot: ofOther })
  expect(await readHistory(school)).toEqual([
    ['booked', advisor._id, undefined, slot],
    ['asked', student._id, undefined, undefined],
    ['withdrawn', student._id, undefined, undefined],
    ['moved', advisor._id, slot, ofOther],
    ['undone', advisor._id, ofOther, slot],
    ['cancelled', reviewer._id, slot, undefined],
    ['booked', advisor._id, undefined, ofOther],
  ])
  const [booked] = await school.history('admin')
  expect(booked).toEqual({
    at: '2026-03-02T17:00:00.000Z',
    what: 'booked',
    reason: null,
    who: null,
    from: null,
    wished: [],
    decided: null,
    by: { _id: advisor._id, name: advisor.name },
    to: {
      _id: slot,
      date: '2026-03-02',
      slot_date: '2026-03-02',
      slot_time: '1:00 PM',
      isBooked: true,
      startsAt: '2026-03-02T18:00:00.000Z',
      reviewer: { _id: reviewer._id, name: reviewer.name },
    },
  })
})

test('marks, those that correct them, the decision and its undo appear in the history', async () => {
  const school = await startBookedSchool()
  const { app, advisor, reviewer, slot, id } = school
  const mark = (code: number) =>
    app.call(updateMark, {
      token: reviewer.token,
      body: { id, value: { mark: { code, theory: 2, weekStatus: 'Task Completed' } } },
    })
  await mark(1)
  await mark(3)
  await mark(3)
  const value = { status: 'next-week' } as const
  await app.call(createReview.advisor, { token: advisor.token, body: { id, value } })
  // Marks that are changed after the decision leave it the last line, which can be undone.
  await mark(4)
  await app.call(undoDecision.advisor, { token: advisor.token, body: { value: { reviewId: id } } })
  expect(await readHistory(school)).toEqual([
    ['booked', advisor._id, undefined, slot],
    ['marked', reviewer._id, undefined, undefined],
    ['marked', reviewer._id, undefined, undefined],
    ['decided', advisor._id, undefined, undefined],
    ['undone', advisor._id, undefined, undefined],
  ])
})

test('the current decision shows how the student continues, and an undone one does not', async () => {
  const school = await startBookedSchool()
  const { app, advisor, id } = school
  const decide = (status: DecisionKind) =>
    app.call(createReview.advisor, { token: advisor.token, body: { id, value: { status } } })
  const outcomes = async (reader: 'advisor' | 'reviewer' = 'advisor') =>
    (await school.history(reader)).flatMap(({ what, decided }) =>
      what === 'decided' ? [decided] : [],
    )
  await decide('week-repeat')
  const { body } = await app.call(listReviews.advisor, { token: advisor.token, query: { id } })
  const week = body[0]?.week ?? 0
  expect(await outcomes()).toEqual([{ way: 'week-repeat', week }])
  app.time.now += minuteMs
  await app.call(undoDecision.advisor, { token: advisor.token, body: { value: { reviewId: id } } })
  expect(await outcomes()).toEqual([null])
  await school.cancel('advisor')
  await decide('next-week')
  expect(await outcomes()).toEqual([null, { way: 'next-week', week: week + 1 }])
  // The reviewer who had it until the cancellation sees only the first decision.
  expect(await outcomes('reviewer')).toEqual([null])
})

test('a decision that frees the slot says so; its undo restores the slot and the request', async () => {
  const school = await startBookedSchool()
  const { app, advisor, slot, id } = school
  await school.ask()
  const before = await school.seen()
  const value = { status: 'week-repeat' } as const
  await app.call(createReview.advisor, { token: advisor.token, body: { id, value } })
  const undone = await app.call(undoDecision.advisor, {
    token: advisor.token,
    body: { value: { reviewId: id } },
  })
  expect(undone.body.review).toEqual(before)
  expect((await readHistory(school)).slice(2)).toEqual([
    ['decided', advisor._id, slot, undefined],
    ['undone', advisor._id, undefined, slot],
  ])
})

test('each role may read only certain reasons', async () => {
  const school = await startBookedSchool()
  const { app, id, reviewer, other, ofOther } = school
  await school.ask([], 'An exam')
  await school.cancel('reviewer', 'I am ill')
  await school.book({ reviewer: other._id, slot: ofOther })
  await inTransaction(app.context, (tx) =>
    revokeBooking(tx, { reviewId: id, by: other._id, reason: 'A wedding' }),
  )
  await school.book({ reviewer: reviewer._id, slot: school.later })
  const reasons = async (role: keyof typeof getHistory) =>
    (await school.history(role)).flatMap(({ reason }) => reason ?? [])
  expect(await reasons('admin')).toEqual(['An exam', 'I am ill', 'A wedding'])
  expect(await reasons('advisor')).toEqual(['An exam', 'I am ill'])
  expect(await reasons('student')).toEqual(['An exam', 'I am ill'])
  expect(await reasons('reviewer')).toEqual(['I am ill'])
  await school.move({ reviewer: other._id, slot: ofOther })
  school.reviewer.token = other.token
  expect(await reasons('reviewer')).toEqual(['A wedding'])
})

test('a review that lost its slot says so until it is booked again', async () => {
  const school = await startBookedSchool()
  const { app, id, reviewer, advisor } = school
  const lost = async () => {
    const query = { lost: 'true', limit: undefined }
    const list = await app.call(listReviews.advisor, { token: advisor.token, query })
    const counted = await app.call(countWaitingForAdvisor, { token: advisor.token })
    return [list.body.map(({ _id }) => _id), counted.body.lost]
  }
  expect(await lost()).toEqual([[], 0])
  await inTransaction(app.context, (tx) => revokeBooking(tx, { reviewId: id }))
  const lostSlot = `The slot on Mon 2 Mar at 1:00 PM with ${reviewer.name} was removed`
  expect(await school.seen()).toMatchObject({ status: 'not-scheduled', lostSlot })
  expect(await lost()).toEqual([[id], 1])
  expect((await school.book()).body.review).toMatchObject({ lostSlot: null })
  expect(await lost()).toEqual([[], 0])
})

test('a former reviewer reads the history up to the end of their own booking', async () => {
  const school = await startBookedSchool()
  const { other, ofOther, reviewer, slot } = school
  await school.cancel('reviewer', 'I am ill')
  await school.book({ reviewer: other._id, slot: ofOther })
  await school.ask([], 'An exam')
  await school.cancel('advisor', 'A wedding')
  const seen = async (by: { token: string }) =>
    (await school.history('reviewer', by)).map(({ what, from, to, reason }) => [
      ...[what, from?._id, to?._id, reason],
    ])
  const first = [
    ['booked', undefined, slot, null],
    ['cancelled', slot, undefined, 'I am ill'],
  ]
  expect(await seen(reviewer)).toEqual(first)
  expect(await seen(other)).toEqual([
    first[0],
    ['cancelled', slot, undefined, null],
    ['booked', undefined, ofOther, null],
    ['asked', undefined, undefined, null],
    ['cancelled', ofOther, undefined, 'A wedding'],
  ])
})

test('privacy: a former reviewer does not learn where a review was moved', async () => {
  const school = await startBookedSchool()
  const { reviewer, slot } = school
  await school.move()
  expect((await school.history('reviewer')).at(-1)).toMatchObject({ what: 'moved', to: null })
  await school.undo('advisor')
  expect((await school.history('reviewer', reviewer)).at(-1)).toMatchObject({
    what: 'undone',
    to: { _id: slot },
  })
  const undone = (await school.history('reviewer', school.other)).at(-1)
  expect(undone).toMatchObject({ what: 'undone', to: null })
})

test('privacy: nobody reads the history of another’s review', async () => {
  const { app, id, other } = await startBookedSchool()
  for (const [role, { token }] of [
    ['student', await makePerson(app, 'student')],
    ['advisor', await makePerson(app, 'advisor')],
    ['reviewer', other],
  ] as const) {
    const { status } = await app.call(getHistory[role], { token, query: { id } })
    expect(status).toBe(404)
  }
})

test('history entries cannot be changed or deleted, except with their review', async () => {
  const { app, id } = await startBookedSchool()
  const { db } = app.context
  const says = /review_history is only ever added to/
  await expect(
    db.updateTable('review_history').set({ reason: 'x' }).where('review_id', '=', id).execute(),
  ).rejects.toThrow(says)
  await expect(
    db.deleteFrom('review_history').where('review_id', '=', id).execute(),
  ).rejects.toThrow(says)
  await db.deleteFrom('reviews').where('id', '=', id).execute()
  const left = await db.selectFrom('review_history').select('id').execute()
  expect(left).toEqual([])
})

test('an entry that was undone cannot be undone again', async () => {
  const { app, id } = await startBookedSchool()
  const { db } = app.context
  const { id: undoes_id } = await db
    .selectFrom('review_history')
    .select('id')
    .executeTakeFirstOrThrow()
  const undo = (own: string) =>
    db
      .insertInto('review_history')
      .values({
        id: own,
        review_id: id,
        at: monday + hourMs + minuteMs,
        what: 'undone',
        undoes_id,
        person_id: null,
        who: null,
        reason: null,
        from_slot_id: null,
        from_starts_at: null,
        from_reviewer_id: null,
        to_slot_id: null,
        to_starts_at: null,
        to_reviewer_id: null,
      })
      .execute()
  await undo('once')
  await expect(undo('twice')).rejects.toThrow()
})
