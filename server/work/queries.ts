import { sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'
import { didChange, first, one, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'

/** Reviews with the student's work, the week's task, and what the review before left to do. */
function selectWork(db: Db) {
  return db
    .selectFrom('reviews')
    .innerJoin('people as student', 'student.id', 'reviews.student_id')
    .leftJoin('work', 'work.review_id', 'reviews.id')
    .leftJoin('reviews as before', 'before.id', 'reviews.follows_id')
    .leftJoin('tasks', (join) =>
      join
        .onRef('tasks.domain_id', '=', 'student.domain_id')
        .onRef('tasks.week', '=', 'reviews.week'),
    )
    .select(['reviews.id', 'reviews.week', 'reviews.status', 'reviews.closed_at'])
    .select(['reviews.student_id', 'reviews.advisor_id', 'reviews.reviewer_id'])
    .select(['student.name as student', 'before.pending_task as asked'])
    .select(['work.ticks', 'work.links', 'work.note', 'work.ready_at'])
    .select(['tasks.id as task_id', 'tasks.domain_id', 'tasks.week as task_week'])
    .select(['tasks.personal_development', 'tasks.technical', 'tasks.miscellaneous'])
}

export type WorkRow = NonNullable<Awaited<ReturnType<typeof readOwnWork>>>

/** A student's latest review with its work; ids grow in time. */
export const readOwnWork = first((db, { studentId }: Values<{ studentId: string }>) =>
  selectWork(db).where('reviews.student_id', '=', studentId).orderBy('reviews.id', 'desc').limit(1),
)

const readForStaff = (owner: 'reviews.advisor_id' | 'reviews.reviewer_id') =>
  first((db, { personId, reviewId }: Values<{ personId: string; reviewId: string }>) =>
    selectWork(db).where('reviews.id', '=', reviewId).where(owner, '=', personId),
  )

/** One review with its work, if it is the advisor's or the reviewer's. */
export const readStudentWork = {
  advisor: readForStaff('reviews.advisor_id'),
  reviewer: readForStaff('reviews.reviewer_id'),
}

type Saved = { reviewId: string; now: number } & {
  [Column in 'ticks' | 'links' | 'note']: Tables['work'][Column] | null
}

/** Saves the parts that are not null, and returns the whole; the others stay. */
export const upsertWork = one((db, { reviewId, now, ticks, links, note }: Values<Saved>) =>
  db
    .insertInto('work')
    .values({
      review_id: reviewId,
      ticks: sql<string>`coalesce(${ticks}, '[]')`,
      links: sql<string>`coalesce(${links}, '[]')`,
      note: sql<string>`coalesce(${note}, '')`,
      saved_at: now,
    })
    .onConflict((conflict) =>
      conflict.column('review_id').doUpdateSet({
        ticks: sql<string>`coalesce(${ticks}, work.ticks)`,
        links: sql<string>`coalesce(${links}, work.links)`,
        note: sql<string>`coalesce(${note}, work.note)`,
        saved_at: now,
      }),
    )
    .returning(['ticks', 'links', 'note', 'ready_at']),
)

/** Says that a student is ready; false if they were. */
export const setReady = didChange(
  (db, { reviewId, now }: Values<{ reviewId: string; now: number }>) =>
    db
      .updateTable('work')
      .set({ ready_at: now })
      .where('review_id', '=', reviewId)
      .where('ready_at', 'is', null),
)

/** Takes back that a student is ready; false if they were not. */
export const unsetReady = didChange((db, { reviewId }: Values<{ reviewId: string }>) =>
  db
    .updateTable('work')
    .set({ ready_at: null })
    .where('review_id', '=', reviewId)
    .where('ready_at', 'is not', null),
)
