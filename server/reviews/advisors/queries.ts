import { sql } from 'kysely'
import { isActive } from '#server/database/is-active-person.ts'
import { isInJsonList } from '#server/database/list/search.ts'
import { all, run, type Values } from '#server/database/query.ts'
import { asNumber } from '../queries.ts'

/** The advisors who can take a student, with how many open reviews they have. */
export const readAdvisors = all((db) =>
  db
    .selectFrom('people')
    .select(['people.id', 'people.name'])
    .select(({ selectFrom }) =>
      selectFrom('reviews')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('reviews.advisor_id', '=', 'people.id')
        .where('reviews.closed_at', 'is', null)
        .$asScalar()
        .$notNull()
        .as('reviews'),
    )
    .where('people.role', '=', sql.lit('advisor'))
    .where(isActive)
    .orderBy('people.id'),
)

/** The open reviews of an advisor, the longest due first. */
export const readOpenReviews = all((db, { advisorId }: Values<{ advisorId: string }>) =>
  db
    .selectFrom('reviews')
    .innerJoin('people as student', 'student.id', 'reviews.student_id')
    .select(['reviews.id', 'reviews.reviewer_id', 'student.id as student_id'])
    .select(['student.name as student', 'student.blocked_at'])
    .where('reviews.advisor_id', '=', advisorId)
    .where('reviews.closed_at', 'is', null)
    .orderBy('reviews.due_at')
    .orderBy('reviews.id'),
)

/** The open reviews of a student, with who advises them; there is one at most. */
export const readOpenReviewsForStudent = all((db, { studentId }: Values<{ studentId: string }>) =>
  db
    .selectFrom('reviews')
    .innerJoin('people as student', 'student.id', 'reviews.student_id')
    .leftJoin('people as advisor', 'advisor.id', 'reviews.advisor_id')
    .select(['reviews.id', 'reviews.reviewer_id', 'reviews.advisor_id'])
    .select(['student.id as student_id', 'student.name as student', 'advisor.name as advisor'])
    .where('reviews.student_id', '=', studentId)
    .where('reviews.closed_at', 'is', null)
    .orderBy('reviews.id'),
)

export type OpenReview = Awaited<ReturnType<typeof readOpenReviews>>[number]

/** Gives the open reviews whose ids stand in a list in JSON to an advisor, or to nobody. */
export const updateAdvisor = run((db, { to, ids }: Values<{ to: string | null; ids: string }>) =>
  db
    .updateTable('reviews')
    .set({ advisor_id: to })
    .where('closed_at', 'is', null)
    .where(isInJsonList(db, 'reviews.id', ids)),
)

/**
 * What the audit log says was given away by a call since an instant, in that order: the review as
 * it is now, to whom it was given, and whether its present advisor has done something about it
 * since.
 */
export const readHandOvers = all(
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
