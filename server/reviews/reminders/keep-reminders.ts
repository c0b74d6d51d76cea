import type { HistoryWhat } from '#contract/kit/history-what.ts'
import { reminderKinds } from '#contract/kit/notice-kind.ts'
import { hourMs } from '#contract/kit/time.ts'
import { reminderHours } from '#contract/limits/reviews.ts'
import { run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Tx } from '#server/database/transaction.ts'
import type { Context } from '#server/kit/context.ts'

/** With these a review keeps the slot that it has, and nobody has held it. */
const keepsSlot: ReadonlySet<HistoryWhat> = new Set<HistoryWhat>(['asked', 'withdrawn'])

type Line = { reviewId: string; what: HistoryWhat; to?: { startsAt: number } | undefined }

/**
 * Sets the reminders of the slot that a review has since a line of its history, in the place of all
 * before. Of one that is booked less than a day ahead there is none a day before, and so with the
 * hour.
 */
export async function keepReminders(
  { db, clock }: Context<Tx>,
  { reviewId, what, to }: Line,
): Promise<void> {
  if (keepsSlot.has(what)) return
  await deleteReminders(db, { reviewId })
  if (!to) return
  for (const kind of reminderKinds) {
    const row = { review_id: reviewId, kind, starts_at: to.startsAt }
    const dueAt = to.startsAt - reminderHours[kind] * hourMs
    if (dueAt > clock()) await insertReminder(db, { ...row, due_at: dueAt })
  }
}

const deleteReminders = run((db, { reviewId }: Values<{ reviewId: string }>) =>
  db.deleteFrom('reminders').where('review_id', '=', reviewId),
)

const insertReminder = run((db, row: Values<Tables['reminders']>) =>
  db.insertInto('reminders').values(row),
)
