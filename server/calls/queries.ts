import type { Db } from '#server/database/open.ts'
import { first, one, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'

type InReview = { reviewId: string }

/** Whom a review's call is for, and whether it can be held. */
export const readCall = first((db, { reviewId }: Values<InReview>) =>
  db
    .selectFrom('reviews')
    .select(['student_id', 'advisor_id', 'status', 'closed_at'])
    .select(['reviewer_id', 'held_at as starts_at'])
    .where('id', '=', reviewId),
)

/** Counts that a person takes their seat in a room, and returns how often they have taken it. */
export const raiseTurn = one(
  (db, { reviewId, personId }: Values<InReview & { personId: string }>) =>
    db
      .insertInto('call_seats')
      .values({ review_id: reviewId, person_id: personId, turn: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['review_id', 'person_id'])
          .doUpdateSet((update) => ({ turn: update('call_seats.turn', '+', 1) })),
      )
      .returning('turn'),
)

/** Keeps a draft in the place of the one before. */
export const writeDraft = run((db, { review_id, ...typed }: Values<Tables['review_drafts']>) =>
  db
    .insertInto('review_drafts')
    .values({ review_id, ...typed })
    .onConflict((conflict) => conflict.column('review_id').doUpdateSet(typed)),
)

/** The draft of a review. */
export const readDraft = first((db, { reviewId }: Values<InReview>) =>
  db
    .selectFrom('review_drafts')
    .select(['mark', 'pending_task', 'saved_at'])
    .where('review_id', '=', reviewId),
)

/** Empties the mark of a draft, as it was submitted. */
export const emptyDraftMark = run((db, { reviewId }: Values<InReview>) =>
  updateDraft(db, reviewId).set({ mark: null }),
)

/** Empties the pending task of a draft, as it was submitted. */
export const emptyDraftPendingTask = run((db, { reviewId }: Values<InReview>) =>
  updateDraft(db, reviewId).set({ pending_task: null }),
)

function updateDraft(db: Db, reviewId: Values<InReview>['reviewId']) {
  return db.updateTable('review_drafts').where('review_id', '=', reviewId)
}
