import { addAbsence } from '#contract/availability/absences.ts'
import { dayMs } from '#contract/kit/time/durations.ts'
import { monday, startApp } from '#test/app.ts'
import { makeDomain, makePerson, makeReview } from '#test/factories.ts'

/** A block of availability: an hour of every Tuesday, without an end. */
export const tuesdayMornings = {
  weekday: 2,
  from: '09:00',
  to: '10:00',
  reviewTime: 30,
  everyWeeks: 1,
  since: '2026-03-01',
  until: null,
}

export const tomorrow = monday + dayMs

/** Two reviewers of one domain. The first has bookings and adds absences. */
export async function startTwoReviewers() {
  const app = await startApp({ planEarliestDays: 7, planNoticeHours: 0 })
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
  /** A booking with the reviewer, of an advisor with this setting for automatic moves. */
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
