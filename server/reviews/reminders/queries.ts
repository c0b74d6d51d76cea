import { sql } from 'kysely'
import type { NotificationKind } from '#contract/kit/kinds/notification-kind.ts'
import { type Db, isPostgres } from '#server/database/open.ts'
import { all, type Values } from '#server/database/query.ts'
import { advisorCanAct, isReviewersTurn } from '../turns/turn-conditions.ts'

/**
 * Takes some of the reminders that are due, which nobody else has from then on. One that is being
 * taken, or whose review is being changed, is left for the next time: nobody waits for anybody. The
 * reviews are held as well: whoever changes one has it before its reminders, and what is told of it
 * needs it after them.
 */
export const claimDueReminders = all((db, { now, most }: Values<{ now: number; most: number }>) => {
  const due = db
    .selectFrom('reminders')
    .select(['reminders.review_id', 'reminders.kind'])
    .where('reminders.due_at', '<=', now)
    .orderBy('reminders.due_at')
    .limit(most)
  const ofReviews = due.innerJoin('reviews', 'reviews.id', 'reminders.review_id')
  const free = isPostgres(db) ? ofReviews.forNoKeyUpdate().skipLocked() : due
  return db
    .deleteFrom('reminders')
    .where(sql<boolean>`(review_id, kind) in ${free}`)
    .returning(['review_id', 'kind', 'starts_at', 'due_at'])
})

/** The booked ones of these reviews, with who must be there; somebody who is blocked is not. */
export async function readBookedReviews(db: Db, reviewIds: string[]) {
  if (reviewIds.length === 0) return []
  return db
    .selectFrom('reviews')
    .innerJoin('people as student', 'student.id', 'reviews.student_id')
    .innerJoin('people as reviewer', 'reviewer.id', 'reviews.reviewer_id')
    .select(['reviews.id', 'reviews.week', 'reviews.due_at', 'reviews.held_at'])
    .select(['student.id as student_id', 'student.name as student'])
    .select('student.blocked_at as student_blocked_at')
    .select(['reviewer.id as reviewer_id', 'reviewer.name as reviewer'])
    .select('reviewer.blocked_at as reviewer_blocked_at')
    .where('reviews.id', 'in', reviewIds)
    .where('reviews.status', '=', 'review-scheduled')
    .where('reviews.closed_at', 'is', null)
    .execute()
}

/** Whether a review's student or reviewer has no notice of this kind about the review. */
const isNotNotified = (
  kind: NotificationKind,
  person: 'student_id' | 'reviewer_id',
) => sql<boolean>`not exists (
  select 1 from notifications where notifications.person_id = ${sql.ref(`reviews.${person}`)}
    and notifications.kind = ${sql.lit(kind)} and notifications.dedupe_key = reviews.id)`

type Overdue = { before: number; since: number; most: number; afterDue: number; afterId: string }

/**
 * Reviews that wait for a slot, were due since an instant and before another, and whose student, who is
 * not blocked, was not told so; those after the given one, the longest due first.
 */
export const readOverdueToNotify = all(
  (db, { before, since, most, afterDue, afterId }: Values<Overdue>) =>
    db
      .selectFrom('reviews')
      .innerJoin('people as student', 'student.id', 'reviews.student_id')
      .select(['reviews.id', 'reviews.week', 'reviews.due_at', 'reviews.advisor_id'])
      .select(advisorCanAct.as('has_advisor'))
      .select(['student.id as student_id', 'student.name as student'])
      .where('reviews.closed_at', 'is', null)
      .where('reviews.status', '=', sql.lit('not-scheduled'))
      .where('student.blocked_at', 'is', null)
      .where('reviews.due_at', '<', before)
      .where('reviews.due_at', '>=', since)
      .where(
        sql<boolean>`(reviews.due_at > ${afterDue} or (reviews.due_at = ${afterDue} and reviews.id > ${afterId}))`,
      )
      .where(isNotNotified('overdue', 'student_id'))
      .orderBy('reviews.due_at')
      .orderBy('reviews.id')
      .limit(most),
)

type Unmarked = { now: number; begunBy: number; most: number }

/**
 * Booked reviews that began before an instant, whose marks are owed by a reviewer who can still give
 * them and was not told so; those of blocked students wait for nobody.
 */
export const readUnmarkedToNotify = all((db, { now, begunBy, most }: Values<Unmarked>) =>
  db
    .selectFrom('reviews')
    .innerJoin('people as student', 'student.id', 'reviews.student_id')
    .innerJoin('people as reviewer', 'reviewer.id', 'reviews.reviewer_id')
    .select(['reviews.id', 'reviews.week', 'reviews.due_at'])
    .select(sql<number>`reviews.held_at`.as('starts_at'))
    .select(['student.id as student_id', 'student.name as student'])
    .select(['reviewer.id as reviewer_id', 'reviewer.name as reviewer'])
    .where('reviews.closed_at', 'is', null)
    .where('student.blocked_at', 'is', null)
    .where(isReviewersTurn(now))
    .where('reviews.held_at', '<=', begunBy)
    .where(isNotNotified('reminded', 'reviewer_id'))
    .orderBy('reviews.held_at')
    .limit(most),
)
