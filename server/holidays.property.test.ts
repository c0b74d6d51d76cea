import fc from 'fast-check'
import { expect, test } from 'vitest'
import { saveAvailability } from '#contract/availability/availability.ts'
import { dayMs } from '#contract/kit/time/durations.ts'
import { findHoliday } from '#contract/kit/time/holidays.ts'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import { getPlan } from '#contract/plan.ts'
import { saveSchoolSettings } from '#contract/school/settings.ts'
import { inTransaction } from '#server/kit/context.ts'
import { openReview } from '#server/reviews/actions.ts'
import { monday, startApp } from '#test/app.ts'
import { arbitraryHolidays } from '#test/availability/arbitrary-holidays.ts'
import { makeDomain, makePerson, makeReview, makeSlot } from '#test/factories.ts'
import { addReviewer } from '#test/plan/factories.ts'
import { makePropertyParameters } from '#test/property.ts'
import { generateAllSlots } from './availability/generate-slots.ts'

const weekdays = [1, 2, 3, 4, 5, 6, 7]
const rules = { bookableDays: 28, planEarliestDays: 7, planNoticeHours: 0 }
const block = { from: '09:00', to: '17:00', reviewTime: 120, everyWeeks: 1 }

test('on no holiday a slot is generated, a review falls due, or anything is planned', async () => {
  const app = await startApp({ given: { timeZone: 'America/New_York' } })
  const { db, settings } = app.context
  const domain = await makeDomain(app)
  const { token: admin } = await makePerson(app, 'admin')
  const advisor = await makePerson(app, 'advisor')
  const reviewer = await addReviewer(app, [domain])
  const blocks = weekdays.map((weekday) => ({
    ...block,
    weekday,
    since: '2026-03-02',
    until: null,
  }))
  const value = { blocks, buffer: 0, mostADay: null, notice: 0 }
  await app.call(saveAvailability, { token: reviewer.token, body: { value } })
  // Added by hand, so that it stays.
  const byHand = await makePerson(app, 'reviewer')
  for (let day = 1; day < 28; day++) await makeSlot(app, byHand, monday + day * dayMs)
  await db
    .insertInto('reviewer_domains')
    .values({ reviewer_id: byHand._id, domain_id: domain._id })
    .execute()

  const due = fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(arbitraryHolidays('2026-02-25', 40), due, async (holidays, days) => {
      await db.deleteFrom('notifications').execute()
      await db.deleteFrom('reviews').execute()
      for (const day of days) {
        const student = await makePerson(app, 'student', { domain })
        await makeReview(app, { student, advisor, dueAt: monday + (day - 3) * dayMs })
      }
      const saved = await app.call(saveSchoolSettings, {
        token: admin,
        body: { ...rules, holidays },
      })
      expect(saved.status).toBe(200)
      const student = await makePerson(app, 'student', { domain })
      await inTransaction(app.context, (tx) =>
        openReview(tx, {
          student_id: student._id,
          advisor_id: advisor._id,
          week: 1,
          pending_task: '[]',
          follows_id: null,
        }),
      )
      await generateAllSlots(app.context)

      const holidayAt = (at: number) => findHoliday(getDateInZone(at, settings.timeZone), holidays)
      const slots = await db.selectFrom('slots').selectAll().where('is_generated', '=', 1).execute()
      for (const { starts_at } of slots) expect(holidayAt(starts_at)).toBeUndefined()
      const reviews = await db.selectFrom('reviews').select('due_at').execute()
      expect(reviews).toHaveLength(days.length + 1)
      for (const { due_at } of reviews) expect(holidayAt(due_at)).toBeUndefined()
      for (const query of [{}, { asSoonAsPossible: 'true' as const }]) {
        const { body } = await app.call(getPlan, { token: advisor.token, query })
        expect(body).toHaveLength(days.length + 1)
        for (const { slot, notBefore } of body) {
          if (slot) expect(holidayAt(Date.parse(slot.startsAt))).toBeUndefined()
          if (notBefore) expect(findHoliday(notBefore, holidays)).toBeUndefined()
        }
      }
    }),
    makePropertyParameters(25),
  )
})
