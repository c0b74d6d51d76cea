import { findHoliday, includePrecedingHolidays } from '#contract/kit/time/holidays.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { addDays, getDateInZone, startOfDay } from '#contract/kit/time/zone.ts'
import { overdueNotifiedDaysMax } from '#contract/limits/reviews.ts'
import { getOverdueCutoff } from '#contract/reviews/due-date.ts'
import type { Tx } from '#server/database/transaction.ts'
import { attemptAll } from '#server/kit/attempt-all.ts'
import { inTransactionThenNotify } from '#server/kit/call/change.ts'
import type { Context } from '#server/kit/context.ts'
import { notify, type Recipient } from '#server/notifications/actions.ts'
import { readOverdueToNotify } from './queries.ts'

/** Reviews per transaction. */
const atOnce = 50

type Overdue = Awaited<ReturnType<typeof readOverdueToNotify>>[number]

/**
 * Notifies, once per review and due date, the student and the responsible advisor that a review
 * without a slot is past its due date. On a holiday this waits for the day after it. Reviews that
 * became overdue more than a week ago, not counting the holidays just before today, are skipped.
 * An error with one review does not affect the others, and is thrown at the end.
 */
export async function notifyOfOverdueReviews(context: Context): Promise<void> {
  const { timeZone, holidays } = context.settings
  const before = getOverdueCutoff(context.clock(), timeZone)
  const today = getDateInZone(before, timeZone)
  if (findHoliday(today, holidays)) return
  const first = addDays(includePrecedingHolidays(today, holidays), -overdueNotifiedDaysMax)
  const asked = { before, since: startOfDay(first, timeZone), most: atOnce }
  await attemptAll('not all were notified of overdue reviews', async (attempt) => {
    let after = { afterDue: 0, afterId: '' }
    for (;;) {
      const reviews = await readOverdueToNotify(context.db, { ...asked, ...after })
      await attempt(reviews, (some) =>
        inTransactionThenNotify(context, async (tx) => {
          for (const review of some) await notifyAbout(tx, review)
        }),
      )
      const last = reviews[atOnce - 1]
      if (!last) return
      after = { afterDue: last.due_at, afterId: last.id }
    }
  })
}

function notifyAbout(context: Context<Tx>, review: Overdue): Promise<void> {
  const { id: reviewId, week, due_at, student_id, student: name, advisor_id } = review
  const hasAdvisor = review.has_advisor === 1
  const advisor: Recipient[] =
    hasAdvisor && advisor_id !== null ? [{ _id: advisor_id, role: 'advisor' }] : []
  return notify(context, {
    kind: 'overdue',
    dedupeKey: `${reviewId} ${due_at}`,
    reviewId,
    to: [{ _id: student_id, role: 'student' }, ...advisor],
    payload: () => ({
      student: { _id: student_id, name },
      week,
      due: toIsoInstant(due_at),
      to: null,
      hasAdvisor,
    }),
  })
}
