import type { HistoryKind } from '#contract/kit/kinds/history-kind.ts'
import { reminderKinds } from '#contract/kit/kinds/notification-kind.ts'
import { hourMs } from '#contract/kit/time/time.ts'
import { reminderHours } from '#contract/limits/reviews.ts'
import { allForItems, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Tx } from '#server/database/transaction.ts'
import type { Context } from '#server/kit/context.ts'

/** With these a review keeps the slot that it has, and nobody has held it. */
const keepsSlot: ReadonlySet<HistoryKind> = new Set<HistoryKind>(['asked', 'withdrawn'])

type Line = { reviewId: string; what: HistoryKind; to?: { startsAt: number } | undefined }

/**
 * Sets the reminders of the slot that a review has since a line of its history, in the place of all
 * before. Of one that is booked less than a day ahead there is none a day before, and so with the
 * hour.
 */
export async function scheduleReminders(
  { db, clock }: Context<Tx>,
  { reviewId, what, to }: Line,
): Promise<void> {
  if (keepsSlot.has(what)) return
  // What is booked had no slot, and with it no reminder.
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

const insertReminders = allForItems((db, rows: Values<Tables['reminders']>[]) =>
  db.insertInto('reminders').values(rows),
)
