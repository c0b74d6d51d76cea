import { type RawBuilder, sql } from 'kysely'
import type { NotificationKind } from '#contract/kit/kinds/notification-kind.ts'
import { type Db, isPostgres } from '#server/database/connect.ts'
import { isParticipating } from '#server/database/person-conditions.ts'
import { all, type Values } from '#server/database/query.ts'
import { hasActiveAdvisorAsNumber, isReviewersTurn } from '../turns/turn-conditions.ts'

/**
 * Deletes and returns due reminders, so that no other process sends them. Skips reminders that are
 * locked, or whose review is locked, until the next run, so that nobody waits. The reviews are
 * locked first because a change to a review locks it before its reminders, while sending a reminder
 * needs the review afterwards.
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
  return (
    db
      // Without a CTE, PostgreSQL may run the subquery again for each row and claim more.
      .with('due', () => free)
      .deleteFrom('reminders')
      .where(sql<boolean>`(review_id, kind) in (select review_id, kind from due)`)
      .returning(['review_id', 'kind', 'starts_at', 'due_at'])
  )
})

/** Those of the given reviews that are booked, with student and reviewer. */
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

/** Whether the review's student or reviewer has no notification of this kind with this key. */
const isNotNotified = (
  kind: NotificationKind,
  person: 'student_id' | 'reviewer_id',
  dedupeKey: RawBuilder<string>,
) => sql<boolean>`not exists (
  select 1 from notifications where notifications.person_id = ${sql.ref(`reviews.${person}`)}
    and notifications.kind = ${sql.lit(kind)} and notifications.dedupe_key = ${dedupeKey})`

type Overdue = { before: number; since: number; most: number; afterDue: number; afterId: string }

/**
 * Reviews without a slot of students who take part, due from `since` to `before`, that have not
 * been reported as overdue; by due date, after the given one.
 */
export const readOverdueToNotify = all(
  (db, { before, since, most, afterDue, afterId }: Values<Overdue>) =>
    db
      .selectFrom('reviews')
      .innerJoin('people as student', 'student.id', 'reviews.student_id')
      .select(['reviews.id', 'reviews.week', 'reviews.due_at', 'reviews.advisor_id'])
      .select(hasActiveAdvisorAsNumber.as('has_advisor'))
      .select(['student.id as student_id', 'student.name as student'])
      .where('reviews.closed_at', 'is', null)
      .where('reviews.status', '=', sql.lit('not-scheduled'))
      .where(isParticipating('student'))
      .where('reviews.due_at', '<', before)
      .where('reviews.due_at', '>=', since)
      .where(
        sql<boolean>`(reviews.due_at > ${afterDue} or (reviews.due_at = ${afterDue} and reviews.id > ${afterId}))`,
      )
      .where(isNotNotified('overdue', 'student_id', sql`reviews.id || ' ' || reviews.due_at`))
      .orderBy('reviews.due_at')
      .orderBy('reviews.id')
      .limit(most),
)

type Unmarked = {
  now: number
  begunBy: number
  most: number
  afterStart: number
  afterId: string
}

/**
 * Booked reviews of students who take part that began by `begunBy`, wait for their reviewer's
 * marks, and whose reviewer has not been reminded for this slot; by their beginning, after the
 * given one.
 */
export const readUnmarkedToNotify = all(
  (db, { now, begunBy, most, afterStart, afterId }: Values<Unmarked>) =>
    db
      .selectFrom('reviews')
      .innerJoin('people as student', 'student.id', 'reviews.student_id')
      .innerJoin('people as reviewer', 'reviewer.id', 'reviews.reviewer_id')
      .select(['reviews.id', 'reviews.week', 'reviews.due_at'])
      .select(sql<number>`reviews.held_at`.as('starts_at'))
      .select(['student.id as student_id', 'student.name as student'])
      .select(['reviewer.id as reviewer_id', 'reviewer.name as reviewer'])
      .where('reviews.closed_at', 'is', null)
      .where(isParticipating('student'))
      .where(isReviewersTurn(now))
      .where('reviews.held_at', '<=', begunBy)
      .where(
        sql<boolean>`(reviews.held_at > ${afterStart} or (reviews.held_at = ${afterStart} and reviews.id > ${afterId}))`,
      )
      .where(isNotNotified('reminded', 'reviewer_id', sql`reviews.id || ' ' || reviews.held_at`))
      .orderBy('reviews.held_at')
      .orderBy('reviews.id')
      .limit(most),
)
