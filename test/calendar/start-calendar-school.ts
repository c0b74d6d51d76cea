import type { NoShowRole } from '#contract/kit/kinds/history-kind.ts'
import { startApp } from '#test/app.ts'
import { makeDomain, makePerson } from '#test/factories.ts'

export const week = { from: '2026-03-02', to: '2026-03-08' }

/** An advisor, their student, and a reviewer of the student's domain. */
export async function startCalendar() {
  const app = await startApp()
  const { db } = app.context
  const domain = await makeDomain(app, 'Web')
  const admin = await makePerson(app, 'admin')
  const advisor = await makePerson(app, 'advisor')
  const student = await makePerson(app, 'student', { name: 'Sofía', domain })
  const reviewer = await makePerson(app, 'reviewer', { name: 'Priya' })
  const reviews = async (reviewer: { _id: string }, domain: { _id: string }) =>
    db
      .insertInto('reviewer_domains')
      .values({ reviewer_id: reviewer._id, domain_id: domain._id })
      .execute()
  await reviews(reviewer, domain)
  const useUp = (slot_id: string, review_id: string, who: NoShowRole) =>
    db.insertInto('no_shows').values({ slot_id, review_id, who, at: app.time.now }).execute()
  return { app, db, domain, admin, advisor, student, reviewer, reviews, useUp }
}
