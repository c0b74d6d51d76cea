import type { Context } from '#server/kit/context.ts'
import type { State } from './ledger.ts'

/** What stands in the database of these people: their slots, their reviews, themselves. */
export async function readState({ db, clock }: Context, people: string[]): Promise<State> {
  const slots = await db
    .selectFrom('slots')
    .select(['id', 'reviewer_id as reviewer', 'starts_at as startsAt', 'ends_at as endsAt'])
    .where('reviewer_id', 'in', people)
    .execute()
  const reviews = await db
    .selectFrom('reviews')
    .select(['id', 'student_id as student', 'week', 'status', 'slot_id as slot'])
    .select(['follows_id as follows', 'freed_slot_id as freed', 'closed_at'])
    .select('lost_reviewer_id as lostWith')
    .where('student_id', 'in', people)
    .execute()
  const rows = await db
    .selectFrom('people')
    .select(['id', 'week', 'blocked_at'])
    .where('id', 'in', people)
    .execute()
  return {
    readAt: clock(),
    slots,
    reviews: reviews.map(({ closed_at, ...review }) => ({
      ...review,
      isClosed: closed_at !== null,
    })),
    people: rows.map(({ blocked_at, ...row }) => ({ ...row, isBlocked: blocked_at !== null })),
  }
}
