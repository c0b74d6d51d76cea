import { sql } from 'kysely'
import { z } from 'zod'
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

/** Remembers that no slot is to be generated at this time. */
export const insertRemovedSlot = run((db, removed: Values<Tables['removed_slots']>) =>
  db
    .insertInto('removed_slots')
    .values(removed)
    .onConflict((conflict) => conflict.doNothing()),
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

/**
 * A block of a reviewer's weekly availability that includes a part of a time range (HH:MM) on a
 * date (YYYY-MM-DD, `weekday` 1: Monday) in any of its weeks; undefined if there is none.
 */
export const readBlockWithin = first((db, range: Values<WallRange>) =>
  db
    .selectFrom('availability_blocks')
    .select('id')
    .where('reviewer_id', '=', range.reviewerId)
    .where('weekday', '=', range.weekday)
    .where('since', '<=', range.date)
    .where(({ or, eb }) => or([eb('until', 'is', null), eb('until', '>=', range.date)]))
    .where('time_from', '<', range.to)
    .where('time_to', '>', range.from)
    .limit(sql.lit(1)),
)

type WallRange = { reviewerId: string; date: string; weekday: number; from: string; to: string }

const RemovedSlot = z.object({ is_generated: z.number() })

/** Whether a removed slot had been generated, from the audit entry of its removal. */
export async function wasGenerated(db: Db, slotId: string): Promise<boolean> {
  const { before } = await readRemoval(db, { slotId })
  return RemovedSlot.parse(JSON.parse(before ?? '')).is_generated === 1
}

const readRemoval = one((db, { slotId }: Values<{ slotId: string }>) =>
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
