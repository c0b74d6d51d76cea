import { setTimeout as wait } from 'node:timers/promises'
import type { ReminderKind } from '#contract/kit/kinds/notification-kind.ts'
import { hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { hoursBetweenReminders, reminderHours } from '#contract/limits/reviews.ts'
import { type Tx, withinSavepoint } from '#server/database/transaction.ts'
import { type Attempt, attemptAll } from '#server/kit/attempt-all.ts'
import { inTransactionThenNotify } from '#server/kit/call/change.ts'
import type { Context } from '#server/kit/context.ts'
import { type NewNotification, notifyAll, type Recipient } from '#server/notifications/actions.ts'
import { claimDueReminders, readBookedReviews } from './queries.ts'
import { insertReminders } from './schedule-reminders.ts'

/** Reminders per transaction; few, so that other writers wait only milliseconds. */
const atOnce = 25
/** Pause between transactions, which lets other writers go first. */
const pauseMs = 380
/** When a reminder that could not be sent is tried again. */
const againAfterMs = minuteMs

/**
 * Sends all due reminders to students and reviewers. Each reminder is claimed and sent in one
 * transaction, by one process. Reminders that come too late to be of use are dropped. One that
 * cannot be sent does not affect the others: it is tried again after a minute, and the error is
 * thrown at the end.
 */
export async function sendDueReminders(context: Context, stopped?: AbortSignal): Promise<void> {
  await attemptAll('not all reminders were sent', async (attempt) => {
    while (!stopped?.aborted) {
      const taken = await inTransactionThenNotify(context, (tx) => sendBatch(tx, attempt))
      if (taken < atOnce) return
      await wait(pauseMs, undefined, { ref: false })
    }
  })
}

type Reminder = Awaited<ReturnType<typeof claimDueReminders>>[number]

/** Returns the number of due reminders: sent, dropped or postponed. */
async function sendBatch(context: Context<Tx>, attempt: Attempt): Promise<number> {
  const { db, clock } = context
  const now = clock()
  const due = await claimDueReminders(db, { now, most: atOnce })
  const failed = await attempt(due, (some) =>
    withinSavepoint(db, () => sendUseful(context, some, now)),
  )
  // Later, since those that are due first would be claimed instead of all others.
  await insertReminders(
    db,
    failed.map((reminder) => ({ ...reminder, due_at: now + againAfterMs })),
  )
  return due.length
}

async function sendUseful(
  context: Context<Tx>,
  due: readonly Reminder[],
  now: number,
): Promise<void> {
  const { db } = context
  const helpful = due.filter((reminder) => isStillUseful(reminder, now))
  const booked = await readBookedReviews(
    db,
    helpful.map(({ review_id }) => review_id),
  )
  const byId = new Map(booked.map((review) => [review.id, review]))
  const notifications = helpful.flatMap(({ kind, review_id, starts_at }) => {
    const review = byId.get(review_id)
    return review?.held_at === starts_at ? [makeReminder(kind, review)] : []
  })
  await notifyAll(context, notifications)
}

/**
 * Whether a reminder sent now is still of use: the review has not begun, and the next reminder is
 * not close.
 */
function isStillUseful(
  { kind, starts_at }: { kind: ReminderKind; starts_at: number },
  now: number,
) {
  if (kind === 'reminder-hour') return now < starts_at
  return now <= starts_at - (reminderHours['reminder-hour'] + hoursBetweenReminders) * hourMs
}

type Booked = Awaited<ReturnType<typeof readBookedReviews>>[number]

function makeReminder(kind: ReminderKind, review: Booked): NewNotification<ReminderKind> {
  const { id: reviewId, week, held_at, due_at, student_id, reviewer_id } = review
  const startsAt = toIsoInstant(held_at ?? 0)
  const to: Recipient[] = []
  if (review.student_blocked_at === null) to.push({ _id: student_id, role: 'student' })
  if (review.reviewer_blocked_at === null) to.push({ _id: reviewer_id, role: 'reviewer' })
  return {
    kind,
    reviewId,
    to,
    dedupeKey: `${reviewId} ${startsAt}`,
    payload: () => ({
      student: { _id: student_id, name: review.student },
      week,
      due: toIsoInstant(due_at),
      to: { startsAt, reviewer: { _id: reviewer_id, name: review.reviewer } },
    }),
  }
}
