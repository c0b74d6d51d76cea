import { sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'
import { didChange, first, run, type Values } from '#server/database/query.ts'

type OfPerson = { personId: string; reviewId: string }

/** Reviews with their feedback, but without the note for staff. */
function selectFeedback(db: Db) {
  return db
    .selectFrom('reviews')
    .innerJoin('people as student', 'student.id', 'reviews.student_id')
    .leftJoin('feedback', 'feedback.review_id', 'reviews.id')
    .leftJoin('rubric_assessments', 'rubric_assessments.review_id', 'reviews.id')
    .select(['reviews.id', 'reviews.week', 'reviews.status', 'student.name as student'])
    .select(['reviews.student_id', 'reviews.advisor_id', 'reviews.reviewer_id'])
    .select(['feedback.text', 'feedback.reply', 'feedback.replied_at'])
    .select('rubric_assessments.criteria')
}

/** The feedback on one of the student's reviews. */
export const readFeedbackForStudent = first((db, { personId, reviewId }: Values<OfPerson>) =>
  selectFeedback(db).where('reviews.id', '=', reviewId).where('reviews.student_id', '=', personId),
)

const selectWithNote = (db: Db) => selectFeedback(db).select('feedback.note')

const readForStaff = (owner: 'reviews.advisor_id' | 'reviews.reviewer_id') =>
  first((db, { personId, reviewId }: Values<OfPerson>) =>
    selectWithNote(db).where('reviews.id', '=', reviewId).where(owner, '=', personId),
  )

/** Feedback and note of one review, whoever's it is. */
export const readFeedback = first((db, { reviewId }: Values<Pick<OfPerson, 'reviewId'>>) =>
  selectWithNote(db).where('reviews.id', '=', reviewId),
)

/** Feedback and note of one review, if the caller may see it. */
export const readFeedbackForStaff = {
  advisor: readForStaff('reviews.advisor_id'),
  reviewer: readForStaff('reviews.reviewer_id'),
  admin: (db: Db, { reviewId }: OfPerson) => readFeedback(db, { reviewId }),
}

export type FeedbackRow = NonNullable<Awaited<ReturnType<typeof readFeedbackForStudent>>>

type Saved = { reviewId: string; now: number; text: string | null; note: string | null }

/** Saves the texts that are not null; the others stay. */
export const upsertFeedback = run((db, { reviewId, now, text, note }: Values<Saved>) =>
  db
    .insertInto('feedback')
    .values({
      review_id: reviewId,
      text: sql<string>`coalesce(${text}, '')`,
      note: sql<string>`coalesce(${note}, '')`,
      saved_at: now,
    })
    .onConflict((conflict) =>
      conflict.column('review_id').doUpdateSet({
        text: sql<string>`coalesce(${text}, feedback.text)`,
        note: sql<string>`coalesce(${note}, feedback.note)`,
        saved_at: now,
      }),
    ),
)

/** Saves the student's reply to feedback; false if there is one already. */
export const saveReply = didChange(
  (db, { reviewId, reply, now }: Values<{ reviewId: string; reply: string; now: number }>) =>
    db
      .updateTable('feedback')
      .set({ reply, replied_at: now })
      .where('review_id', '=', reviewId)
      .where('reply', 'is', null),
)

type OfReviewer = { reviewerId: string }

export const readPhrases = first((db, { reviewerId }: Values<OfReviewer>) =>
  db.selectFrom('feedback_phrases').select('phrases').where('reviewer_id', '=', reviewerId),
)

export const upsertPhrases = run(
  (db, { reviewerId, phrases }: Values<OfReviewer & { phrases: string }>) =>
    db
      .insertInto('feedback_phrases')
      .values({ reviewer_id: reviewerId, phrases })
      .onConflict((conflict) => conflict.column('reviewer_id').doUpdateSet({ phrases })),
)
