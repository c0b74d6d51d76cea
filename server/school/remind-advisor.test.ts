import { expect, test } from 'vitest'
import { dayMs, hourMs } from '#contract/kit/time/durations.ts'
import { listNotifications } from '#contract/notifications/list.ts'
import { remindAdvisor } from '#contract/notifications/send-reminder.ts'
import { getAtRiskCounts } from '#contract/school/at-risk.ts'
import { monday, startApp } from '#test/app.ts'
import { makePerson, makeReview } from '#test/factories.ts'

async function startOverdue() {
  const app = await startApp()
  const [admin, advisor] = [await makePerson(app, 'admin'), await makePerson(app, 'advisor')]
  const student = await makePerson(app, 'student', { name: 'Lars Kim' })
  await makeReview(app, { student, advisor, dueAt: monday - dayMs })
  const remind = (id = advisor._id, { token } = admin) =>
    app.call(remindAdvisor, { token, body: { value: { advisor: id } } })
  const read = async () =>
    (await app.call(listNotifications.advisor, { token: advisor.token, query: {} })).body
  const rows = async () =>
    (await app.call(getAtRiskCounts, { token: admin.token })).body.overdueByAdvisor
  return { app, admin, advisor, remind, read, rows }
}

test('an admin reminds an advisor of overdue reviews, once a day for all admins', async () => {
  const { app, admin, advisor, remind, read, rows } = await startOverdue()
  const person = { _id: advisor._id, name: advisor.name }
  expect(await rows()).toEqual([{ advisor: person, reviews: 1, remindedToday: false }])
  expect((await remind()).body).toEqual({ message: 'Reminder sent' })
  expect(await read()).toMatchObject([
    {
      kind: 'reminded',
      text: `Reminder from ${admin.name}: 1 review is overdue and needs a slot: Lars Kim.`,
      path: '/advisor',
    },
  ])
  expect(await rows()).toEqual([{ advisor: person, reviews: 1, remindedToday: true }])
  const other = await makePerson(app, 'admin')
  const again = await remind(advisor._id, other)
  expect([again.status, again.body]).toEqual([
    409,
    { message: 'This reminder was already sent today' },
  ])
  app.time.now = monday + dayMs - hourMs
  for (const [late, name] of ['Ana', 'Bo', 'Cem', 'Dee'].entries()) {
    const student = await makePerson(app, 'student', { name })
    await makeReview(app, { student, advisor, dueAt: monday + late })
  }
  expect((await remind()).status).toBe(200)
  expect((await read())[0]?.text).toContain(
    '5 reviews are overdue and need a slot: Lars Kim, Ana, Bo and 2 more.',
  )
})

test('an advisor who has not accepted the invitation yet is not reminded', async () => {
  const { app, advisor, remind } = await startOverdue()
  const invited = app.context.db.updateTable('people').set({ verified_at: null })
  await invited.where('id', '=', advisor._id).execute()
  const { status, body } = await remind()
  expect([status, body.message]).toEqual([409, 'This person has not accepted the invitation yet'])
  expect(await app.context.db.selectFrom('notifications').select('id').execute()).toEqual([])
})

test('advisors without overdue reviews, unknown and blocked ones cannot be reminded', async () => {
  const { app, advisor, remind } = await startOverdue()
  const calm = await makePerson(app, 'advisor')
  expect((await remind(calm._id)).status).toBe(409)
  expect((await remind('nobody')).status).toBe(404)
  const blocked = app.context.db.updateTable('people').set({ blocked_at: monday })
  await blocked.where('id', '=', advisor._id).execute()
  expect((await remind()).status).toBe(409)
  const rows = await app.context.db.selectFrom('daily_notifications').select('about').execute()
  expect(rows).toEqual([])
  expect(await app.context.db.selectFrom('notifications').select('id').execute()).toEqual([])
})
