import { sql } from 'kysely'
import { noEnd } from '#contract/limits/availability.ts'
import type { Db } from '#server/database/connect.ts'
import { isActive } from '#server/database/person-conditions.ts'
import { all, first, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'

type Of = { reviewerId: string }

/**
 * A reviewer's rules, and the day from which they have left the school, if they have; undefined if
 * they have never saved any.
 */
export const readAvailability = first((db, { reviewerId }: Values<Of>) =>
  db
    .selectFrom('availabilities')
    .selectAll()
    .select(({ selectFrom }) =>
      selectFrom('absences')
        .select(({ fn }) => fn.min('date_from').as('date'))
        .whereRef('absences.reviewer_id', '=', 'availabilities.reviewer_id')
        .where('date_to', '=', sql.lit(noEnd))
        .as('left_on'),
    )
    .where('reviewer_id', '=', reviewerId),
)

/** The blocks of a reviewer's week, by day and time. */
export const readBlocks = all((db, { reviewerId }: Values<Of>) =>
  db
    .selectFrom('availability_blocks')
    .selectAll()
    .where('reviewer_id', '=', reviewerId)
    .orderBy('weekday')
    .orderBy('time_from')
    .orderBy('id'),
)

/** Saves a reviewer's rules, replacing the previous ones. */
export const upsertAvailability = run((db, row: Values<Tables['availabilities']>) => {
  const { reviewer_id, ...others } = row
  return db
    .insertInto('availabilities')
    .values(row)
    .onConflict((conflict) => conflict.column('reviewer_id').doUpdateSet(others))
})

export const deleteBlocks = run((db, { reviewerId }: Values<Of>) =>
  db.deleteFrom('availability_blocks').where('reviewer_id', '=', reviewerId),
)

/** Inserts blocks; does nothing for an empty list, which SQL does not allow. */
export async function insertBlocks(db: Db, rows: Tables['availability_blocks'][]): Promise<void> {
  if (rows.length > 0) await db.insertInto('availability_blocks').values(rows).execute()
}

export const readUpcomingAbsences = all(
  (db, { reviewerId, today }: Values<Of & { today: string }>) =>
    db
      .selectFrom('absences')
      .select(['date_from', 'date_to'])
      .where('reviewer_id', '=', reviewerId)
      .where('date_to', '>=', today),
)

/** The times of slots that the reviewer removed by hand and that have not ended. */
export const readSlotsRemovedByHand = all((db, { reviewerId, now }: Values<Of & { now: number }>) =>
  db
    .selectFrom('removed_slots')
    .select(['starts_at', 'ends_at'])
    .where('reviewer_id', '=', reviewerId)
    .where(({ or, eb }) => or([eb('starts_at', '>', now), eb('ends_at', '>', now)])),
)

/**
 * The verified, unblocked reviewers who have an availability. SQLite reads a cross join from left
 * to right: there are fewer availabilities than people.
 */
export const readReviewersWithAvailability = all((db) =>
  db
    .selectFrom('availabilities')
    .crossJoin('people')
    .select('people.id')
    .whereRef('people.id', '=', 'availabilities.reviewer_id')
    .where(isActive)
    .orderBy('people.id'),
)
