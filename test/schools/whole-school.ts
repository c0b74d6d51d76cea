import { getInstantAt } from '#contract/kit/time/zone.ts'
import { seedDemo } from '#seed/demo.ts'
import type { Db } from '#server/database/connect.ts'
import { startApp } from '#test/app.ts'

export type WholeSchool = Awaited<ReturnType<typeof readSchool>>

/** Everything in the tables that the seed fills, oldest first. */
export async function readSchool(db: Db) {
  return {
    domains: await db.selectFrom('domains').selectAll().orderBy('id').execute(),
    tasks: await db.selectFrom('tasks').selectAll().orderBy('id').execute(),
    people: await db.selectFrom('people').selectAll().orderBy('id').execute(),
    reviewerDomains: await db
      .selectFrom('reviewer_domains')
      .selectAll()
      .orderBy('reviewer_id')
      .orderBy('domain_id')
      .execute(),
    invitations: await db.selectFrom('invitations').selectAll().orderBy('person_id').execute(),
    slots: await db.selectFrom('slots').selectAll().orderBy('id').execute(),
    reviews: await db.selectFrom('reviews').selectAll().orderBy('id').execute(),
    callEvents: await db.selectFrom('call_events').selectAll().orderBy('id').execute(),
    history: await db.selectFrom('review_history').selectAll().orderBy('id').execute(),
    availabilities: await db.selectFrom('availabilities').selectAll().execute(),
    blocks: await db.selectFrom('availability_blocks').selectAll().orderBy('id').execute(),
    absences: await db.selectFrom('absences').selectAll().execute(),
    removedSlots: await db.selectFrom('removed_slots').selectAll().execute(),
    advisorSettings: await db
      .selectFrom('advisor_settings')
      .selectAll()
      .orderBy('advisor_id')
      .execute(),
    rescheduleRequests: await db.selectFrom('reschedule_requests').selectAll().execute(),
    rescheduleRequestSlots: await db
      .selectFrom('reschedule_request_slots')
      .selectAll()
      .orderBy('place')
      .execute(),
    noShows: await db.selectFrom('no_shows').selectAll().execute(),
    facts: await db.selectFrom('facts').selectAll().execute(),
  }
}

export const newYork = 'America/New_York'

/** Before the demo school opens, on a Monday. */
export const beforeOpening = getInstantAt('2026-03-02', '08:00', newYork)

/** An app with demo data created at an instant, and all its rows. */
export async function makeDemoSchool(now = beforeOpening, timeZone = newYork) {
  const app = await startApp({ timeZone, demo: true })
  app.time.now = now
  await seedDemo(app.context)
  return { app, school: await readSchool(app.context.db) }
}

/** The person with an email address. Throws an Error if there is none. */
export function findPerson({ people }: WholeSchool, email: string) {
  const found = people.find((person) => person.email === email)
  if (!found) throw new Error(`${email} is missing`)
  return found
}
