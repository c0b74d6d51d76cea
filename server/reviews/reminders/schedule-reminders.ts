import type { HistoryKind } from '#contract/kit/kinds/history-kind.ts'
import { reminderKinds } from '#contract/kit/kinds/notification-kind.ts'
import { hourMs } from '#contract/kit/time/durations.ts'
import { reminderHours } from '#contract/limits/reviews.ts'
import { allForItems, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Tx } from '#server/database/transaction.ts'
import type { Context } from '#server/kit/context.ts'

/** Changes that keep the slot, and so the reminders. */
const keepsSlot: ReadonlySet<HistoryKind> = new Set<HistoryKind>(['asked', 'withdrawn'])

type Line = { reviewId: string; what: HistoryKind; to?: { startsAt: number } | undefined }

/**
 * Replaces a review's reminders after a change to its booking. A slot less than a day (or an hour)
 * ahead gets no reminder for a day (or an hour) before.
 */
export async function scheduleReminders(
  { db, clock }: Context<Tx>,
  { reviewId, what, to }: Line,
): Promise<void> {
  if (keepsSlot.has(what)) return
  // A review that is booked had no slot before, so there is nothing to delete.
  if (what !== 'booked') await deleteReminders(db, { reviewId })
  if (!to) return
  const { startsAt } = to
  const rows = reminderKinds
    .map((kind) => ({ kind, due_at: startsAt - reminderHours[kind] * hourMs }))
    .filter(({ due_at }) => due_at > clock())
    .map((reminder) => ({ review_id: reviewId, starts_at: startsAt, ...reminder }))
  await insertReminders(db, rows)
}

const deleteReminders = run((db, { reviewId }: Values<{ reviewId: string }>) =>
  db.deleteFrom('reminders').where('review_id', '=', reviewId),
)

/** Adds reminders to be sent when they are due. */
export const insertReminders = allForItems((db, rows: Values<Tables['reminders']>[]) =>
  db.insertInto('reminders').values(rows),
)
