import { sql } from 'kysely'
import { isInJsonList } from '#server/database/list/search.ts'
import { isActive, isParticipating } from '#server/database/person-conditions.ts'
import { all, run, type Values } from '#server/database/query.ts'
import { asNumber } from '../queries.ts'

/** The advisors who can take students, each with their load. */
export const readAvailableAdvisors = all((db) =>
  db
    .selectFrom('people')
    .select(['people.id', 'people.name'])
    .select(({ selectFrom }) => {
      const open = selectFrom('reviews')
        .innerJoin('people as student', 'student.id', 'reviews.student_id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('reviews.advisor_id', '=', 'people.id')
        .where('reviews.closed_at', 'is', null)
      const active = open.where(isParticipating('student'))
      return [
        open.$asScalar().$notNull().as('openReviews'),
        active.$asScalar().$notNull().as('students'),
      ]
    })
    .where('people.role', '=', sql.lit('advisor'))
    .where(isActive)
    .orderBy('people.id'),
)

/** The open reviews of an advisor, ordered by due date. */
export const readOpenReviews = all((db, { advisorId }: Values<{ advisorId: string }>) =>
  db
    .selectFrom('reviews')
    .innerJoin('people as student', 'student.id', 'reviews.student_id')
    .select(['reviews.id', 'reviews.reviewer_id', 'student.id as student_id'])
    .select(['student.name as student', 'student.blocked_at', 'student.paused_at'])
    .where('reviews.advisor_id', '=', advisorId)
    .where('reviews.closed_at', 'is', null)
    .orderBy('reviews.due_at')
    .orderBy('reviews.id'),
)

/** The open reviews of these students (each has at most one), with the advisor. */
export const readOpenReviewsForStudents = all((db, { ids }: Values<{ ids: string }>) =>
  db
    .selectFrom('reviews')
    .innerJoin('people as student', 'student.id', 'reviews.student_id')
    .leftJoin('people as advisor', 'advisor.id', 'reviews.advisor_id')
    .select(['reviews.id', 'reviews.week', 'reviews.reviewer_id', 'reviews.advisor_id'])
    .select(['student.id as student_id', 'student.name as student', 'advisor.name as advisor'])
    .select(['student.blocked_at', 'student.paused_at'])
    .where(isInJsonList(db, 'reviews.student_id', ids))
    .where('reviews.closed_at', 'is', null)
    .orderBy('reviews.id'),
)

/** Sets the advisor (null for none) of the open reviews whose ids are in the JSON array `ids`. */
export const updateReviewAdvisors = run(
  (db, { to, ids }: Values<{ to: string | null; ids: string }>) =>
    db
      .updateTable('reviews')
      .set({ advisor_id: to })
      .where('closed_at', 'is', null)
      .where(isInJsonList(db, 'reviews.id', ids)),
)

/**
 * A call that hands over, and how its audit log entries name the advisor: those of reviews, and
 * those of invited students.
 */
type HandOvers = { call: string; before: string; invitedBefore: string }

/** Who advises the student, or is to advise one who is invited and has no review. */
const currentAdvisor = sql<string | null>`(case when reviews.id is null
  then student.first_advisor_id else reviews.advisor_id end)`

/** The row is of a review, or of a student who has not joined. */
const isReviewOrInvited = sql<boolean>`(reviews.id is not null
  or (student.verified_at is null and student.erased_at is null))`

/**
 * Reads from the audit log which reviews and invited students a call took from an advisor since an
 * instant, oldest first: the review's current state (nulls for an invited student), the new
 * advisor, and whether the review's current advisor has changed it since.
 */
export const readHandedOverStudents = all(
  (db, { call, before, invitedBefore, since }: Values<HandOvers & { since: number }>) =>
    db
      .selectFrom('audit_log as line')
      .leftJoin('reviews', 'reviews.id', 'line.subject_id')
      .innerJoin('people as student', (join) =>
        join.on(({ eb, fn }) =>
          eb('student.id', '=', fn.coalesce('reviews.student_id', 'line.subject_id')),
        ),
      )
      .leftJoin('people as advisor', (join) => join.on('advisor.id', '=', currentAdvisor))
      .select(['reviews.id', 'reviews.reviewer_id', 'reviews.closed_at'])
      .select(['line.at', 'line.after as given'])
      .select(['student.id as student_id', 'student.name as student'])
      .select([currentAdvisor.as('advisor_id'), 'advisor.name as advisor'])
      .select(({ exists, selectFrom }) =>
        asNumber(
          exists(
            selectFrom('audit_log as own')
              .select('own.id')
              .whereRef('own.subject_id', '=', 'line.subject_id')
              .whereRef('own.person_id', '=', 'reviews.advisor_id')
              .whereRef('own.at', '>=', 'line.at'),
          ),
        ).as('has_acted'),
      )
      .where('line.at', '>=', since)
      .where('line.call', '=', call)
      .where('line.before', 'in', [before, invitedBefore])
      .where(isReviewOrInvited)
      .orderBy('line.at')
      .orderBy('line.id'),
)

/**
 * Reads from the audit log whom the last such call took from an advisor: the students' open
 * reviews (nulls for a student who has not joined), with the advisor whom it gave them. It is
 * looked for among the entries of admins, who have few.
 */
export const readLastHandedOverStudents = all(
  (db, { call, before, invitedBefore }: Values<HandOvers>) =>
    db
      .with('line', (of) =>
        of
          .selectFrom('people as admin')
          .innerJoin('audit_log', 'audit_log.person_id', 'admin.id')
          .select(['audit_log.id', 'audit_log.request_id'])
          .select(['audit_log.subject_id', 'audit_log.after'])
          .where('admin.role', '=', sql.lit('admin'))
          .where('audit_log.call', '=', call)
          .where('audit_log.before', 'in', [before, invitedBefore]),
      )
      .selectFrom('line')
      .leftJoin('reviews as taken', 'taken.id', 'line.subject_id')
      .innerJoin('people as student', (join) =>
        join.on(({ eb, fn }) =>
          eb('student.id', '=', fn.coalesce('taken.student_id', 'line.subject_id')),
        ),
      )
      .leftJoin('reviews', (join) =>
        join.onRef('reviews.student_id', '=', 'student.id').on('reviews.closed_at', 'is', null),
      )
      .leftJoin('people as advisor', (join) => join.on('advisor.id', '=', currentAdvisor))
      .select(['reviews.id', 'reviews.reviewer_id', 'line.after as given'])
      .select(['student.id as student_id', 'student.name as student'])
      .select([currentAdvisor.as('advisor_id'), 'advisor.name as advisor'])
      .where(isReviewOrInvited)
      .where(({ eb, selectFrom }) =>
        eb(
          'line.request_id',
          '=',
          selectFrom('line as last').select('last.request_id').orderBy('last.id', 'desc').limit(1),
        ),
      ),
)
