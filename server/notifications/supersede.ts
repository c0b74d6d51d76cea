import type { NotificationKind } from '#contract/kit/kinds/notification-kind.ts'
import { slotKinds } from '#contract/notifications/delivery/superseded.ts'
import type { Tx } from '#server/database/transaction.ts'
import type { Context } from '#server/kit/context.ts'
import { dropUnsentForReview, makeDropUnsent, type NewerMail } from '#server/kit/mail/queries.ts'
import type { EarlierNotification } from './actions.ts'
import { cancelPushes } from './push/queries.ts'
import {
  cancelDueDeliveries,
  lockUnsentAboutStudent,
  markReadAndCancel,
  readNotifiedPeople,
  readUnreadOrUnmailed,
} from './queries.ts'

/** Returns the notifications of a review with this key. */
export async function findEarlierNotifications(
  { db }: Context,
  about: { reviewId: string; dedupeKey: string },
): Promise<EarlierNotification[]> {
  return (await readNotifiedPeople(db, about)).map(toEarlierNotification)
}

const toEarlierNotification = ({
  id: _id,
  role,
  kind,
  mail_due_at,
}: Awaited<ReturnType<typeof readNotifiedPeople>>[number]): EarlierNotification => ({
  _id,
  role,
  kind,
  isMailDue: mail_due_at !== null,
})

/**
 * Marks a review's notifications of these kinds as read and cancels their mails and pushes, as a
 * later change has superseded them. Returns these notifications.
 */
export async function supersedeNotifications(
  { db, clock, live }: Context<Tx>,
  { reviewId, kinds }: { reviewId: string; kinds: readonly NotificationKind[] },
): Promise<EarlierNotification[]> {
  if (kinds.length === 0) return []
  const unsettled = await readUnreadOrUnmailed(db, { reviewId, kinds })
  if (unsettled.length === 0) return []
  await markReadAndCancel(db, { ids: unsettled.map(({ notice }) => notice), now: clock() })
  live.changed(
    'notices',
    unsettled.map(({ id }) => id),
  )
  return unsettled.map(toEarlierNotification)
}

/**
 * Drops the superseded notifications' unsent mails from the outbox. Returns the ids of people who
 * will not get one.
 */
export async function dropSupersededMails(
  { db, clock }: Context<Tx>,
  { reviewId, kinds }: { reviewId: string; kinds: readonly NotificationKind[] },
): Promise<ReadonlySet<string | null>> {
  const ofKinds = kinds.map((kind) => ({ kind }))
  const dropped = await dropUnsentForReview(db, ofKinds, { reviewId, now: clock() })
  return new Set(dropped.map(({ person_id }) => person_id))
}

/** Cancels the unsent mails and pushes of a review's notification. */
export async function cancelDeliveries(
  { db }: Context<Tx>,
  about: { reviewId: string; dedupeKey: string },
): Promise<void> {
  await cancelDueDeliveries(db, about)
  await cancelPushes(db, about)
}

/**
 * Cancels the unsent mails and pushes of those notifications about a student that are over, by
 * their payload. Returns who gets no mail about them.
 */
export async function cancelUnsentAboutStudent(
  context: Context<Tx>,
  about: { studentId: string; kind: NotificationKind },
  isOver: (payload: unknown) => boolean,
): Promise<EarlierNotification[]> {
  const unsent = await lockUnsentAboutStudent(context.db, about)
  const over = unsent.filter(({ payload }) => isOver(JSON.parse(payload)))
  const cancelled: EarlierNotification[] = []
  for (const [dedupeKey, reviewId] of new Map(over.map((one) => [one.dedupe_key, one.id]))) {
    const found = await findEarlierNotifications(context, { reviewId, dedupeKey })
    cancelled.push(...found.filter(({ isMailDue }) => isMailDue))
    await cancelDeliveries(context, { reviewId, dedupeKey })
  }
  return cancelled
}

/** Drops older unsent mails about the same review's slot, which would arrive after these. */
export async function dropOlderSlotMails(
  { db, clock }: Context<Tx>,
  mails: readonly NewerMail[],
): Promise<void> {
  await dropUnsent(db, mails, { now: clock() })
}

const dropUnsent = makeDropUnsent(slotKinds)
