import { type Selectable, sql } from 'kysely'
import { isPostgres } from '#server/database/open.ts'
import { allByIds } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Tx } from '#server/database/transaction.ts'

/**
 * Holds these reviewers, and these reviews with their students, until the transaction ends, and
 * returns the reviews: what is decided by them, by how a reviewer wants to be booked and by what is
 * booked with them, is decided one after the other, and nobody of them is blocked or away meanwhile.
 * Always in the same order (reviewers, students, reviews, and only then slots), so that no two
 * transactions wait for each other. SQLite has one writing transaction at a time anyway.
 */
export async function lockForScheduling(
  db: Tx,
  { reviewerIds, reviewIds }: { reviewerIds: string[]; reviewIds: string[] },
): Promise<Selectable<Tables['reviews']>[]> {
  if (!isPostgres(db)) {
    return readReviews(db, reviewIds)
  }
  // Each part is read once the one before it, which it counts, holds all of its rows.
  const { rows } = await sql<Selectable<Tables['reviews']>>`with reviewers as materialized (
      select id from people where id = any(${orNobody(reviewerIds)}::text[])
      order by id for no key update
    ), students as materialized (
      select id from people
      where id = any(array(select student_id from reviews where id = any(${reviewIds}::text[])))
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

/** Nobody has an empty id. For an empty list PostgreSQL walks through any partial index. */
const orNobody = (ids: string[]) => (ids.length > 0 ? ids : [''])
