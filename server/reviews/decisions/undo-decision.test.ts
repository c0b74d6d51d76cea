import { expect, test } from 'vitest'
import { listAuditLog } from '#contract/audit/audit.ts'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { createReview, getDecision, undoDecision } from '#contract/reviews/decision.ts'
import { updateMark, updateTaskStatus } from '#contract/reviews/marking.ts'
import { getHome } from '#contract/reviews/reviews.ts'
import { cancelBooking } from '#contract/reviews/scheduling/cancellation.ts'
import {
  requestReschedule,
  withdrawRescheduleRequest,
} from '#contract/reviews/scheduling/reschedule-requests.ts'
import { saveWork } from '#contract/work.ts'
import { newId } from '#server/kit/id.ts'
import { monday } from '#test/app.ts'
import { makePerson } from '#test/factories.ts'
import { type DecidedSchool, startDecidedSchool } from '#test/schools/decided.ts'

const over =
  'This can no longer be undone: 10 minutes have passed, or work on the next review has started'

test.each(['next-week', 'week-repeat'] as const)(
  'undoing a %s reopens the review as it was, removes the next one and restores the week',
  async (way) => {
    const { app, student, before, next, manifest, undo, decision } = await startDecidedSchool({
      way,
    })
    app.time.now += 10 * minuteMs
    expect(await decision()).toMatchObject({
      next: { _id: next._id },
      undoUntil: new Date(app.time.now).toISOString(),
    })

    const undone = await undo()
    expect(undone.status).toBe(200)
    expect(undone.body).toEqual({ message: 'Decision undone', review: before })
    expect(await manifest()).toEqual([before])
    expect((await app.call(getHome, { token: student.token })).body).toEqual({
      ...before,
      reviewerWaits: false,
      absent: null,
      pause: null,
      finished: null,
      work: { ticks: [], isReady: false },
    })
    expect(await decision()).toBe(null)
  },
)

test('a decision cannot be undone after ten minutes', async () => {
  const { app, next, manifest, undo, decision } = await startDecidedSchool()
  expect(await decision()).toEqual({
    next,
    decidedAt: new Date(monday).toISOString(),
    undoUntil: new Date(monday + 10 * minuteMs).toISOString(),
  })
  app.time.now += 10 * minuteMs + 1
  expect(await decision()).toMatchObject({ undoUntil: null })
  const refused = await undo()
  expect([refused.status, refused.body]).toEqual([409, { message: over }])
  expect(await manifest()).toMatchObject([{ isClosed: true }, { _id: next._id, week: 5 }])
})

const ask = ({ app, student, next }: DecidedSchool) =>
  app.call(requestReschedule, {
    token: student.token,
    body: { value: { reviewId: next._id, reason: 'An exam', slots: [] } },
  })

const row = { at: monday, id: newId() }
test.each<[string, (started: DecidedSchool) => Promise<unknown>]>([
  ['a slot', ({ book }) => book()],
  [
    'a mark',
    async ({ app, reviewer, next, book }) => {
      await book()
      const mark = { code: 1, theory: 2, weekStatus: 'Task Critical' as const }
      const body = { id: next._id, value: { mark } }
      await app.call(updateMark, { token: reviewer.token, body })
    },
  ],
  [
    'a task state',
    ({ app, advisor, next }) =>
      app.call(updateTaskStatus.advisor, {
        token: advisor.token,
        body: { id: next._id, value: { typing: 'completed' } },
      }),
  ],
  [
    'a decision of its own',
    ({ app, advisor, next }) =>
      app.call(createReview.advisor, {
        token: advisor.token,
        body: { id: next._id, value: { status: 'week-repeat' } },
      }),
  ],
  ['a reschedule request', ask],
  [
    'a withdrawn reschedule request',
    async (started) => {
      await ask(started)
      const { app, student, next } = started
      const body = { value: { reviewId: next._id } }
      expect(
        (await app.call(withdrawRescheduleRequest, { token: student.token, body })).status,
      ).toBe(200)
    },
  ],
  [
    'a slot that was cancelled, and why',
    async ({ app, reviewer, next, book }) => {
      await book()
      const body = { value: { reviewId: next._id, reason: 'Ill' } }
      const { status } = await app.call(cancelBooking.reviewer, { token: reviewer.token, body })
      expect(status).toBe(200)
    },
  ],
  [
    'a slot that it lost',
    ({ app: { context }, reviewer, next }) =>
      context.db
        .updateTable('reviews')
        .set({ lost_starts_at: monday, lost_reviewer_id: reviewer._id })
        .where('id', '=', next._id)
        .execute(),
  ],
  [
    'nobody who came to it',
    ({ app: { context }, slot, next }) =>
      context.db
        .insertInto('no_shows')
        .values({ slot_id: slot, review_id: next._id, who: 'student', at: monday })
        .execute(),
  ],
  [
    'somebody in its call',
    ({ app: { context }, student, next }) =>
      context.db
        .insertInto('call_events')
        .values({
          ...row,
          review_id: next._id,
          person_id: student._id,
          kind: 'joined',
          reason: null,
          times: 1,
          first_at: null,
        })
        .execute(),
  ],
  [
    'a seat in its call',
    ({ app: { context }, student, next }) =>
      context.db
        .insertInto('call_participants')
        .values({ review_id: next._id, person_id: student._id, turn: 1 })
        .execute(),
  ],
  [
    'a line in its chat',
    ({ app: { context }, student, next }) =>
      context.db
        .insertInto('chat_lines')
        .values({ ...row, review_id: next._id, person_id: student._id, text: 'Hello' })
        .execute(),
  ],
  [
    'a draft',
    ({ app: { context }, next }) =>
      context.db
        .insertInto('review_drafts')
        .values({
          review_id: next._id,
          reviewer_id: null,
          mark: null,
          pending_task: '[]',
          saved_at: monday,
        })
        .execute(),
  ],
  [
    'a task that the student has ticked',
    ({ app, student }) =>
      app.call(saveWork, { token: student.token, body: { value: { ticks: ['Read'] } } }),
  ],
])('a decision cannot be undone once the next review has %s', async (_what, happens) => {
  const started = await startDecidedSchool()
  const { app, manifest, undo, decision } = started
  await happens(started)
  const before = await manifest()
  expect(await decision()).toMatchObject({ undoUntil: null })
  const refused = await undo()
  expect([refused.status, refused.body]).toEqual([409, { message: over }])
  expect(await manifest()).toEqual(before)
  expect(app.errors).toEqual([])
})

test('tasks carried over to the next review do not keep a decision from being undone', async () => {
  const { app, advisor, next } = await startDecidedSchool()
  const pending_task = JSON.stringify(['Fix the tests'])
  const { db } = app.context
  await db.updateTable('reviews').set({ pending_task }).where('id', '=', next._id).execute()
  const { token } = advisor
  const body = { id: next._id, value: { status: 'next-week' } } as const
  const followed = await app.call(createReview.advisor, { token, body })
  expect(followed.body.review.pendingTask).toEqual(['Fix the tests'])

  const undone = await app.call(undoDecision.advisor, {
    token,
    body: { value: { reviewId: next._id } },
  })
  expect(undone.status).toBe(200)
})

test('after an undo a review can be decided again, and that can be undone again', async () => {
  const { follow, undo, manifest, before } = await startDecidedSchool()
  await undo()
  const followed = await follow()
  expect(followed.body.review).toMatchObject({ week: 5, student: { week: 5 } })
  expect((await undo()).status).toBe(200)
  expect(await manifest()).toEqual([before])
})

test('a review that was not decided, or was already undone, cannot be undone', async () => {
  const { app, advisor, undo, manifest, before } = await startDecidedSchool()
  await undo()
  const again = await undo()
  const message = 'The next review is not open yet'
  expect([again.status, again.body]).toEqual([409, { message }])
  expect(await manifest()).toEqual([before])
  const body = { value: { reviewId: 'nothing' } }
  const unknown = await app.call(undoDecision.advisor, { token: advisor.token, body })
  expect([unknown.status, unknown.body]).toEqual([404, { message: 'This review does not exist' }])
})

test('repeated with one key, an undo happens once and gets the same answer twice', async () => {
  const { advisor, undo } = await startDecidedSchool()
  const [first, again] = [await undo(advisor.token, 'once'), await undo(advisor.token, 'once')]
  expect([first.status, again.status]).toEqual([200, 200])
  expect(again.body).toEqual(first.body)
})

test('when many undo at once, one succeeds', async () => {
  const { before, undo, manifest } = await startDecidedSchool({ booked: true })
  const answers = await Promise.all(Array.from({ length: 8 }, () => undo()))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  expect(await manifest()).toEqual([before])
})

test('the audit log records what an undo reopened, removed and moved back', async () => {
  const { app, student, slot, id, next, undo } = await startDecidedSchool({ booked: true })
  await undo()
  const { token } = await makePerson(app, 'admin')
  const { body } = await app.call(listAuditLog, { token })
  const lines = body.filter(({ call }) => call === 'PUT /advisor/undo-decision')
  expect(lines.map(({ about, before, after }) => ({ id: about._id, before, after }))).toEqual(
    expect.arrayContaining([
      {
        id,
        before: { closed_at: monday, slot_id: null, status: 'not-scheduled' },
        after: { closed_at: null, slot_id: slot, status: 'review-scheduled' },
      },
      { id: next._id, before: expect.objectContaining({ week: 5, follows_id: id }), after: null },
      { id: student._id, before: { week: 5 }, after: { week: 4 } },
    ]),
  )
  expect(lines).toHaveLength(3)
})

test('privacy: another advisor’s decision can be neither seen nor undone', async () => {
  const { app, id, undo, manifest } = await startDecidedSchool()
  const before = await manifest()
  const { token } = await makePerson(app, 'advisor')
  const seen = await app.call(getDecision.advisor, { token, query: { id } })
  expect(seen.status).toBe(404)
  expect((await undo(token)).status).toBe(404)
  expect(await manifest()).toEqual(before)
})

test('once the student has another advisor, the decision is neither shown to the former one nor undone', async () => {
  const { app, next, undo, decision, manifest } = await startDecidedSchool()
  const { _id: advisor_id } = await makePerson(app, 'advisor')
  await app.context.db
    .updateTable('reviews')
    .set({ advisor_id })
    .where('id', '=', next._id)
    .execute()
  expect(await decision()).toBe(null)
  expect((await undo()).body).toEqual({ message: over })
  expect(await manifest()).toMatchObject([{ isClosed: true }, { _id: next._id }])
})
