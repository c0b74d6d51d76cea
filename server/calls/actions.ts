import type { CallRecord, ChatLine } from '#contract/calls/call-record.ts'
import { joinRefusals } from '#contract/calls/join-refusals.ts'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import { presenceTrustedMs } from '#contract/limits/calls.ts'
import { reviewRefusals } from '#contract/reviews/reviews.ts'
import type { Role } from '#contract/roles.ts'
import { parseTextList } from '#server/database/column-values.ts'
import type { Tx } from '#server/database/transaction.ts'
import { inTransactionThenNotify } from '#server/kit/call/change.ts'
import { Refused } from '#server/kit/call/refused.ts'
import { type Context, inTransaction } from '#server/kit/context.ts'
import { getRetentionCutoff } from '#server/kit/ops/retention.ts'
import { notify, type Recipient } from '#server/notifications/actions.ts'
import { getEarlyCutoff } from './attendance.ts'
import * as queries from './queries.ts'
import { toCallEvents, toChatLines, toTogetherSeconds } from './to-call-record.ts'
import { type CallEventInput, recordEvent } from './write-call-record.ts'

/** Who is asking, from the session. */
export type Requester = { personId: string; role: Role }

type Call = NonNullable<Awaited<ReturnType<typeof queries.readCall>>>

/**
 * Lets somebody join the room of a review and returns whose call it is and their turn: of several
 * sockets of one person, the one with the highest turn is in the room. Records that they joined,
 * unless `again`. Refuses everybody but the review's student and its slot's reviewer (404); a
 * review without a slot, a closed one, and one conducted on another day (409).
 */
export async function joinRoom(
  context: Context,
  requester: Requester,
  { reviewId, again }: { reviewId: string; again: boolean },
): Promise<{ turn: number; people: string[] }> {
  const call = await getAccessibleCall(context, requester, reviewId)
  refuseIfNotHeld(context, call)
  const { personId } = requester
  const turn = await inTransactionThenNotify(context, async (tx) => {
    const raised = await queries.incrementJoinCount(tx.db, { reviewId, personId })
    if (again) return raised.turn
    await recordEvent(tx, { reviewId, personId, kind: 'joined', at: tx.clock() })
    await notifyMissing(tx, call, { reviewId, personId })
    return raised.turn
  })
  if (!again) notifyStudent(context, call, personId)
  return { turn, people: [call.student_id, ...(call.reviewer_id ? [call.reviewer_id] : [])] }
}

/** Records that somebody left the room. */
export async function leaveRoom(
  context: Context,
  happening: Omit<CallEventInput, 'kind'>,
): Promise<void> {
  await inTransaction(context, (tx) => recordEvent(tx, { ...happening, kind: 'left' }))
  const { reviewId, personId } = happening
  notifyStudent(context, await queries.readCall(context.db, { reviewId }), personId)
}

/**
 * Notifies the other participant, once per slot, that somebody is waiting in the room. Not if it is
 * long before the slot, when people try out their camera, nor after the marks.
 */
async function notifyMissing(
  context: Context<Tx>,
  { student_id, reviewer_id, starts_at, status }: Call,
  { reviewId, personId }: { reviewId: string; personId: string },
): Promise<void> {
  const isTime = starts_at !== null && context.clock() >= getEarlyCutoff(starts_at)
  if (reviewer_id === null || !isTime || status === 'conducted') return
  const missing: Recipient =
    personId === student_id
      ? { _id: reviewer_id, role: 'reviewer' }
      : { _id: student_id, role: 'student' }
  const presence = await queries.readPresence(context.db, { reviewId })
  if (presence && isInRoom(context, presence, missing._id)) return
  const { name } = await queries.readName(context.db, { personId })
  const dedupeKey = `${reviewId} ${starts_at}`
  await notify(context, {
    kind: 'waiting',
    dedupeKey,
    reviewId,
    to: [missing],
    payload: () => ({ name }),
  })
}

/** Tells the student's open pages that the reviewer joined or left. */
function notifyStudent({ live }: Context, call: Call | undefined, personId: string): void {
  if (call && call.reviewer_id === personId) live.changed('reviews', [call.student_id])
}

/**
 * Who is in the room of a review, as a JSON list, and when that last changed; null without a row.
 */
type Presence = { here: string | null; last_at: number | null }

/** Whether somebody is in the room of a review now. */
export function isInRoom(
  { clock }: Context,
  { here, last_at }: Presence,
  personId: string,
): boolean {
  if (here === null || last_at === null || last_at + presenceTrustedMs < clock()) return false
  return parseTextList(here).includes(personId)
}

function refuseIfNotHeld({ clock, settings }: Context, call: Call): void {
  if (call.starts_at === null) throw new Refused(joinRefusals.notScheduled)
  const dayOf = (instant: number) => getDateInZone(instant, settings.timeZone)
  const pastDay = call.status === 'conducted' && dayOf(call.starts_at) !== dayOf(clock())
  if (call.closed_at !== null || pastDay) throw new Refused(joinRefusals.over)
}

/** Returns the call of the caller's own review, or for an admin of any; refuses others (404). */
export async function getAccessibleCall(
  { db }: Context,
  { personId, role }: Requester,
  reviewId: string,
): Promise<Call> {
  const call = await queries.readCall(db, { reviewId })
  const isTheirs = role === 'admin' || call?.[`${role}_id`] === personId
  if (!call || !isTheirs) throw new Refused(reviewRefusals.unknown)
  return call
}

/** Returns the record of a review's call; refuses a review that is not the caller's (404). */
export async function getCallRecord(
  context: Context,
  requester: Requester,
  reviewId: string,
): Promise<CallRecord> {
  const { starts_at: heldAt } = await getAccessibleCall(context, requester, reviewId)
  const { db } = context
  const [attendance] = await queries.readAttendance(db, [reviewId])
  const events = toCallEvents(await queries.readCallEvents(db, { reviewId }), heldAt)
  const isOld = heldAt !== null && heldAt < getRecordCutoff(context)
  return {
    events,
    chat: toChatLines(await queries.readChat(db, { reviewId }), heldAt),
    ...toTogetherSeconds(attendance, heldAt),
    isDeleted: isOld && events.length === 0,
  }
}

/** The instant (ms since 1970) before which call records are deleted. */
export function getRecordCutoff(context: Context): number {
  return getRetentionCutoff(context, context.settings.callRecordDays)
}

/**
 * How long both were in the room together (whole seconds), by review id; without reviews that
 * nobody attended.
 */
export async function getTogetherSecondsByReview(
  { db }: Context,
  reviewIds: string[],
): Promise<Map<string, ReturnType<typeof toTogetherSeconds>>> {
  if (reviewIds.length === 0) return new Map()
  const rows = await queries.readAttendance(db, reviewIds)
  return new Map(rows.map((row) => [row.review_id, toTogetherSeconds(row, row.slot_at)]))
}

/** Returns the chat of a review; refuses a review that is not the caller's (404). */
export async function listChat(
  context: Context,
  requester: Requester,
  reviewId: string,
): Promise<ChatLine[]> {
  const { starts_at: heldAt } = await getAccessibleCall(context, requester, reviewId)
  return toChatLines(await queries.readChat(context.db, { reviewId }), heldAt)
}

/** Deletes the parts of a draft that have been submitted. */
export async function clearSubmittedDraft(
  { db }: Context<Tx>,
  reviewId: string,
  { mark, pendingTask }: { mark: unknown; pendingTask: unknown },
): Promise<void> {
  if (mark !== undefined) await queries.clearDraftMark(db, { reviewId })
  if (pendingTask !== undefined) await queries.clearDraftPendingTask(db, { reviewId })
}
