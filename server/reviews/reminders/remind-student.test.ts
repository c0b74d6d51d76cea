import { expect, test } from 'vitest'
import { listAuditLog } from '#contract/audit/audit.ts'
import { dayMs, hourMs } from '#contract/kit/time/durations.ts'
import { listNotifications } from '#contract/notifications/list.ts'
import { remindStudent } from '#contract/notifications/send-reminder.ts'
import { listReviews } from '#contract/reviews/reviews.ts'
import { monday } from '#test/app.ts'
import { makePerson, makeReview } from '#test/factories.ts'
import { type BookedSchool, startBookedSchool } from '#test/schools/booked.ts'

const remind = ({ app, advisor, id }: BookedSchool, reviewId = id, { token } = advisor) =>
  app.call(remindStudent, { token, body: { value: { reviewId } } })

async function read({ app, student: { token } }: BookedSchool) {
  const { body } = await app.call(listNotifications.student, { token, query: {} })
  return body.filter(({ kind }) => kind === 'reminded')
}

const isReminded = async ({ app, advisor: { token }, id }: BookedSchool) =>
  (await app.call(listReviews.advisor, { token, query: { id } })).body[0]?.remindedToday

test('an advisor reminds a student of a booked review, and the list shows it until the next day', async () => {
  const of = await startBookedSchool()
  expect(await isReminded(of)).toBe(false)
  const { status, body } = await remind(of)
  expect([status, body]).toEqual([200, { message: 'Reminder sent' }])
  expect(await read(of)).toMatchObject([
    {
      text: `Reminder from ${of.advisor.name}: your week 01 review is on Mon 2 Mar, 1:00 PM with ${of.reviewer.name}.`,
      path: `/review-details/${of.id}`,
    },
  ])
  expect(await isReminded(of)).toBe(true)
  const [line] = (await of.app.call(listAuditLog, { token: of.admin.token, query: {} })).body
  expect(line).toMatchObject({ deed: 'person-reminded', after: { reminded_of: 'Week 01' } })
  // The day of the school ends at midnight in New York.
  of.app.time.now = Date.parse('2026-03-03T04:59:59Z')
  expect(await isReminded(of)).toBe(true)
  of.app.time.now += 1_000
  expect(await isReminded(of)).toBe(false)
})

test('for a review without a slot the student reads when it is due', async () => {
  const of = await startBookedSchool()
  await of.cancel('advisor')
  expect((await remind(of)).status).toBe(200)
  expect((await read(of))[0]?.text).toBe(
    `Reminder from ${of.advisor.name}: your week 01 review is due on Mon 9 Mar. Your advisor will book a slot.`,
  )
})

test('a student is reminded once a day per review', async () => {
  const of = await startBookedSchool()
  const other = await makeReview(of.app, { student: of.student, advisor: of.advisor })
  const statuses = await Promise.all([remind(of), remind(of), remind(of)])
  expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect((await remind(of)).body).toEqual({ message: 'This reminder was already sent today' })
  expect((await remind(of, other)).status).toBe(200)
  expect(await read(of)).toHaveLength(2)
  await of.cancel('advisor')
  of.app.time.now = monday + dayMs - hourMs
  expect((await remind(of)).status).toBe(200)
  expect(await read(of)).toHaveLength(3)
})

test('nobody is reminded of a review that has begun, is closed, is another’s, or of a blocked student', async () => {
  const of = await startBookedSchool()
  const stranger = await makePerson(of.app, 'advisor')
  expect((await remind(of, of.id, stranger)).status).toBe(404)
  const closed = await makeReview(of.app, {
    student: of.student,
    advisor: of.advisor,
    closed: true,
  })
  expect((await remind(of, closed)).status).toBe(409)
  const student = await makePerson(of.app, 'student', { blocked: true })
  const { advisor } = of
  expect((await remind(of, await makeReview(of.app, { student, advisor }))).status).toBe(409)
  of.app.time.now = monday + hourMs
  expect((await remind(of)).body).toEqual({
    message: 'This review has started or is over',
  })
  expect(await read(of)).toEqual([])
})
