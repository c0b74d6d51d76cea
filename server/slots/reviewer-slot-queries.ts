import { sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'
import { all, first, one, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'
import { isUnused } from './bookable/bookable.ts'

/** A reviewer's slots that overlap a range of instants (ms since 1970). */
type OfSpan = { reviewerId: string; from: number; until: number }

const isFree = sql<number>`case when ${isUnused} then 1 else 0 end`

/** For a row of `slots`: a marked or closed review used it up. */
const isUsedUp = sql<number>`case when exists (select 1 from reviews as holder
  where holder.slot_id = slots.id
    and (holder.status = 'conducted' or holder.closed_at is not null)) then 1 else 0 end`

/** A reviewer's slots that overlap a range, by time, with whether each is free or used up. */
export const readSlotsWithin = all((db, { reviewerId, from, until }: Values<OfSpan>) =>
  db
    .selectFrom('slots')
    .selectAll()
    .select([isFree.as('is_free'), isUsedUp.as('is_used_up')])
    .where('reviewer_id', '=', reviewerId)
    .where('ends_at', '>', from)
    .where('starts_at', '<', until)
    .orderBy('starts_at'),
)

/** How many slots of a reviewer begin after `now` (ms since 1970). */
export const countUpcomingSlots = one(
  (db, { reviewerId, now }: Values<{ reviewerId: string; now: number }>) =>
    db
      .selectFrom('slots')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('reviewer_id', '=', reviewerId)
      .where('starts_at', '>', now),
)

/** Those of the given slots that belong to the reviewer, with whether each is free. */
export function readOwnSlotsByIds(db: Db, reviewerId: string, ids: string[]) {
  return db
    .selectFrom('slots')
    .selectAll()
    .select(isFree.as('is_free'))
    .where('reviewer_id', '=', reviewerId)
    .where('id', 'in', ids)
    .execute()
}

/** Deletes those of the given slots that are free, and returns their ids. */
export function deleteFreeSlots(db: Db, ids: string[]) {
  return db.deleteFrom('slots').where('id', 'in', ids).where(isUnused).returning('id').execute()
}

/**
 * Remembers that no slot is to be generated at this time. Of two with the same start the longer one
 * counts.
 */
export const insertRemovedSlot = run((db, removed: Values<Tables['removed_slots']>) =>
  db
    .insertInto('removed_slots')
    .values(removed)
    .onConflict((conflict) =>
      conflict
        .columns(['reviewer_id', 'starts_at'])
        .doUpdateSet(({ ref }) => ({ ends_at: ref('excluded.ends_at') }))
        .where(({ or, eb, ref }) =>
          or([
            eb('removed_slots.ends_at', 'is', null),
            eb('removed_slots.ends_at', '<', ref('excluded.ends_at')),
          ]),
        ),
    ),
)

/** A reviewer's rules: minutes between two reviews, and the maximum per day. */
export const readBookingRules = first((db, { reviewerId }: Values<{ reviewerId: string }>) =>
  db
    .selectFrom('availabilities')
    .select(['buffer', 'most_a_day'])
    .where('reviewer_id', '=', reviewerId),
)

/** A reviewer's absences that include at least one of the days from one date to another. */
export const readAbsencesWithin = all(
  (db, { reviewerId, from, to }: Values<{ reviewerId: string; from: string; to: string }>) =>
    db
      .selectFrom('absences')
      .select(['date_from', 'date_to', 'created_at'])
      .where('reviewer_id', '=', reviewerId)
      .where('date_to', '>=', from)
      .where('date_from', '<=', to),
)

/** The blocks of a reviewer's weekly availability. */
export const readBlocks = all((db, { reviewerId }: Values<{ reviewerId: string }>) =>
  db
    .selectFrom('availability_blocks')
    .select(['weekday', 'every_weeks as everyWeeks', 'since', 'until'])
    .select(['time_from as from', 'time_to as to'])
    .where('reviewer_id', '=', reviewerId),
)

/** The audit entry of a slot's last removal. */
export const readRemoval = one((db, { slotId }: Values<{ slotId: string }>) =>
  db
    .selectFrom('audit_log')
    .select('before')
    .where('kind', '=', sql.lit('slots'))
    .where('subject_id', '=', slotId)
    .where('after', 'is', null)
    .orderBy('id', 'desc')
    .limit(sql.lit(1)),
)

/** Allows a slot to be generated at this time again. */
export const deleteRemovedSlot = run(
  (db, { reviewerId, startsAt }: Values<{ reviewerId: string; startsAt: number }>) =>
    db
      .deleteFrom('removed_slots')
      .where('reviewer_id', '=', reviewerId)
      .where('starts_at', '=', startsAt),
)
