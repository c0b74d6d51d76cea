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
 * Reads from the audit log which reviews a call took from an advisor since an instant, oldest
 * first: the review's current state, its new advisor, and whether its current advisor has changed
 * it since.
 */
export const readHandedOverReviews = all(
  (db, { call, before, since }: Values<{ call: string; before: string; since: number }>) =>
    db
      .selectFrom('audit_log as line')
      .innerJoin('reviews', 'reviews.id', 'line.subject_id')
      .innerJoin('people as student', 'student.id', 'reviews.student_id')
      .leftJoin('people as advisor', 'advisor.id', 'reviews.advisor_id')
      .select(['reviews.id', 'reviews.reviewer_id', 'reviews.closed_at'])
      .select(['line.at', 'line.after as given'])
      .select(['student.id as student_id', 'student.name as student'])
      .select(['reviews.advisor_id', 'advisor.name as advisor'])
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
      .where('line.kind', '=', sql.lit('reviews'))
      .where('line.at', '>=', since)
      .where('line.call', '=', call)
      .where('line.before', '=', before)
      .orderBy('line.at')
      .orderBy('line.id'),
)

/**
 * Reads from the audit log whom the last such call took from an advisor: the students' open
 * reviews, with the advisor whom it gave them. It is looked for among the entries of admins, who
 * have few.
 */
export const readLastHandedOverReviews = all(
  (db, { call, before }: Values<{ call: string; before: string }>) =>
    db
      .with('line', (of) =>
        of
          .selectFrom('people as admin')
          .innerJoin('audit_log', 'audit_log.person_id', 'admin.id')
          .select(['audit_log.id', 'audit_log.request_id'])
          .select(['audit_log.subject_id', 'audit_log.after'])
          .where('admin.role', '=', sql.lit('admin'))
          .where('audit_log.call', '=', call)
          .where('audit_log.before', '=', before),
      )
      .selectFrom('line')
      .innerJoin('reviews as taken', 'taken.id', 'line.subject_id')
      .innerJoin('reviews', 'reviews.student_id', 'taken.student_id')
      .innerJoin('people as student', 'student.id', 'reviews.student_id')
      .leftJoin('people as advisor', 'advisor.id', 'reviews.advisor_id')
      .select(['reviews.id', 'reviews.reviewer_id', 'line.after as given'])
      .select(['student.id as student_id', 'student.name as student'])
      .select(['reviews.advisor_id', 'advisor.name as advisor'])
      .where('reviews.closed_at', 'is', null)
      .where(({ eb, selectFrom }) =>
        eb(
          'line.request_id',
          '=',
          selectFrom('line as last').select('last.request_id').orderBy('last.id', 'desc').limit(1),
        ),
      ),
)
