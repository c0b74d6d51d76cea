import { type RawBuilder, sql } from 'kysely'
import type { HistoryKind } from '#contract/kit/kinds/history-kind.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { getSupersededKinds, isSlotChange } from '#contract/notifications/delivery/superseded.ts'
import type { NotificationPayload } from '#contract/notifications/notifications.ts'
import { calendarEntrySequence } from '#server/database/calendar-entry-sequence.ts'
import { all, one, type Values } from '#server/database/query.ts'
import type { Tx } from '#server/database/transaction.ts'
import type { Context } from '#server/kit/context.ts'
import { type EarlierNotification, notify, type Recipient } from '#server/notifications/actions.ts'
import {
  cancelDeliveries,
  dropOlderSlotMails,
  dropSupersededMails,
  findEarlierNotifications,
  supersedeNotifications,
} from '#server/notifications/supersede.ts'
import { hasActiveAdvisorAsNumber } from '../turns/turn-conditions.ts'
import { canReadReason } from './can-read-reason.ts'
import type { BookedSlot, HistoryEntry } from './history-entry.ts'

/** A history entry with its id and the person who made the change. */
type Line = HistoryEntry & { id: string; doer: string | null }

/**
 * Changes that a reviewer may make themselves and that also update the invitation in their own
 * calendar.
 */
const endsInCalendars: ReadonlySet<HistoryKind> = new Set<HistoryKind>([
  'cancelled',
  'lost',
  'undone',
])

/**
 * Notifies a review's student, advisor, and old and new reviewer of a history entry, except the
 * person who made the change (a reviewer gets only the mail for the calendar). An undo notifies
 * everybody who was notified of the change. Must be called before the entry ends a reschedule
 * request.
 */
export async function notifyOfChange(
  context: Context<Tx>,
  line: Line,
  known: NotificationContext,
): Promise<void> {
  const { reviewId, doer } = line
  const kind = getNotificationKind(line)
  if (doer !== null && isSlotChange(kind) && known.has_mail === 1) {
    // The person who changes a review knows its latest state.
    await dropOlderSlotMails(context, [{ personId: doer, reviewId, olderThan: line.id }])
  }
  const heard = await supersedeEarlier(context, line, known)
  const concerned = line.what === 'undone' ? heard : getRecipients(known, line)
  const earlier = kind === 'undone' || kind === 'withdrawn' ? heard : []
  const places = line.what === 'asked' ? await readProposed(context.db, { reviewId }) : []
  const proposed = places.map(({ starts_at, ends_at, id, name }) => ({
    startsAt: toIsoInstant(starts_at),
    endsAt: toIsoInstant(ends_at),
    reviewer: { _id: id, name },
  }))
  const payload = (reader: Recipient) => ({
    ...getPayload(reader, line, known),
    proposed,
    undoes: earlier.find(({ _id }) => _id === reader._id)?.kind ?? null,
  })
  const others = concerned.filter(({ _id }) => _id !== doer)
  const about = { dedupeKey: line.id, reviewId, payload, earlier }
  if (endsInCalendars.has(line.what)) {
    const own = concerned.filter(({ _id, role }) => _id === doer && role === 'reviewer')
    await notify(context, { ...about, kind, to: own, isOwnAction: true })
  }
  if (line.what !== 'moved' || known.wished === null) {
    return notify(context, { ...about, kind, to: others })
  }
  // Only the student learns that their request was granted.
  const isStudent = ({ role }: Recipient) => role === 'student'
  await notify(context, { ...about, kind: 'granted', to: others.filter(isStudent) })
  await notify(context, { ...about, kind: 'moved', to: others.filter((one) => !isStudent(one)) })
}

/** Supersedes notifications that this entry makes outdated, and returns who had got them. */
async function supersedeEarlier(
  context: Context<Tx>,
  { reviewId, what, undoesId }: Line,
  { has_news, has_mail }: NotificationContext,
): Promise<EarlierNotification[]> {
  const about = { reviewId, kinds: getSupersededKinds(what) }
  const superseded = has_news === 1 ? await supersedeNotifications(context, about) : []
  const unsent = has_mail === 1 ? await dropSupersededMails(context, about) : new Set()
  if (what !== 'undone') {
    return superseded.map((one) => (unsent.has(one._id) ? { ...one, isMailDue: true } : one))
  }
  const undone = { reviewId, dedupeKey: undoesId ?? '' }
  const heard = await findEarlierNotifications(context, undone)
  // Nobody should get this mail after reading that the change was undone.
  await cancelDeliveries(context, undone)
  return heard
}

/**
 * Reads in one query everything that notifying of a change needs: the people, and whether there are
 * requests, mails and notifications that it may end. `freedSince` tells whether `to` was freed
 * recently.
 */
export function findNotificationContext(
  { db }: Context,
  { reviewId, from, to, doer }: Line,
  freedSince: number,
): Promise<NotificationContext> {
  return readConcerned(db, {
    reviewId,
    doer: doer ?? '',
    freedSince,
    fromSlot: from?.slotId ?? '',
    toSlot: to?.slotId ?? '',
    fromId: from?.reviewerId ?? '',
    toId: to?.reviewerId ?? '',
  })
}

export type NotificationContext = Awaited<ReturnType<typeof readConcerned>>

function getRecipients(
  { student_id, advisor_id }: NotificationContext,
  { from, to }: Line,
): Recipient[] {
  const reviewers = new Set([from, to].flatMap((place) => place?.reviewerId ?? []))
  return [
    { _id: student_id, role: 'student' },
    ...(advisor_id === null ? [] : [{ _id: advisor_id, role: 'advisor' } as const]),
    ...[...reviewers].map((_id) => ({ _id, role: 'reviewer' }) as const),
  ]
}

function getNotificationKind({ what, way, reason }: Line) {
  // An advisor who declines gives a reason; a student who withdraws gives none.
  if (what === 'withdrawn') return reason === undefined ? what : 'declined'
  if (what !== 'decided') return what
  return way === 'week-repeat' ? 'repeated' : 'begun'
}

function getPayload(
  { _id: personId, role }: Recipient,
  line: Line,
  known: NotificationContext,
): NotificationPayload<Exclude<HistoryKind, 'decided'>> {
  const { what, from, to, who, reason, awayUntil, doer } = line
  const mayKnow = canReadReason({ role, personId }, { what, from: from?.reviewerId, reason })
  return {
    student: { _id: known.student_id, name: known.student_name },
    week: known.week,
    from: getVacatedSlot(line, known),
    to: toSlotPayload(to, known.to_name, known.to_ends_at),
    by: personId === doer ? 'You' : known.by_name,
    who: who ?? null,
    reason: mayKnow ? (reason ?? null) : null,
    // Advisors see in their calendar who is absent and for how long; students do not.
    awayUntil: role === 'advisor' ? (awayUntil ?? null) : null,
    sequence: known.sequence,
    hasAdvisor: known.has_advisor === 1,
    hasFeedback: line.hasFeedback ?? false,
    isCorrection: line.isCorrection ?? false,
  }
}

/** The slot that the review lost or left; null if there was none. */
export function getVacatedSlot({ from, goneEndsAt }: HistoryEntry, known: NotificationContext) {
  return toSlotPayload(from, known.from_name, known.from_ends_at ?? goneEndsAt ?? null)
}

function toSlotPayload(place: BookedSlot | undefined, name: string | null, endsAt: number | null) {
  if (!place || name === null) return null
  const { startsAt, reviewerId } = place
  return {
    startsAt: toIsoInstant(startsAt),
    endsAt: endsAt === null ? null : toIsoInstant(endsAt),
    reviewer: { _id: reviewerId, name },
  }
}

/** The slots that a student proposes for a review, best first. */
const readProposed = all((db, { reviewId }: Values<{ reviewId: string }>) =>
  db
    .selectFrom('reschedule_request_slots')
    .innerJoin('slots', 'slots.id', 'reschedule_request_slots.slot_id')
    .innerJoin('people', 'people.id', 'slots.reviewer_id')
    .select(['slots.starts_at', 'slots.ends_at', 'people.id', 'people.name'])
    .where('reschedule_request_slots.review_id', '=', reviewId)
    .orderBy('reschedule_request_slots.place'),
)

type Asked = Record<'reviewId' | 'doer' | 'fromId' | 'toId' | 'fromSlot' | 'toSlot', string> & {
  freedSince: number
}

/**
 * The people concerned by a change, when the slots end, whether the new slot was requested by the
 * student, and the length of the history; and, as 1 or 0, whether there is a request, an unsent
 * mail, an unread notification or any webhook, and whether the new slot was freed recently.
 */
const readConcerned = one((db, { freedSince, ...asked }: Values<Asked>) => {
  const { reviewId, doer, fromId, toId, fromSlot, toSlot } = asked
  const any = (rows: RawBuilder<unknown>) =>
    sql<number>`case when exists (select 1 from ${rows}) then 1 else 0 end`
  return db
    .selectFrom('reviews')
    .innerJoin('people as student', 'student.id', 'reviews.student_id')
    .leftJoin('people as doer', (join) => join.on('doer.id', '=', doer))
    .leftJoin('people as giver', (join) => join.on('giver.id', '=', fromId))
    .leftJoin('people as taker', (join) => join.on('taker.id', '=', toId))
    .leftJoin('reschedule_requests', (join) =>
      join
        .onRef('reschedule_requests.review_id', '=', 'reviews.id')
        .on('reschedule_requests.ended_at', 'is', null),
    )
    .leftJoin('reschedule_request_slots', (join) =>
      join
        .onRef('reschedule_request_slots.review_id', '=', 'reschedule_requests.review_id')
        .on('reschedule_request_slots.slot_id', '=', toSlot),
    )
    .leftJoin('slots as before', (join) => join.on('before.id', '=', fromSlot))
    .leftJoin('slots as since', (join) => join.on('since.id', '=', toSlot))
    .select(['reviews.student_id', 'reviews.advisor_id', 'reviews.week'])
    .select(['student.name as student_name', 'doer.name as by_name'])
    .select(['giver.name as from_name', 'taker.name as to_name'])
    .select('reschedule_request_slots.slot_id as wished')
    .select(['before.ends_at as from_ends_at', 'since.ends_at as to_ends_at'])
    .select([calendarEntrySequence.as('sequence'), hasActiveAdvisorAsNumber.as('has_advisor')])
    .select([
      any(sql`reschedule_requests as request where request.review_id = reviews.id
        and (request.ended_at is null or request.declined_reason is not null)`).as('has_request'),
      any(sql`outbox where outbox.review_id = reviews.id
        and outbox.sent_at is null and outbox.dropped_at is null`).as('has_mail'),
      any(sql`notifications where notifications.review_id = reviews.id
        and (notifications.read_at is null or notifications.mail_due_at is not null)`).as(
        'has_news',
      ),
      any(sql`webhooks where webhooks.off_at is null`).as('has_webhook'),
      any(sql`review_history as freeing where freeing.from_slot_id = ${toSlot}
        and freeing.at > ${freedSince}`).as('was_freed'),
    ])
    .where('reviews.id', '=', reviewId)
})
