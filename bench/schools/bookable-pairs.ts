import { sql } from 'kysely'
import { dayMs, minuteMs } from '#contract/kit/time/durations.ts'
import { demoLogins } from '#contract/school/school.ts'
import type { Db } from '#server/database/connect.ts'

/** The body of a booking: a waiting review and a free slot. */
export type BookablePair = { value: { reviewId: string; reviewer: string; slot: string } }

/** From midnight on, when a generated school has no slots. */
const slotsANight = 240
const nights = 2
const batchSize = 500

/**
 * Adds waiting reviews to the demo advisor of a generated school, for half of its students in turn,
 * and as many one-minute slots to its reviewers, tomorrow and the day after. Uses only columns that
 * every version has, so it also works on older schemas.
 */
export async function fillBookablePairs(db: Db, count: number): Promise<BookablePair[]> {
  const advisor = await readId(db, demoLogins.advisor.email)
  const [reviewers, students] = [await readActive(db, 'reviewer'), await readActive(db, 'student')]
  const now = Date.now()
  const tomorrow = (Math.floor(now / dayMs) + 1) * dayMs
  const made = Array.from({ length: count }, (_, number) => {
    const ofReviewer = slotsANight * nights
    const reviewer = reviewers[Math.floor(number / ofReviewer)]
    const student = students[number % Math.ceil(students.length / 2)]
    if (reviewer === undefined || student === undefined) throw new Error('there are too few people')
    const place = number % ofReviewer
    const night = Math.floor(place / slotsANight) * dayMs
    const startsAt = tomorrow + night + (place % slotsANight) * 2 * minuteMs
    const ids = { reviewId: `since-review-${number}`, slot: `since-slot-${number}` }
    return { ...ids, reviewer, student, startsAt }
  })
  for (let from = 0; from < count; from += batchSize) {
    const some = made.slice(from, from + batchSize)
    const slots = some.map(
      ({ slot, reviewer, startsAt }) =>
        sql`(${slot}, ${reviewer}, ${startsAt}, ${startsAt + minuteMs})`,
    )
    const reviews = some.map(
      ({ reviewId, student }) =>
        sql`(${reviewId}, ${student}, ${advisor}, 1, 'not-scheduled', ${now + dayMs}, '[]', ${now})`,
    )
    await sql`insert into slots (id, reviewer_id, starts_at, ends_at)
      values ${sql.join(slots)}`.execute(db)
    await sql`insert into reviews
      (id, student_id, advisor_id, week, status, due_at, pending_task, created_at)
      values ${sql.join(reviews)}`.execute(db)
  }
  return made.map(({ reviewId, slot, reviewer }) => ({ value: { reviewId, reviewer, slot } }))
}

/** Active people of a role, without the demo logins. */
async function readActive(db: Db, role: 'reviewer' | 'student'): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from people
    where role = ${role} and verified_at is not null and blocked_at is null
      and email <> ${demoLogins[role].email} order by name desc, id`.execute(db)
  return rows.map(({ id }) => id)
}

async function readId(db: Db, email: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from people where email = ${email}`.execute(
    db,
  )
  if (!rows[0]) throw new Error(`${email} is not there`)
  return rows[0].id
}
