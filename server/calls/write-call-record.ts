import type { CallEventKind, LeaveReason } from '#contract/calls/call-record.ts'
import { callRefusals } from '#contract/calls/calls.ts'
import { minuteMs } from '#contract/kit/time/durations.ts'
import {
  callEventsBeforeGrouping,
  callEventsWindowMinutes,
  callRecordsMax,
  earlyCallRecordsMax,
} from '#contract/limits/calls.ts'
import { reviewRefusals } from '#contract/reviews/reviews.ts'
import { parseTextList } from '#server/database/column-values.ts'
import type { Tx } from '#server/database/transaction.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import { addEvent, getEarlyCutoff, makeEmptyAttendance, toAttendanceRow } from './attendance.ts'
import * as queries from './queries.ts'

/** Somebody joined or left a room, or answered or ended a call, at an instant. */
export type CallEventInput = {
  reviewId: string
  personId: string
  kind: CallEventKind
  reason?: LeaveReason | null
  at: number
}

/** A review without a slot has only one part. */
const ever = { from: 0, until: Number.MAX_SAFE_INTEGER }

/**
 * The part of a record that an instant belongs to, and the limit of entries per person in it.
 * Events long before the slot have their own limit, so that they cannot crowd out the review
 * itself.
 */
function partAt(heldAt: number | null, at: number) {
  if (heldAt === null) return { ...ever, most: callRecordsMax }
  const begins = getEarlyCutoff(heldAt)
  return at < begins
    ? { ...ever, until: begins, most: earlyCallRecordsMax }
    : { ...ever, from: begins, most: callRecordsMax }
}

/**
 * Records an event of a call and updates the attendance. If somebody joins and leaves very often or
 * reaches the limit of entries, further events are merged into their last entry. So nobody can fill
 * the record for another, and the attendance stays exact.
 */
export async function recordEvent({ db }: Context<Tx>, happening: CallEventInput): Promise<void> {
  const call = await queries.readCall(db, { reviewId: happening.reviewId })
  if (!call) return
  await updateAttendanceSums(db, happening, call)
  await addToRecord(db, happening, call.starts_at)
}

type Call = NonNullable<Awaited<ReturnType<typeof queries.readCall>>>

/** Without a slot, only for those who came for a former one. */
async function updateAttendanceSums(
  db: Tx,
  happening: CallEventInput,
  { starts_at, student_id, reviewer_id }: Call,
): Promise<void> {
  const { reviewId } = happening
  if (starts_at !== null) {
    const empty = makeEmptyAttendance(reviewId, starts_at)
    await queries.insertAttendanceIfMissing(db, toAttendanceRow(empty))
  }
  const kept = await queries.lockAttendance(db, { reviewId })
  if (!kept) return
  const was = { ...kept, here: parseTextList(kept.here) }
  const now = { heldAt: starts_at ?? kept.held_at, people: [student_id, reviewer_id] }
  await queries.updateAttendance(db, toAttendanceRow(addEvent(was, happening, now)))
}

async function addToRecord(
  db: Tx,
  happening: CallEventInput,
  heldAt: number | null,
): Promise<void> {
  const { reviewId, personId, kind, reason = null, at } = happening
  const { most, ...part } = partAt(heldAt, at)
  const own = { reviewId, personId, ...part }
  const span = { recently: at - callEventsWindowMinutes * minuteMs }
  const { entries, recent } = await queries.countRecordEntries(db, { ...own, ...span })
  if (entries >= most || recent >= callEventsBeforeGrouping) {
    await queries.mergeIntoLastEntry(db, { ...own, kind, reason, at })
    return
  }
  await queries.insertCallEvent(db, {
    id: newId(),
    review_id: reviewId,
    person_id: personId,
    kind,
    reason,
    at,
    times: 1,
    first_at: null,
  })
}

/**
 * Saves a chat message with the review; refuses whoever has lost it since they joined (404), and
 * too many of one person (409).
 */
export async function saveChatLine(
  { db, clock }: Context,
  { personId }: { personId: string },
  { reviewId, text }: { reviewId: string; text: string },
): Promise<void> {
  const at = clock()
  const call = await queries.readCall(db, { reviewId })
  if (personId !== call?.student_id && personId !== call?.reviewer_id) {
    throw new Refused(reviewRefusals.unknown)
  }
  const { most, ...part } = partAt(call.starts_at, at)
  const { lines } = await queries.countChatLines(db, { reviewId, personId, ...part })
  if (lines >= most) throw new Refused(callRefusals.chatFull)
  await queries.insertChatLine(db, {
    id: newId(),
    review_id: reviewId,
    person_id: personId,
    text,
    at,
  })
}
