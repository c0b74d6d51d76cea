import type { NotificationKind } from '#contract/kit/kinds/notification-kind.ts'
import { formatInstantInZones, getDateInZone } from '#contract/kit/time/zone.ts'
import { getQuietHoursEnd } from '#contract/notifications/delivery/quiet-hours.ts'
import {
  type NotificationPayload,
  notificationDefinitions,
} from '#contract/notifications/notifications.ts'
import { remindRefusals } from '#contract/notifications/send-reminder.ts'
import type { Role } from '#contract/roles.ts'
import { inBatches } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Tx } from '#server/database/transaction.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import { insertNotifications, insertNotifiedDay, readNotifiedSubjects } from './queries.ts'
import {
  batchMs,
  getPreferences,
  getPreferencesOfPeople,
  getTimeZone,
  type Preferences,
} from './settings.ts'

/** Refuses to remind a person who is blocked or not verified (409). */
export function refuseUnreachablePerson(
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
    id: newId(),
    person_id: reader._id,
    kind,
    dedupe_key: dedupeKey,
    review_id: reviewId ?? null,
    payload: JSON.stringify(payload(reader)),
    at: context.clock(),
    read_at: null,
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
  const isFirst = await insertNotifiedDay(db, {
    kind: notification.kind,
    about,
    day,
    at: clock(),
  })
  if (isFirst) await notify(context, { ...notification, dedupeKey: `${about} ${day}` })
  return isFirst
}

/** Returns which of these subjects people were notified about today. */
export async function findSubjectsNotifiedToday(
  context: Context,
  kind: NotificationKind,
  abouts: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set(await readNotifiedSubjects(context.db, { kind, day: today(context), abouts }))
}

function today({ clock, settings }: Context): string {
  return getDateInZone(clock(), settings.timeZone)
}

/** Formats an instant for a person: in their time zone, with the school's beside it. */
export async function formatInstantFor(
  context: Context,
  personId: string,
  instant: number,
): Promise<string> {
  const timeZone = getTimeZone(context, await getPreferences(context, personId))
  return formatInstantInZones(instant, timeZone, context.settings.timeZone)
}
