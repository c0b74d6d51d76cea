import { type ExpressionBuilder, sql } from 'kysely'
import { didChange, first, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'
import {
  type BookingRuleInputs,
  canBeRestoredToReview,
  type HistoryEntryToUndo,
} from '#server/slots/bookable/bookable.ts'
import { type AdvisorScope, isAdvisedBy } from '../advisor-or-admin.ts'
import { hasActiveStudent, newReviewDefaults } from '../queries.ts'

/**
 * Tables with a review's history, call, no-shows, work and feedback. Opening a review adds nothing.
 */
const recordTables = [
  ...(['review_history', 'call_participants', 'call_presence', 'call_events'] as const),
  ...(['chat_lines', 'review_drafts', 'no_shows', 'work', 'feedback'] as const),
]

/** Whether the review is unchanged since it was opened. */
function isUnchanged({ and, eb, exists, not, selectFrom }: ExpressionBuilder<Tables, 'reviews'>) {
  return and([
    ...Object.entries(newReviewDefaults).map(([column, value]) =>
      eb(sql.ref(`reviews.${column}`), value === null ? 'is' : '=', value),
    ),
    // Pending tasks carried over from the previous review do not count as a change.
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

/** Whether a review that follows another still has the same advisor. */
const keepsAdvisor = sql<boolean>`reviews.advisor_id is not distinct from
  (select last.advisor_id from reviews as last where last.id = reviews.follows_id)`

/** The review that follows an advisor's review, and whether it is unchanged since it was opened. */
export const readNextReview = first((db, { id, advisorId }: Values<AdvisorScope>) =>
  db
    .selectFrom('reviews')
    .innerJoin('reviews as decided', 'decided.id', 'reviews.follows_id')
    .select(['reviews.id as next_id', 'reviews.advisor_id as next_advisor_id'])
    .select('decided.closed_at')
    .select((eb) =>
      eb.case().when(isUnchanged(eb).and(keepsAdvisor)).then(1).else(0).end().as('is_untouched'),
    )
    .where('reviews.follows_id', '=', id)
    .where(isAdvisedBy(advisorId, 'decided')),
)

/**
 * Reopens an advisor's review that was closed at or after `since`, and returns it; undefined if
 * there is none.
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
 * Deletes the review that follows this one if it is unchanged, also its advisor, and returns it. If
 * its call is recorded concurrently, the database throws a foreign key violation
 * (`isForeignKeyViolation`).
 */
export const deleteNextReview = first((db, { id }: Values<{ id: string }>) =>
  db
    .deleteFrom('reviews')
    .where('follows_id', '=', id)
    .where(isUnchanged)
    .where(keepsAdvisor)
    .returningAll(),
)

/**
 * Deletes a review that the reopening of a course opened at or after `since`, if it is unchanged,
 * and returns it. The review before it has no decision in its history.
 */
export const deleteReviewFromReopening = first(
  (db, { id, since }: Values<{ id: string; since: number }>) =>
    db
      .deleteFrom('reviews')
      .where('id', '=', id)
      .where('created_at', '>=', since)
      .where(isUnchanged)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('reviews as last')
            .select('last.id')
            .whereRef('last.id', '=', 'reviews.follows_id')
            .where(({ not, exists, selectFrom }) =>
              not(
                exists(
                  selectFrom('review_history')
                    .select('review_history.id')
                    .whereRef('review_history.review_id', '=', 'last.id')
                    .where('review_history.what', '=', 'decided')
                    .whereRef('review_history.at', '>=', 'last.closed_at'),
                ),
              ),
            ),
        ),
      )
      .returningAll(),
)

/** The reviewer of the slot that closing the review freed; undefined if it no longer exists. */
export const readFreedSlotReviewer = first((db, { id }: Values<{ id: string }>) =>
  db
    .selectFrom('reviews')
    .innerJoin('slots', 'slots.id', 'reviews.freed_slot_id')
    .select('slots.reviewer_id')
    .where('reviews.id', '=', id),
)

/**
 * Books the review into the slot that closing it freed. Returns false if the slot is taken or gone,
 * the reviewer or student is blocked, or later bookings or new rules of the reviewer rule it out.
 * Throws a unique violation if the slot is taken concurrently.
 */
export const claimFreedSlot = didChange(
  (db, bookable: Values<BookingRuleInputs & HistoryEntryToUndo>) =>
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
            .where(canBeRestoredToReview(bookable)),
        ),
      ),
)
