import { setTimeout as wait } from 'node:timers/promises'
import type { NotificationKind } from '#contract/kit/kinds/notification-kind.ts'
import { undoMs } from '#contract/limits/reviews.ts'
import { getQuietHoursEnd } from '#contract/notifications/delivery/quiet-hours.ts'
import { isSlotChange } from '#contract/notifications/delivery/superseded.ts'
import { notificationDefinitions } from '#contract/notifications/notifications.ts'
import type { Tx } from '#server/database/transaction.ts'
import { attemptAll } from '#server/kit/attempt-all.ts'
import { type Context, inTransaction } from '#server/kit/context.ts'
import { enqueueMails, type Mail } from '#server/kit/mail/outbox.ts'
import { getPreferencesOfPeople, getTimeZone, type Preferences } from '../settings.ts'
import { dropOlderSlotMails } from '../supersede.ts'
import { getCalendarPart } from './calendar-part.ts'
import { mergeAdvisorChanges } from './merge-advisor-changes.ts'
import {
  type MailedNotification,
  makeNotificationMail,
  type NonEmptyArray,
} from './notification-mail.ts'
import {
  type ClaimedNotification,
  claimBatched,
  claimDue,
  mailedPeopleMax,
  postponeMails,
  readClaimed,
  readMailablePeople,
  readPeopleWithDueMail,
} from './queries.ts'

/** People per transaction: each statement makes other calls wait less. */
const peopleAtOnce = 10
/** A pause between transactions, so that API calls come first. */
const pauseMs = 90

/**
 * Writes the mails of due notifications to the outbox; run by one process. Urgent ones get a mail
 * each, batched ones share a mail. Blocked and unverified people get none. An error with one person
 * does not affect the others, and is thrown at the end.
 */
export async function mailNotifications(context: Context, stopped?: AbortSignal): Promise<void> {
  await attemptAll('not all notifications were emailed', async (attempt) => {
    let failed = 0
    for (;;) {
      const due = await readPeopleWithDueMail(context.db, { now: context.clock() })
      for (let from = 0; from < due.length; from += peopleAtOnce) {
        if (stopped?.aborted) return
        const people = due.slice(from, from + peopleAtOnce).map(({ person_id }) => person_id)
        const left = await attempt(people, (some) =>
          inTransaction(context, (tx) => mailTo(tx, some)),
        )
        failed += left.length
        const isLast = from + peopleAtOnce >= due.length && due.length < mailedPeopleMax
        if (!isLast) await wait(pauseMs, undefined, { ref: false })
      }
      if (due.length < mailedPeopleMax || failed > 0) return
    }
  })
}

async function mailTo(context: Context<Tx>, people: readonly string[]): Promise<void> {
  const { db, settings } = context
  const taken = Map.groupBy(await claimAll(context, people), ({ person_id }) => person_id)
  const readable = await readMailablePeople(db, people)
  const byId = new Map(readable.map((one) => [one.id, one]))
  // Longest waiting first.
  const recipients = people.flatMap((id) => byId.get(id) ?? [])
  for (const id of people) if (!byId.has(id)) await keepForUndo(context, taken.get(id) ?? [])
  const chosenBy = await getPreferencesOfPeople(context, people)
  const ids: string[] = []
  for (const { id } of recipients) {
    ids.push(...(await postponeInQuietHours(context, taken.get(id) ?? [], chosenBy(id))))
  }
  const found = Map.groupBy(await readClaimed(db, ids), ({ person_id }) => person_id)
  const mails: Mail[] = []
  for (const recipient of recipients) {
    const mailed = await toMailedNotifications(
      context,
      recipient,
      chosenBy(recipient.id),
      found.get(recipient.id),
    )
    mails.push(
      ...groupIntoMails(mailed).map((mail) =>
        makeNotificationMail(recipient, mail, settings.appUrl),
      ),
    )
  }
  const posted = await enqueueMails(context, mails)
  const newer = posted.flatMap(
    ({ id: olderThan, kind, person_id: personId, review_id: reviewId }) =>
      isSlotChange(kind) && personId && reviewId ? [{ personId, reviewId, olderThan }] : [],
  )
  await dropOlderSlotMails(context, newer)
}

type Recipient = Awaited<ReturnType<typeof readMailablePeople>>[number]

/** Returns the notifications that are still useful and that the person wants by mail. */
function toMailedNotifications(
  context: Context,
  recipient: Recipient,
  chosen: Preferences,
  found: Awaited<ReturnType<typeof readClaimed>> = [],
): Promise<MailedNotification[]> {
  const { id: _id, role } = recipient
  const schoolZone = context.settings.timeZone
  const reader = { _id, role, timeZone: getTimeZone(context, chosen), schoolZone }
  const mailed = found
    .map(({ kind, payload, at, review, review_id: reviewId }) => {
      const known: unknown = JSON.parse(payload)
      const goodUntil = notificationDefinitions[kind].goodUntil(known, at)
      return { kind, payload: known, goodUntil, reader: { ...reader, review }, reviewId }
    })
    .filter(({ kind, goodUntil }) => {
      const isOver = goodUntil !== null && goodUntil <= context.clock()
      return chosen.kinds[kind].mail && !isOver
    })
  return Promise.all(
    mailed.map(async (one) => ({
      ...one,
      calendar: await getCalendarPart(context, one, recipient),
    })),
  )
}

/**
 * Postpones mails to a person who cannot be mailed for as long as the change can be undone. Someone
 * blocked meanwhile who never gets the mail about a change gets none about its undo either.
 */
async function keepForUndo({ db, clock }: Context<Tx>, due: ClaimedNotification[]): Promise<void> {
  const now = clock()
  const ids = getIds(due.filter(({ at }) => at > now - undoMs))
  if (ids.length > 0) await postponeMails(db, { ids, until: now + undoMs })
}

/**
 * Claims the due notifications and, if one of them can be batched, also the batched ones that are
 * not due yet.
 */
async function claimAll(
  { db, clock }: Context<Tx>,
  people: readonly string[],
): Promise<ClaimedNotification[]> {
  const due = await claimDue(db, people, { now: clock() })
  const gathering = new Set(due.filter(canWait).map(({ person_id }) => person_id))
  if (gathering.size === 0) return due
  return [...due, ...(await claimBatched(db, [...gathering]))]
}

/** Postpones batched mails during quiet hours, and returns the ids of the others. */
async function postponeInQuietHours(
  context: Context<Tx>,
  due: ClaimedNotification[],
  chosen: Preferences,
): Promise<string[]> {
  const { quietHours } = chosen
  const until =
    quietHours && getQuietHoursEnd(quietHours, getTimeZone(context, chosen), context.clock())
  const [later, now] = until === null ? [[], due] : [due.filter(canWait), due.filter(cannotWait)]
  if (until !== null && later.length > 0)
    await postponeMails(context.db, { ids: getIds(later), until })
  return getIds(now)
}

/**
 * Groups notifications into mails: batched ones share a mail, but those with a calendar entry get
 * their own.
 */
function groupIntoMails(notifications: MailedNotification[]): NonEmptyArray<MailedNotification>[] {
  const isAlone = (one: MailedNotification) => one.calendar !== undefined || cannotWait(one)
  const [first, ...others] = mergeAdvisorChanges(notifications.filter((one) => !isAlone(one)))
  const atOnce = notifications
    .filter(isAlone)
    .map((one): NonEmptyArray<MailedNotification> => [one])
  return first ? [...atOnce, [first, ...others]] : atOnce
}

const canWait = ({ kind }: { kind: NotificationKind }) =>
  notificationDefinitions[kind].mail === 'batched'
const cannotWait = (one: { kind: NotificationKind }) => !canWait(one)
const getIds = (taken: ClaimedNotification[]) => taken.map(({ id }) => id)
