import { expect, test } from 'vitest'
import { listAuditLog } from '#contract/audit/audit.ts'
import { dayMs, hourMs } from '#contract/kit/time/durations.ts'
import { listNotifications } from '#contract/notifications/list.ts'
import { getReview } from '#contract/reviews/reviews.ts'
import { getHolidayEffects } from '#contract/school/holiday-effects.ts'
import { getSchool } from '#contract/school/school.ts'
import { getSchoolSettings, saveSchoolSettings } from '#contract/school/settings.ts'
import { getSchoolSummary } from '#contract/school/summary.ts'
import { notifySlotShortage } from '#server/school/notify-slot-shortage.ts'
import { monday } from '#test/app.ts'
import { makePerson, makeReview, makeSlot } from '#test/factories.ts'
import { startBookedSchool } from '#test/schools/booked.ts'

const carnival = { from: '2026-03-04', to: '2026-03-05', name: 'Carnival' }
const easter = { from: '2026-04-03', to: '2026-04-06', name: 'Easter' }

/** A school whose admin saves holidays; tests begin on Monday, 2 March. */
async function start() {
  const school = await startBookedSchool()
  const { app, admin } = school
  app.context.settings.given = { timeZone: 'America/New_York' }
  const { token } = admin
  const save = (holidays: unknown) =>
    app.send<{ errors?: Record<string, string>; settings?: unknown }>(
      ...['PUT' as const, saveSchoolSettings.path],
      { token, body: { value: { holidays } } },
    )
  const effects = async (query: { from: string; to: string }) =>
    (await app.call(getHolidayEffects, { token, query })).body
  const dueOf = async (id: string) =>
    (await app.call(getReview, { token, query: { id } })).body.date
  return { ...school, token, save, effects, dueOf }
}

test('holidays are saved by date, shown to everybody and written into the audit log', async () => {
  const { app, token, save } = await start()
  expect((await app.call(getSchool, {})).body.holidays).toEqual([])
  expect((await save([easter, carnival])).status).toBe(200)
  const settings = await app.call(getSchoolSettings, { token })
  expect(settings.body.holidays).toEqual([carnival, easter])
  expect((await app.call(getSchool, {})).body.holidays).toEqual([carnival, easter])
  await app.call(saveSchoolSettings, { token, body: { name: 'Oak' } })
  expect((await app.call(getSchool, {})).body.holidays).toHaveLength(2)
  const { body: lines } = await app.call(listAuditLog, { token, query: { kind: 'school' } })
  expect(lines.at(-1)).toMatchObject({
    deed: 'school-settings-saved',
    before: { holidays: null },
    after: { holidays: 'Carnival: 2026-03-04 to 2026-03-05\nEaster: 2026-04-03 to 2026-04-06' },
  })
  await save([])
  expect((await app.call(getSchool, {})).body.holidays).toEqual([])
})

test('overlapping holidays, and ones that end before they begin, are refused at their field', async () => {
  const { app, save } = await start()
  const long = { from: '2026-03-05', to: '2026-03-09', name: 'Spring' }
  expect(await save([carnival, long])).toMatchObject({
    status: 400,
    body: { errors: { 'holidays.1.from': 'These days overlap Carnival' } },
  })
  expect(await save([{ ...carnival, to: '2026-03-03' }])).toMatchObject({
    status: 400,
    body: { errors: { 'holidays.0.to': 'The last day must not be before the first' } },
  })
  expect((await app.call(getSchool, {})).body.holidays).toEqual([])
})

test('open reviews due on a new holiday become due after it, and their students are told', async () => {
  const { app, token, student, save, effects, dueOf } = await start()
  const due = (days: number, more = {}) =>
    makeReview(app, { student, dueAt: monday + days * dayMs, ...more })
  const closed = await due(3, { closed: true })
  await app.context.db
    .updateTable('reviews')
    .set({ closed_at: monday - dayMs })
    .execute()
  const on = await due(2)
  const other = await due(3, { student: await makePerson(app, 'student') })
  expect(await effects(carnival)).toMatchObject({ due: 2, booked: 0, reviews: [] })
  await save([carnival])
  const friday = new Date(monday + 4 * dayMs).toISOString()
  expect([await dueOf(on), await dueOf(other)]).toEqual([friday, friday])
  expect(await dueOf(closed)).toBe(new Date(monday + 3 * dayMs).toISOString())
  expect((await effects(carnival)).due).toBe(0)
  const { body } = await app.call(listNotifications.student, { token: student.token, query: {} })
  const notified = body.filter(({ kind }) => kind === 'due-moved')
  expect(notified.map(({ text }) => text)).toEqual([
    'Your week 01 review is now due on Fri 6 Mar because of a school holiday: Carnival.',
  ])
  const { body: lines } = await app.call(listAuditLog, { token, query: { kind: 'reviews' } })
  const renewed = lines.filter(({ deed }) => deed === 'due-date-renewed')
  expect(renewed.map(({ about }) => about._id).toSorted()).toEqual([on, other].toSorted())
})

test('nobody whose course is paused is told that a review is due later', async () => {
  const { app, save, dueOf } = await start()
  const paused = await makePerson(app, 'student')
  const id = await makeReview(app, { student: paused, dueAt: monday + 2 * dayMs })
  await app.context.db
    .updateTable('people')
    .set({ paused_at: monday, pause_reason: 'Leave' })
    .where('id', '=', paused._id)
    .execute()
  await save([carnival])
  expect(await dueOf(id)).toBe(new Date(monday + 4 * dayMs).toISOString())
  const { body } = await app.call(listNotifications.student, { token: paused.token, query: {} })
  expect(body).toEqual([])
})

test('reviews booked on a new holiday keep their slots, and the admin sees which they are', async () => {
  const { app, advisor, reviewer, save, effects } = await start()
  const startsAt = monday + 2 * dayMs
  const slot = await makeSlot(app, reviewer, startsAt)
  const review = await makeReview(app, { student: await makePerson(app, 'student'), advisor, slot })
  const seen = {
    due: 0,
    booked: 1,
    reviews: [
      {
        _id: review,
        week: 1,
        startsAt: new Date(startsAt).toISOString(),
        student: { name: expect.any(String) },
        reviewer: { _id: reviewer._id },
      },
    ],
  }
  expect(await effects(carnival)).toMatchObject(seen)
  expect((await effects(easter)).booked).toBe(0)
  await save([carnival])
  expect(await effects(carnival)).toMatchObject(seen)
  const row = app.context.db.selectFrom('reviews').select('slot_id').where('id', '=', review)
  expect(await row.executeTakeFirst()).toEqual({ slot_id: slot })
})

test('no slots are missed on holidays, only by the days after them', async () => {
  const { app, token, advisor, save, domain } = await start()
  const read = async () => {
    const { body } = await app.call(listNotifications.admin, { token, query: {} })
    return body.filter(({ kind }) => kind === 'slots-short').length
  }
  const short = async () => (await app.call(getSchoolSummary, { token })).body.slotsShort
  for (const _ of [1, 2, 3, 4]) {
    const late = await makePerson(app, 'student', { domain })
    await makeReview(app, { student: late, advisor, dueAt: monday - dayMs })
  }
  expect(await short()).toMatchObject({ day: '2026-03-03' })
  await save([{ from: '2026-03-03', to: '2026-03-04', name: 'Carnival' }])
  expect(await short()).toBeNull()
  app.time.now = monday + 2 * hourMs
  await notifySlotShortage(app.context)
  expect(await read()).toBe(0)
  app.time.now = monday + dayMs
  await notifySlotShortage(app.context)
  expect(await read()).toBe(1)
  expect(await short()).toMatchObject({ day: '2026-03-05' })
})
