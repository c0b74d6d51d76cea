import { expect, test } from 'vitest'
import type { NoShowRole } from '#contract/kit/kinds/history-kind.ts'
import { hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { getHome } from '#contract/reviews/reviews.ts'
import { listFreeSlots } from '#contract/reviews/scheduling/free-slots.ts'
import { listOwnSlotsByDate } from '#contract/slots/slots.ts'
import { recordEvent } from '#server/calls/write-call-record.ts'
import { inTransaction } from '#server/kit/context.ts'
import { monday } from '#test/app.ts'
import { makePerson } from '#test/factories.ts'
import { type BookedSchool, recordNotices, startBookedSchool } from '#test/schools/booked.ts'

async function startBegun(minutes = 10) {
  const school = await startBookedSchool()
  school.app.time.now = monday + hourMs + minutes * minuteMs
  return school
}

test.each([
  ['reviewer', 'student'],
  ['student', 'reviewer'],
  ['advisor', 'student'],
  ['advisor', 'reviewer'],
] as const)('a %s reports that the %s did not show up', async (role, who) => {
  const { app, student, advisor, reviewer, slot, noShow, seen, book, history } = await startBegun()
  const events = recordNotices(app)
  const { status, body } = await noShow(role, who)
  expect(status).toBe(200)
  expect(body.message).toContain(`the ${who} did not come`)
  expect(body.review).toMatchObject({ status: 'not-scheduled', reviewer: null, startsAt: null })
  expect(await seen()).toEqual(body.review)
  expect((await history('advisor')).at(-1)).toMatchObject({ what: 'no-show', who })
  for (const { _id } of [student, advisor, reviewer]) {
    expect(events).toContain(`reviews of ${_id}`)
    expect(events).toContain(`slots of ${_id}`)
  }
  const home = async () => (await app.call(getHome, { token: student.token })).body
  expect(await home()).toMatchObject({ absent: who })
  // The review can be booked again at once, but not into the used slot.
  expect((await book()).status).toBe(400)
  const asked = { from: '2026-03-02', to: '2026-03-02', limit: undefined }
  const slots = await app.call(listOwnSlotsByDate, { token: reviewer.token, query: asked })
  expect(slots.body.find(({ _id }) => _id === slot)).toMatchObject({ isBooked: true })
})

test('a slot used up by a no-show is never free again, whatever the time', async () => {
  const { app, advisor, id, slot, noShow, book } = await startBegun()
  await noShow('advisor', 'student')
  app.time.now = monday
  const free = await app.call(listFreeSlots.advisor, {
    token: advisor.token,
    query: { review: id, limit: undefined },
  })
  expect(free.body.map(({ _id }) => _id)).not.toContain(slot)
  const refused = await book()
  expect([refused.status, refused.body]).toEqual([409, { message: 'This slot is already booked' }])
})

test('a no-show cannot be reported in the first ten minutes', async () => {
  const { app, noShow, seen } = await startBegun(10)
  app.time.now -= 1
  const refused = await noShow('student', 'reviewer')
  expect([refused.status, refused.body]).toEqual([
    409,
    { message: 'A no-show can be recorded from 10 minutes after the start' },
  ])
  expect(await seen()).toMatchObject({ status: 'review-scheduled' })
})

const come = ({ app, id }: BookedSchool, person: { _id: string }, kind: 'joined' | 'left') =>
  inTransaction(app.context, (tx) =>
    recordEvent(tx, {
      reviewId: id,
      personId: person._id,
      kind,
      at: app.time.now,
      reason: kind === 'left' ? 'left' : null,
    }),
  )

test('a no-show is refused if both were in the room or are there now', async () => {
  const school = await startBegun(2)
  const { app, student, reviewer, noShow } = school
  await come(school, student, 'joined')
  await come(school, reviewer, 'joined')
  app.time.now += 10 * minuteMs
  const both = { message: 'Both were in the call' }
  expect((await noShow('reviewer', 'student')).body).toEqual(both)
  await come(school, student, 'left')
  expect((await noShow('reviewer', 'student')).body).toEqual(both)
})

test('a no-show is accepted if only the other one was in the room', async () => {
  const school = await startBegun()
  await come(school, school.student, 'joined')
  expect((await school.noShow('student', 'reviewer')).status).toBe(200)
})

test.each([
  ['reviewer', 'student'],
  ['student', 'reviewer'],
  ['advisor', 'student'],
  ['advisor', 'reviewer'],
] as const)('a %s cannot report a no-show if the %s was there', async (role, who) => {
  const school = await startBegun(2)
  const { app, noShow, seen } = school
  await come(school, school[who], 'joined')
  app.time.now += 8 * minuteMs
  const cameToo = [409, { message: `The ${who} was in the call` }]
  const refused = await noShow(role, who)
  expect([refused.status, refused.body]).toEqual(cameToo)
  await come(school, school[who], 'left')
  const again = await noShow(role, who)
  expect([again.status, again.body]).toEqual(cameToo)
  expect(await seen()).toMatchObject({ status: 'review-scheduled' })
})

test('someone who came early and is still there has shown up; someone who left before has not', async () => {
  const school = await startBegun(-60)
  const { app, student, reviewer, noShow } = school
  await come(school, student, 'joined')
  await come(school, reviewer, 'joined')
  await come(school, reviewer, 'left')
  app.time.now += 70 * minuteMs
  expect((await noShow('advisor', 'student')).status).toBe(409)
  expect((await noShow('advisor', 'reviewer')).status).toBe(200)
})

test.each<['student' | 'reviewer', NoShowRole]>([
  ['student', 'student'],
  ['reviewer', 'reviewer'],
])('a %s cannot report that the %s did not show up', async (role, who) => {
  const { noShow } = await startBegun()
  expect((await noShow(role, who)).status).toBe(400)
})

test('a review without a slot or with marks has no no-show', async () => {
  const { app, id, noShow } = await startBegun()
  await app.context.db
    .updateTable('reviews')
    .set({ status: 'conducted' })
    .where('id', '=', id)
    .execute()
  expect((await noShow('advisor', 'student')).body).toEqual({ message: 'This review is over' })
  await app.context.db
    .updateTable('reviews')
    .set({ status: 'not-scheduled', slot_id: null })
    .where('id', '=', id)
    .execute()
  expect((await noShow('advisor', 'student')).body).toEqual({ message: 'This review has no slot' })
})

test('the person who did not show up sees it in the history', async () => {
  const { noShow, book, history, other, ofOther } = await startBegun()
  await noShow('student', 'reviewer')
  await book({ reviewer: other._id, slot: ofOther })
  expect((await history('reviewer')).at(-1)).toMatchObject({ what: 'no-show', who: 'reviewer' })
})

test('a no-show cannot be undone', async () => {
  const { noShow, undo } = await startBegun()
  await noShow('advisor', 'student')
  expect((await undo('advisor')).status).toBe(409)
})

test('privacy: another reviewer’s or advisor’s review is not found', async () => {
  const school = await startBegun()
  const stranger = await makePerson(school.app, 'advisor')
  school.advisor.token = stranger.token
  school.reviewer.token = school.other.token
  expect((await school.noShow('advisor', 'student')).status).toBe(404)
  expect((await school.noShow('reviewer', 'student')).status).toBe(404)
})
