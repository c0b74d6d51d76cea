import { sql } from 'kysely'
import { isActive } from '#server/database/active.ts'
import { all, run, type Values } from '#server/database/query.ts'
import { isAmong } from '#server/database/search.ts'

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
export const readOpenOf = all((db, { advisorId }: Values<{ advisorId: string }>) =>
  db
    .selectFrom('reviews')
    .innerJoin('people as student', 'student.id', 'reviews.student_id')
    .select(['reviews.id', 'reviews.reviewer_id', 'student.id as student_id'])
    .select('student.name as student')
    .where('reviews.advisor_id', '=', advisorId)
    .where('reviews.closed_at', 'is', null)
    .orderBy('reviews.due_at')
    .orderBy('reviews.id'),
)

export type OpenOfAdvisor = Awaited<ReturnType<typeof readOpenOf>>[number]

/** Gives those of an advisor's open reviews whose ids stand in a list in JSON to another one. */
export const saveAdvisor = run(
  (db, { from, to, ids }: Values<{ from: string; to: string; ids: string }>) =>
    db
      .updateTable('reviews')
      .set({ advisor_id: to })
      .where('advisor_id', '=', from)
      .where('closed_at', 'is', null)
      .where(isAmong(db, 'reviews.id', ids)),
)
