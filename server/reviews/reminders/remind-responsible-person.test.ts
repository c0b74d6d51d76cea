import { expect, test } from 'vitest'
import { blockUnblock } from '#contract/accounts/accounts.ts'
import { dayMs, hourMs } from '#contract/kit/time/durations.ts'
import { listNotifications } from '#contract/notifications/list.ts'
import { remindResponsiblePerson } from '#contract/notifications/send-reminder.ts'
import { monday } from '#test/app.ts'
import { makePerson } from '#test/factories.ts'
import { type BookedSchool, startBookedSchool } from '#test/schools/booked.ts'

const remind = (
  { app, id, ...people }: BookedSchool,
  role: 'advisor' | 'admin',
  { token } = people[role],
) => app.call(remindResponsiblePerson[role], { token, body: { value: { reviewId: id } } })

async function readNewest({ app, ...people }: BookedSchool, role: 'advisor' | 'reviewer') {
  const { body } = await app.call(listNotifications[role], { token: people[role].token, query: {} })
  return body[0]?.text
}

test('an advisor reminds the reviewer of missing marks once a day, even when following up', async () => {
  const of = await startBookedSchool()
  expect((await remind(of, 'advisor')).status).toBe(409)
  of.app.time.now = monday + 3 * hourMs
  expect((await remind(of, 'advisor')).status).toBe(200)
  expect(await readNewest(of, 'reviewer')).toBe(
    `Reminder from ${of.advisor.name}: ${of.student.name}’s week 01 review on Mon 2 Mar, 1:00 PM has no marks yet.`,
  )
  const again = await remind(of, 'admin')
  expect([again.status, again.body]).toEqual([
    409,
    { message: 'This reminder was already sent today' },
  ])
  of.app.time.now = monday + 3 * dayMs
  const advisor = await makePerson(of.app, 'advisor')
  expect((await remind(of, 'advisor', advisor)).status).toBe(404)
})

test('an admin reminds the advisor of a missing slot or decision, but cannot do it for them', async () => {
  const of = await startBookedSchool()
  await of.cancel('advisor')
  expect((await remind(of, 'advisor')).status).toBe(409)
  expect((await remind(of, 'admin')).status).toBe(200)
  expect(await readNewest(of, 'advisor')).toBe(
    `Reminder from ${of.admin.name}: ${of.student.name}’s week 01 review, due on Mon 9 Mar, needs a slot.`,
  )
})

test('a blocked advisor is not reminded: an admin must assign another', async () => {
  const of = await startBookedSchool()
  await of.cancel('advisor')
  const { token } = of.admin
  await of.app.call(blockUnblock.advisor, { token, body: { id: of.advisor._id, action: 'block' } })
  const { status, body } = await remind(of, 'admin')
  expect([status, body]).toEqual([409, { message: 'There is nobody to remind about this review' }])
})

test('a blocked reviewer is not reminded of marks: the advisor must follow up', async () => {
  const of = await startBookedSchool()
  of.app.time.now = monday + 3 * hourMs
  const { token } = of.admin
  await of.app.call(blockUnblock.reviewer, {
    token,
    body: { id: of.reviewer._id, action: 'block' },
  })
  expect(await of.seen()).toMatchObject({
    isReviewerBlocked: true,
    turn: { who: 'advisor', step: 'mark' },
  })
  expect((await remind(of, 'advisor')).status).toBe(409)
  expect((await remind(of, 'admin')).status).toBe(409)
})
