import { sql } from 'kysely'
import { busyTimesMax } from '#contract/limits/availability.ts'
import { definePaginatedList, type PageOrder } from '#server/database/list/paginate.ts'
import { didChange, insertMany, run, type Values } from '#server/database/query.ts'
import type { Tx } from '#server/database/transaction.ts'
import type { Context } from '#server/kit/context.ts'
import type { Span } from '../split-into-slots.ts'
import type { InstantRange } from './instant-range.ts'

type OfReviewer = { reviewerId: string }

const isInBusyTime = sql<boolean>`exists (select 1 from busy_times
  where busy_times.reviewer_id = slots.reviewer_id
    and busy_times.starts_at < slots.ends_at and busy_times.ends_at > slots.starts_at)`

/**
 * Marks which of a reviewer's slots that begin from an instant on lie in busy times, booked ones
 * too, so that lists need not look; returns whether that changed any.
 */
export const markSlotsInBusyTimes = didChange(
  (db, { reviewerId, from }: Values<OfReviewer & { from: number }>) =>
    db
      .updateTable('slots')
      .set({ is_busy: sql<number>`1 - is_busy` })
      .where('reviewer_id', '=', reviewerId)
      .where('starts_at', '>=', from)
      .where(sql<boolean>`(is_busy = 1) <> ${isInBusyTime}`),
)

const deleteBusyTimes = run((db, { reviewerId }: Values<OfReviewer>) =>
  db.deleteFrom('busy_times').where('reviewer_id', '=', reviewerId),
)

const insertBusyTimes = insertMany(
  'busy_times',
  { reviewer_id: 'text', starts_at: 'bigint', ends_at: 'bigint' },
  { size: busyTimesMax },
)

const byTime: PageOrder<{ starts_at: number }> = {
  order: { columns: ['starts_at'], direction: 'asc' },
  keyOf: (row) => [row.starts_at],
}

/** A page of a reviewer's busy times that overlap a range, by time. */
export const readBusyTimes = definePaginatedList(
  byTime,
  (db, { reviewerId, after, before }: Values<OfReviewer & InstantRange>) =>
    db
      .selectFrom('busy_times')
      .select(['starts_at', 'ends_at'])
      .where('reviewer_id', '=', reviewerId)
      .where('ends_at', '>', after)
      .where('starts_at', '<', before),
)

/**
 * Replaces a reviewer's busy times, which must not overlap each other. Slots that have not begun
 * can be booked, or not any more, from then on. The caller must hold `lockReviewer`.
 */
export async function replaceBusyTimes(
  { db, clock, live }: Context<Tx>,
  reviewerId: string,
  spans: readonly Span[],
): Promise<void> {
  await deleteBusyTimes(db, { reviewerId })
  await insertBusyTimes(
    db,
    spans.map(({ startsAt, endsAt }) => ({
      reviewer_id: reviewerId,
      starts_at: startsAt,
      ends_at: endsAt,
    })),
  )
  const hasChanged = await markSlotsInBusyTimes(db, { reviewerId, from: clock() })
  if (hasChanged) live.changed('slots', [reviewerId])
}
