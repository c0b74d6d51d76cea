import { type ExpressionBuilder, sql } from 'kysely'
import { did, first, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'
import { type OfAdvisor, untouched } from './queries.ts'

/** What is kept of a review's call. */
const ofItsCall = [
  ...(['call_seats', 'call_presence', 'call_events'] as const),
  ...(['chat_lines', 'review_drafts'] as const),
]

/** Whether nothing has happened to a review since it was opened. */
function isUntouched({ and, eb, exists, not, selectFrom }: ExpressionBuilder<Tables, 'reviews'>) {
  return and([
    ...Object.entries(untouched).map(([column, value]) =>
      eb(sql.ref(`reviews.${column}`), value === null ? 'is' : '=', value),
    ),
    // What the review before has left to do is no work on this one.
    eb(
      'reviews.pending_task',
      '=',
      selectFrom('reviews as last')
        .select('last.pending_task')
        .whereRef('last.id', '=', 'reviews.follows_id'),
    ),
    ...ofItsCall.map((table) =>
      not(
        exists(
          selectFrom(table)
            .select(`${table}.review_id`)
            .whereRef(`${table}.review_id`, '=', 'reviews.id'),
        ),
      ),
    ),
  ])
}

/** What followed an advisor's review, and whether nothing has happened to it. */
export const readDecision = first((db, { id, advisorId }: Values<OfAdvisor>) =>
  db
    .selectFrom('reviews')
    .innerJoin('reviews as decided', 'decided.id', 'reviews.follows_id')
    .select(['reviews.id as next_id', 'decided.closed_at'])
    .select((eb) => eb.case().when(isUntouched(eb)).then(1).else(0).end().as('is_untouched'))
    .where('reviews.follows_id', '=', id)
    .where('decided.advisor_id', '=', advisorId),
)

/**
 * Opens an advisor's review again that was closed at `since` or later, and returns it; undefined
 * when there is none.
 */
export const reopenReview = first(
  (db, { id, advisorId, since }: Values<OfAdvisor & { since: number }>) =>
    db
      .updateTable('reviews')
      .set({ closed_at: null })
      .where('id', '=', id)
      .where('advisor_id', '=', advisorId)
      .where('closed_at', '>=', since)
      .returning(['student_id', 'week', 'freed_slot_id']),
)

/**
 * Deletes the review that follows this one, if nothing has happened to it, and returns it. What is
 * noted of its call meanwhile makes the database refuse; `breaksReference` knows that error.
 */
export const deleteNextReview = first((db, { id }: Values<{ id: string }>) =>
  db.deleteFrom('reviews').where('follows_id', '=', id).where(isUntouched).returningAll(),
)

/**
 * Books for a review the slot that was freed as it was closed; false when that is taken or gone, or
 * its reviewer blocked. The database refuses a slot that is being taken.
 */
export const takeFreedSlot = did((db, { id }: Values<{ id: string }>) =>
  db
    .updateTable('reviews')
    .set(({ ref }) => ({ slot_id: ref('freed_slot_id'), status: 'review-scheduled' }))
    .where('id', '=', id)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('slots')
          .innerJoin('people', 'people.id', 'slots.reviewer_id')
          .select('slots.id')
          .whereRef('slots.id', '=', 'reviews.freed_slot_id')
          .where('people.blocked_at', 'is', null),
      ),
    )
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('reviews as holder')
            .select('holder.id')
            .whereRef('holder.slot_id', '=', 'reviews.freed_slot_id'),
        ),
      ),
    ),
)
