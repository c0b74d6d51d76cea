import { sql } from 'kysely'
import { openSession } from '#test/accounts/session.ts'
import type { BenchSchool } from './schools.ts'

/** A number of advisors, and of waiting reviews of each. */
export type AssignmentSize = { advisors: number; reviews: number }

/**
 * Distributes a school's waiting reviews to some advisors, with due dates spread over all days.
 * Returns the advisors' tokens.
 */
export async function assignWaitingReviews(
  { context }: BenchSchool,
  { advisors, reviews }: AssignmentSize,
): Promise<string[]> {
  const { db } = context
  const people = await db
    .selectFrom('people')
    .select('id')
    .where('role', '=', 'advisor')
    .where('verified_at', 'is not', null)
    .where('blocked_at', 'is', null)
    .orderBy('id')
    .limit(advisors)
    .execute()
  const waiting = await db
    .selectFrom('reviews')
    .select('id')
    .where('closed_at', 'is', null)
    .where('status', '=', 'not-scheduled')
    .where('advisor_id', 'is not', null)
    .orderBy('due_at')
    .orderBy('id')
    .execute()
  const ids = people.map(({ id }) => id)
  await db
    .updateTable('reviews')
    .set({ advisor_id: null })
    .where('advisor_id', 'in', ids)
    .where('status', '=', 'not-scheduled')
    .execute()
  const step = Math.floor(waiting.length / (advisors * reviews))
  for (const [place, advisor_id] of ids.entries()) {
    const own = Array.from(
      { length: reviews },
      (_, number) => waiting[(number * ids.length + place) * step]?.id ?? '',
    )
    await db.updateTable('reviews').set({ advisor_id }).where('id', 'in', own).execute()
  }
  await sql`vacuum analyze`.execute(db)
  return Promise.all(ids.map((id) => openSession(context, id)))
}
