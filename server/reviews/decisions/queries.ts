import { type ExpressionBuilder, sql } from 'kysely'
import { didChange, first, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'
import { type Bookable, canBeRestored, type SinceChange } from '#server/slots/bookable/bookable.ts'
import { type AdvisorScope, isAdvisedBy } from '../advisor-or-admin.ts'
import { hasActiveStudent, newReviewDefaults } from '../queries.ts'

/**
 * What is kept of a review's plans, none of which a decision makes for the next review, and of its
 * call, or of one that did not come about.
 */
const recordTables = [
  ...(['review_history', 'call_participants', 'call_presence', 'call_events'] as const),
  ...(['chat_lines', 'review_drafts', 'no_shows'] as const),
]

/** Whether nothing has happened to a review since it was opened. */
function isUnchanged({ and, eb, exists, not, selectFrom }: ExpressionBuilder<Tables, 'reviews'>) {
  return and([
    ...Object.entries(newReviewDefaults).map(([column, value]) =>
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
    ...recordTables.map((table) =>
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
export const readDecision = first((db, { id, advisorId }: Values<AdvisorScope>) =>
  db
    .selectFrom('reviews')
    .innerJoin('reviews as decided', 'decided.id', 'reviews.follows_id')
    .select(['reviews.id as next_id', 'decided.closed_at'])
    .select((eb) => eb.case().when(isUnchanged(eb)).then(1).else(0).end().as('is_untouched'))
    .where('reviews.follows_id', '=', id)
    .where(isAdvisedBy(advisorId, 'decided')),
)

/**
 * Opens an advisor's review again that was closed at `since` or later, and returns it; undefined
 * when there is none.
 */
export const reopenReview = first(
  (db, { id, advisorId, since }: Values<AdvisorScope & { since: number }>) =>
    db
      .updateTable('reviews')
      .set({ closed_at: null })
      .where('id', '=', id)
      .where(isAdvisedBy(advisorId))
      .where('closed_at', '>=', since)
      .returning(['student_id', 'week', 'freed_slot_id']),
)

/**
 * Deletes the review that follows this one, if nothing has happened to it, and returns it. What is
 * noted of its call meanwhile makes the database refuse; `isForeignKeyViolation` knows that error.
 */
export const deleteNextReview = first((db, { id }: Values<{ id: string }>) =>
  db.deleteFrom('reviews').where('follows_id', '=', id).where(isUnchanged).returningAll(),
)

/** The slot that was freed as a review was closed, if it is there, and whose it is. */
export const readFreedSlot = first((db, { id }: Values<{ id: string }>) =>
  db
    .selectFrom('reviews')
    .innerJoin('slots', 'slots.id', 'reviews.freed_slot_id')
    .select('slots.reviewer_id')
    .where('reviews.id', '=', id),
)

/**
 * Books for a review the slot that was freed as it was closed; false when that is taken or gone,
 * its reviewer or the student blocked, or what was booked, or its reviewer wants, since stands
 * against it. The database refuses a slot that is being taken.
 */
export const claimFreedSlot = didChange((db, bookable: Values<Bookable & SinceChange>) =>
  db
    .updateTable('reviews')
    .set(({ ref }) => ({ slot_id: ref('freed_slot_id'), status: 'review-scheduled' }))
    .where('id', '=', bookable.reviewId)
    .where(hasActiveStudent)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('slots')
          .innerJoin('people', 'people.id', 'slots.reviewer_id')
          .select('slots.id')
          .whereRef('slots.id', '=', 'reviews.freed_slot_id')
          .where(canBeRestored(bookable)),
      ),
    ),
)
