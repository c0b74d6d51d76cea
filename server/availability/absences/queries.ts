import { sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'
import { definePaginatedList, type PageOrder } from '#server/database/list/paginate.ts'
import { first, one, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'

type Of = { reviewerId: string }

const lastFirst: PageOrder<{ id: string; date_to: string }> = {
  order: { columns: ['date_to', 'id'], direction: 'desc' },
  keyOf: (row) => [row.date_to, row.id],
}

/** A page of a reviewer's absences, latest first. */
export const readAbsences = definePaginatedList(lastFirst, (db, { reviewerId }: Values<Of>) =>
  db.selectFrom('absences').selectAll().where('reviewer_id', '=', reviewerId),
)

type RemovedBy = { calls: string[]; since: number }

/**
 * The slots that were removed by these calls since an instant, as the audit log keeps them: those
 * that an availability does not generate again.
 */
export function readRemovedSlots(db: Db, { calls, since }: RemovedBy) {
  return db
    .selectFrom('audit_log')
    .select('before')
    .where('kind', '=', sql.lit('slots'))
    .where('at', '>=', since)
    .where('call', 'in', calls)
    .where('after', 'is', null)
    .execute()
}

/** How many current and future absences a reviewer has. */
export const countUpcomingAbsences = one(
  (db, { reviewerId, today }: Values<Of & { today: string }>) =>
    db
      .selectFrom('absences')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('reviewer_id', '=', reviewerId)
      .where('date_to', '>=', today),
)

/** An absence of the reviewer that includes all of these days; undefined if there is none. */
export const readEnclosingAbsence = first(
  (db, { reviewerId, from, to }: Values<Of & { from: string; to: string }>) =>
    db
      .selectFrom('absences')
      .select('id')
      .where('reviewer_id', '=', reviewerId)
      .where('date_from', '<=', from)
      .where('date_to', '>=', to)
      .limit(sql.lit(1)),
)

export const insertAbsence = run((db, row: Values<Tables['absences']>) =>
  db.insertInto('absences').values(row),
)

/** Deletes a reviewer's absence and returns it; undefined if it is not theirs. */
export const deleteAbsence = first((db, { id, reviewerId }: Values<Of & { id: string }>) =>
  db
    .deleteFrom('absences')
    .where('id', '=', id)
    .where('reviewer_id', '=', reviewerId)
    .returningAll(),
)
