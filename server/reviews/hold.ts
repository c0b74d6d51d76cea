import { type Db, isPostgres } from '#server/database/open.ts'
import type { Tx } from '#server/database/transaction.ts'

/**
 * Holds these reviews with their students, how these reviewers want to be booked, and that nobody of
 * them is blocked or away, until the transaction ends: what is decided by them is decided one after
 * the other. Always in the same order (reviewers, availabilities, students, reviews, and only then
 * slots), so that no two transactions wait for each other. SQLite has one writing transaction at a
 * time anyway.
 */
export async function holdSchedule(
  db: Tx,
  { reviewerIds, reviewIds }: { reviewerIds: string[]; reviewIds: string[] },
): Promise<void> {
  if (!isPostgres(db)) return
  if (reviewerIds.length > 0) {
    await holdReviewers(db, reviewerIds)
    await holdAvailabilities(db, reviewerIds)
  }
  if (reviewIds.length > 0) {
    await holdStudents(db, reviewIds)
    await holdReviews(db, reviewIds)
  }
}

/** Whoever blocks one of them, or notes an absence, waits, and is waited for. */
function holdReviewers(db: Db, reviewerIds: string[]) {
  return db
    .selectFrom('people')
    .select('id')
    .where('id', 'in', reviewerIds)
    .orderBy('id')
    .forShare()
    .execute()
}

function holdAvailabilities(db: Db, reviewerIds: string[]) {
  return db
    .selectFrom('availabilities')
    .select('reviewer_id')
    .where('reviewer_id', 'in', reviewerIds)
    .orderBy('reviewer_id')
    .forUpdate()
    .execute()
}

/** Whoever blocks one of them waits, and is waited for; a decision changes their week too. */
function holdStudents(db: Db, reviewIds: string[]) {
  return db
    .selectFrom('people')
    .select('id')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('reviews').select('student_id').where('id', 'in', reviewIds),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

function holdReviews(db: Db, reviewIds: string[]) {
  return db
    .selectFrom('reviews')
    .select('id')
    .where('id', 'in', reviewIds)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}
