import type { Db } from '#server/database/open.ts'
import { type Gaps, prepared } from '#server/database/prepared.ts'
import type { Tables } from '#server/database/tables.ts'

/** Whom a review's call is for, and whether it can be held. */
export function readCall(db: Db, reviewId: string) {
  return call.first(db, { reviewId })
}

const call = prepared(['reviewId'], (db, { reviewId }: Gaps<{ reviewId: string }>) =>
  db
    .selectFrom('reviews')
    .select(['student_id', 'advisor_id', 'status', 'closed_at'])
    .select(['reviewer_id', 'held_at as starts_at'])
    .where('id', '=', reviewId),
)

/** Takes a person's seat in a room and returns how often they have taken it. */
export async function takeSeat(db: Db, reviewId: string, personId: string): Promise<number> {
  return (await seat.one(db, { reviewId, personId })).turn
}

const seat = prepared(
  ['reviewId', 'personId'],
  (db, { reviewId, personId }: Gaps<{ reviewId: string; personId: string }>) =>
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
export async function writeDraft(db: Db, draft: Tables['review_drafts']): Promise<void> {
  await keepDraft.all(db, draft)
}

const keepDraft = prepared(
  ['review_id', 'mark', 'pending_task', 'saved_at'],
  (db, { review_id, ...typed }: Gaps<Tables['review_drafts']>) =>
    db
      .insertInto('review_drafts')
      .values({ review_id, ...typed })
      .onConflict((conflict) => conflict.column('review_id').doUpdateSet(typed)),
)

/** The draft of a review. */
export function readDraft(db: Db, reviewId: string) {
  return draft.first(db, { reviewId })
}

const draft = prepared(['reviewId'], (db, { reviewId }: Gaps<{ reviewId: string }>) =>
  db
    .selectFrom('review_drafts')
    .select(['mark', 'pending_task', 'saved_at'])
    .where('review_id', '=', reviewId),
)

/** Empties the parts of a draft that were submitted. */
export async function emptyDraft(
  db: Db,
  reviewId: string,
  submitted: { mark: boolean; pendingTask: boolean },
): Promise<void> {
  if (submitted.mark) await emptyPart.mark.all(db, { reviewId })
  if (submitted.pendingTask) await emptyPart.pendingTask.all(db, { reviewId })
}

const emptyPartOf = (part: 'mark' | 'pending_task') =>
  prepared(['reviewId'], (db, { reviewId }: Gaps<{ reviewId: string }>) =>
    db
      .updateTable('review_drafts')
      .set({ [part]: null })
      .where('review_id', '=', reviewId),
  )

const emptyPart = { mark: emptyPartOf('mark'), pendingTask: emptyPartOf('pending_task') }
