import { type Selectable, sql } from 'kysely'
import { isPostgres } from '#server/database/connect.ts'
import { allByIds } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Tx } from '#server/database/transaction.ts'

/**
 * Locks these reviewers, these students, and these reviews with their students until the
 * transaction ends, and returns the reviews. Changes that depend on them, on the reviewers' rules
 * or on other bookings are thereby serialized, and nobody can be blocked or absent meanwhile. Rows
 * are always locked in the same order (reviewers, students, reviews, then slots) to avoid
 * deadlocks. SQLite needs no locks: it has only one write transaction at a time.
 */
export async function lockForScheduling(
  db: Tx,
  {
    reviewerIds,
    studentIds = [],
    reviewIds,
  }: { reviewerIds: string[]; studentIds?: string[]; reviewIds: string[] },
): Promise<Selectable<Tables['reviews']>[]> {
  if (!isPostgres(db)) {
    return readReviews(db, reviewIds)
  }
  // Counting the previous part forces PostgreSQL to lock all of its rows before the next part.
  const { rows } = await sql<Selectable<Tables['reviews']>>`with reviewers as materialized (
      select id from people where id = any(${orNobody(reviewerIds)}::text[])
      order by id for no key update
    ), students as materialized (
      select id from people
      where id = any(array(select student_id from reviews where id = any(${reviewIds}::text[]))
        || ${studentIds}::text[])
        and (select count(*) from reviewers) >= 0
      order by id for no key update
    )
    select * from reviews
    where id = any(${reviewIds}::text[]) and (select count(*) from students) >= 0
    order by id for no key update`.execute(db)
  return rows
}

const readReviews = allByIds((db, ids) =>
  db.selectFrom('reviews').selectAll().where('id', 'in', ids),
)

/** No id is empty. With an empty array PostgreSQL would scan a whole partial index. */
const orNobody = (ids: string[]) => (ids.length > 0 ? ids : [''])
