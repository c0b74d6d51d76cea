import type { PageRequest } from '#contract/kit/endpoint.ts'
import type { NotificationKind } from '#contract/kit/kinds/notification-kind.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { dateInZone, instantInZones } from '#contract/kit/time/zone.ts'
import { getQuietHoursEnd } from '#contract/notifications/delivery/quiet-hours.ts'
import { slotKinds } from '#contract/notifications/delivery/superseded.ts'
import type { Notification } from '#contract/notifications/list.ts'
import {
  type NotificationPayload,
  notificationDefinitions,
} from '#contract/notifications/notifications.ts'
import { remindRefusals } from '#contract/notifications/send-reminder.ts'
import type { Role } from '#contract/roles.ts'
import { mapPage, type Page } from '#server/database/list/paginate.ts'
import { inBatches } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'
import { advisoryLock, type Tx } from '#server/database/transaction.ts'
import { skipAudit } from '#server/kit/call/audit.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Session } from '#server/kit/call/session/session.ts'
import type { Context } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import { dropUnsentForReview, makeDropUnsent, type NewerMail } from '#server/kit/mail/queries.ts'
import { cancelPushes } from './push/queries.ts'
import {
  cancelDueDeliveries,
  countUnread,
  insertDailyNotification,
  insertNotifications,
  markAllRead,
  markSettled,
  markSomeRead,
  readDailyNotifications,
  readNotificationPage,
  readNotifiedPeople,
  readUnsettledNotifications,
} from './queries.ts'
import {
  batchMs,
  getPreferences,
  getPreferencesOfPeople,
  getTimeZone,
  type Preferences,
} from './settings.ts'

/** Refuses to remind a person who is blocked or not verified (409). */
export function assertRemindable(
  person: Pick<Tables['people'], 'blocked_at' | 'verified_at'> | undefined,
): void {
  if (person?.blocked_at !== null) throw new Refused(remindRefusals.blocked)
  if (person.verified_at === null) throw new Refused(remindRefusals.unverified)
}

/** A person whom a notification concerns. */
export type Recipient = { _id: string; role: Role }

/** A notification to be stored, one row for each reader. */
export type NewNotification<Kind extends NotificationKind> = {
  kind: Kind
  /** A person is notified only once for each kind and key. */
  dedupeKey: string
  /** The review whose deletion deletes the notification. */
  reviewId?: string
  /** Whom it concerns; only those whose role the kind is for are notified. */
  to: readonly Recipient[]
  /** Returns the content that a reader may see. */
  payload: (reader: Recipient) => NotificationPayload<Kind>
  /** Whether the recipients did it themselves: they get only a mail, for their calendar. */
  isOwnAction?: boolean
  /** If it undoes something: what each recipient was notified of then. */
  earlier?: readonly EarlierNotification[]
}

/** An earlier notification, and whether its mail is still unsent. */
export type EarlierNotification = Recipient & { kind: NotificationKind; isMailDue: boolean }

/**
 * Notifies people and their open pages, within the transaction of the change. Each is notified
 * through the channels they have chosen; mails and pushes are sent later, when due.
 */
export function notify<Kind extends NotificationKind>(
  context: Context<Tx>,
  notification: NewNotification<Kind>,
): Promise<void> {
  return notifyAll(context, [notification])
}

/** Like `notify`, for several notifications. */
export async function notifyAll<Kind extends NotificationKind>(
  context: Context<Tx>,
  notifications: readonly NewNotification<Kind>[],
): Promise<void> {
  const { db, live } = context
  const pairs = notifications.flatMap((one) => findReaders(one).map((reader) => ({ one, reader })))
  if (pairs.length === 0) return
  const people = pairs.map(({ reader }) => reader._id)
  const chosenBy = await getPreferencesOfPeople(context, people)
  const rows = pairs.map(({ one, reader }) => toRow(context, one, reader, chosenBy(reader._id)))
  const added = new Set<string>()
  await inBatches(rows, async (batch) => {
    for (const { id } of await insertNotifications(db, batch)) added.add(id)
  })
  const reached = rows
    .filter(({ id, on_page }) => added.has(id) && on_page === 1)
    .map(({ person_id }) => person_id)
  if (reached.length > 0) live.changed('notices', reached)
}

function findReaders({
  kind,
  to,
}: Pick<NewNotification<NotificationKind>, 'kind' | 'to'>): Recipient[] {
  const roles: readonly Role[] = notificationDefinitions[kind].to
  return to.filter(({ role }) => roles.includes(role))
}

type RecipientPreferences = Preferences & { hasBrowser: boolean }

function toRow<Kind extends NotificationKind>(
  context: Context,
  { kind, dedupeKey, reviewId, payload, isOwnAction = false, earlier = [] }: NewNotification<Kind>,
  reader: Recipient,
  chosen: RecipientPreferences,
): Tables['notifications'] {
  const ways = chooseChannels(context, kind, chosen, earlier.find(isTo(reader)))
  return {
    ...{
      id: newId(),
      person_id: reader._id,
      kind,
      dedupe_key: dedupeKey,
      review_id: reviewId ?? null,
    },
    ...{ payload: JSON.stringify(payload(reader)), at: context.clock(), read_at: null },
    ...(isOwnAction ? { ...ways, on_page: 0, push_due_at: null } : ways),
  }
}

const isTo =
  ({ _id }: Recipient) =>
  (other: Recipient) =>
    other._id === _id

/**
 * Chooses the channels of a notification, and when mail and push are due: batched mails wait for
 * others. An undo uses only channels that the undone notification used, and nothing is pushed to a
 * person without a subscribed browser.
 */
function chooseChannels(
  context: Context,
  kind: NotificationKind,
  chosen: RecipientPreferences,
  earlier?: EarlierNotification,
) {
  const had = earlier && chosen.kinds[earlier.kind]
  const page = chosen.kinds[kind].page && had?.page !== false
  const push = chosen.hasBrowser && chosen.kinds[kind].push && had?.push !== false
  const mail = chosen.kinds[kind].mail && had?.mail !== false && !earlier?.isMailDue
  const { quietHours } = chosen
  const now = context.clock()
  const canWait = notificationDefinitions[kind].mail === 'batched'
  const dueAt = (instant: number) => {
    if (!canWait || !quietHours) return instant
    return getQuietHoursEnd(quietHours, getTimeZone(context, chosen), instant) ?? instant
  }
  return {
    on_page: page ? 1 : 0,
    mail_due_at: mail ? dueAt(canWait ? now + batchMs : now) : null,
    push_due_at: push ? dueAt(now) : null,
  }
}

/**
 * Notifies people about a subject unless that was done today, by the school's calendar, by anyone;
 * returns whether it was done now. The database decides between concurrent calls.
 */
export async function notifyOnceADay<Kind extends NotificationKind>(
  context: Context<Tx>,
  { about, ...notification }: Omit<NewNotification<Kind>, 'dedupeKey'> & { about: string },
): Promise<boolean> {
  const { db, clock } = context
  const day = today(context)
  const isFirst = await insertDailyNotification(db, {
    kind: notification.kind,
    about,
    day,
    at: clock(),
  })
  if (isFirst) await notify(context, { ...notification, dedupeKey: `${about} ${day}` })
  return isFirst
}

/** Returns which of these subjects people were notified about today. */
export async function findNotifiedToday(
  context: Context,
  kind: NotificationKind,
  abouts: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set(await readDailyNotifications(context.db, { kind, day: today(context), abouts }))
}

function today({ clock, settings }: Context): string {
  return dateInZone(clock(), settings.timeZone)
}

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
  ...{ _id, role, kind, isMailDue: mail_due_at !== null },
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
  const unsettled = await readUnsettledNotifications(db, { reviewId, kinds })
  if (unsettled.length === 0) return []
  await markSettled(db, { ids: unsettled.map(({ notice }) => notice), now: clock() })
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

/** Formats an instant for a person: in their time zone, with the school's beside it. */
export async function formatInstantFor(
  context: Context,
  personId: string,
  instant: number,
): Promise<string> {
  const timeZone = getTimeZone(context, await getPreferences(context, personId))
  return instantInZones(instant, timeZone, context.settings.timeZone)
}

/** Returns a page of the caller's notifications, newest first, with their texts. */
export async function listNotifications(
  context: Context,
  { personId, role }: Session,
  asked: PageRequest,
): Promise<Page<Notification>> {
  const { db, settings } = context
  const page = await readNotificationPage(db, { personId }, asked)
  const { timeZone: schoolZone } = settings
  const timeZone = getTimeZone(context, await getPreferences(context, personId))
  return mapPage(page, ({ id, kind, payload, at, read_at, review }) => {
    const reader = { _id: personId, role, timeZone, schoolZone, review }
    const { text, path } = notificationDefinitions[kind]
    return {
      ...{ _id: id, kind, text: text(JSON.parse(payload), reader), path: path(reader) },
      ...{ at: toIsoInstant(at), read: read_at !== null },
    }
  })
}

/** Counts the caller’s unread notifications, up to 100. */
export function countUnreadNotifications({ db }: Context, { personId }: Session) {
  return countUnread(db, { personId })
}

/** Marks the caller's notifications as read, and returns how many are still unread. */
export async function markRead(
  context: Context<Tx>,
  { personId }: Session,
  ids: 'all' | string[],
): Promise<{ unread: number }> {
  const { db, clock, live } = context
  const now = clock()
  // Without the lock, two calls that change several of a person's rows could deadlock.
  await advisoryLock(db, `notices of ${personId}`)
  if (ids === 'all') await markAllRead(db, { personId, now })
  else await markSomeRead(db, { personId, now, ids })
  skipAudit(context)
  live.changed('notices', [personId])
  return countUnread(db, { personId })
}

/** Drops older unsent mails about the same review's slot, which would arrive after these. */
export async function dropOutdatedMails(
  { db, clock }: Context<Tx>,
  mails: readonly NewerMail[],
): Promise<void> {
  await dropUnsent(db, mails, { now: clock() })
}

const dropUnsent = makeDropUnsent(slotKinds)
