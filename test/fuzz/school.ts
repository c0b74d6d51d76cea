import { hourMs } from '#contract/kit/time/durations.ts'
import type { Role } from '#contract/roles.ts'
import { openSession } from '#test/accounts/session.ts'
import { monday, type TestApp } from '#test/app.ts'
import { makeDomain, makePerson, makeReview, makeSlot } from '#test/factories.ts'

export type Member = Awaited<ReturnType<typeof makePerson>>

/** A school with many bookings and few free slots. */
export type School = { app: TestApp; people: Record<Role, Member[]> }

export const timeZone = 'America/New_York'

/** Three reviewers of two domains, one of them of both, six students and two advisors. */
export async function startSchool(app: TestApp): Promise<School> {
  const people: School['people'] = { student: [], advisor: [], reviewer: [], admin: [] }
  const domains = [await makeDomain(app), await makeDomain(app)]
  people.admin.push(await makePerson(app, 'admin'))
  for (let index = 0; index < 2; index++) people.advisor.push(await makePerson(app, 'advisor'))
  for (const able of [domains.slice(0, 1), domains.slice(1), domains]) {
    const reviewer = await makePerson(app, 'reviewer')
    people.reviewer.push(reviewer)
    const rows = able.map(({ _id }) => ({ reviewer_id: reviewer._id, domain_id: _id }))
    await app.context.db.insertInto('reviewer_domains').values(rows).execute()
  }
  for (let index = 0; index < 6; index++) {
    const domain = domains[index % 2]
    people.student.push(await makePerson(app, 'student', domain ? { domain } : {}))
  }
  return { app, people }
}

const rules = [
  { buffer: 30, most_a_day: null, notice: 0 },
  { buffer: 0, most_a_day: 2, notice: 240 },
  { buffer: 20, most_a_day: 3, notice: 150 },
]
const noRules = { buffer: 0, most_a_day: null, notice: 0 }

/**
 * Resets a school: each student has a waiting review, each reviewer has slots on three days and
 * booking limits, and the first advisor allows automatic moves.
 */
export async function resetSchool(school: School): Promise<void> {
  const { app, people } = school
  const { db } = app.context
  app.time.now = monday
  for (const table of ['no_shows', 'reviews', 'removed_slots', 'slots'] as const) {
    await db.deleteFrom(table).execute()
  }
  // Beyond the maximum the earliest sessions end, and time goes back here.
  for (const table of ['absences', 'availabilities', 'advisor_settings', 'sessions'] as const) {
    await db.deleteFrom(table).execute()
  }
  await db.updateTable('people').set({ blocked_at: null }).execute()
  await db.updateTable('people').set({ week: 1 }).where('role', '=', 'student').execute()
  await signInAll(school, new Set())
  await db
    .insertInto('advisor_settings')
    .values({ advisor_id: people.advisor[0]?._id ?? '', move_by_itself: 'same-day' })
    .execute()
  for (const [index, reviewer] of people.reviewer.entries()) {
    const { buffer, most_a_day, notice } = rules[index] ?? noRules
    const row = { reviewer_id: reviewer._id, buffer, most_a_day, notice, saved_at: monday }
    await db.insertInto('availabilities').values(row).execute()
    for (const hours of [2, 3, 5, 21, 22, 24, 45, 46]) {
      await makeSlot(app, reviewer, monday + hours * hourMs, 45)
    }
  }
  for (const [index, student] of people.student.entries()) {
    await makeReview(app, { student, advisor: people.advisor[index % 3 === 0 ? 1 : 0] ?? null })
  }
}

/** Signs in everyone who is not blocked. Sessions end with time and by blocks. */
export async function signInAll({ app, people }: School, blocked: ReadonlySet<string>) {
  for (const person of Object.values(people).flat()) {
    if (!blocked.has(person._id)) person.token = await openSession(app.context, person._id)
  }
}
