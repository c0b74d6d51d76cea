import {
  type CallEventKind,
  type CallRecord,
  type ChatLine,
  callRefusals,
  type LeaveReason,
} from '#contract/calls.ts'
import { dateInZone } from '#contract/kit/zone.ts'
import { reviewRefusals } from '#contract/reviews.ts'
import type { Role } from '#contract/roles.ts'
import { type Context, inTransaction } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import { Refused } from '#server/kit/refused.ts'
import * as queries from './queries.ts'
import { showLine, showRecord, togetherSeconds } from './record.ts'

/** Who asks, as the session says. */
export type Asking = { personId: string; role: Role }

type Call = NonNullable<Awaited<ReturnType<typeof queries.readCall>>>

/**
 * Takes somebody's seat in the room of a review and returns its turn: of several sockets of theirs
 * the one with the highest turn has it. It is noted that they joined, unless `again`. Refuses all
 * but the review's student and its slot's reviewer (404), a review without a slot, a closed one,
 * and one that was conducted on another day (409).
 */
export async function takeSeat(
  context: Context,
  asking: Asking,
  { reviewId, again }: { reviewId: string; again: boolean },
): Promise<number> {
  const call = await findCall(context, asking, reviewId)
  refuseIfNotHeld(context, call)
  return inTransaction(context, async (tx) => {
    const turn = await queries.takeSeat(tx.db, reviewId, asking.personId)
    if (!again) {
      const { personId } = asking
      await noteEvent(tx, { reviewId, personId, kind: 'joined', at: tx.clock() })
    }
    return turn
  })
}

function refuseIfNotHeld({ clock, settings }: Context, call: Call): void {
  if (call.starts_at === null) throw new Refused(callRefusals.notScheduled)
  const dayOf = (instant: number) => dateInZone(instant, settings.timeZone)
  const pastDay = call.status === 'conducted' && dayOf(call.starts_at) !== dayOf(clock())
  if (call.closed_at !== null || pastDay) throw new Refused(callRefusals.over)
}

/** Finds a review that is the caller's own, or anybody's for an admin; refuses with 404. */
export async function findCall({ db }: Context, asking: Asking, reviewId: string): Promise<Call> {
  const call = await queries.readCall(db, reviewId)
  if (!call || !isTheirs(call, asking)) throw new Refused(reviewRefusals.unknown)
  return call
}

function isTheirs(call: Call, { personId, role }: Asking): boolean {
  if (role === 'admin') return true
  return call[`${role}_id`] === personId
}

/** Notes what happened in a call at an instant; beyond what is ever shown nothing more is noted. */
export async function noteEvent(
  { db }: Context,
  {
    reviewId,
    personId,
    kind,
    reason = null,
    at,
  }: {
    reviewId: string
    personId: string
    kind: CallEventKind
    reason?: LeaveReason | null
    at: number
  },
): Promise<void> {
  if (await queries.isFull(db, 'call_events', reviewId)) return
  await queries.insertCallEvent(db, {
    id: newId(),
    review_id: reviewId,
    person_id: personId,
    kind,
    reason,
    at,
  })
}

/** Keeps a line of the chat with the review; refuses when there are too many (409). */
export async function keepChatLine(
  { db, clock }: Context,
  { personId }: Asking,
  { reviewId, text }: { reviewId: string; text: string },
): Promise<void> {
  if (await queries.isFull(db, 'chat_lines', reviewId)) throw new Refused(callRefusals.chatFull)
  const line = { id: newId(), review_id: reviewId, person_id: personId, text, at: clock() }
  await queries.insertChatLine(db, line)
}

/** How the call of a review went; refuses a review that is not the caller's (404). */
export async function getCallRecord(
  context: Context,
  asking: Asking,
  reviewId: string,
): Promise<CallRecord> {
  await findCall(context, asking, reviewId)
  const { db } = context
  return showRecord(
    await queries.readCallEvents(db, reviewId),
    await queries.readChat(db, reviewId),
  )
}

/** For how long (whole seconds) both were in the room of each of the reviews, by its id. */
export async function readAttendance(
  { db }: Context,
  reviewIds: string[],
): Promise<Map<string, number>> {
  if (reviewIds.length === 0) return new Map()
  const events = Map.groupBy(await queries.readAttendance(db, reviewIds), (row) => row.review_id)
  return new Map(reviewIds.map((id) => [id, togetherSeconds(events.get(id) ?? [])]))
}

/** The chat kept with a review; refuses a review that is not the caller's (404). */
export async function listChat(
  context: Context,
  asking: Asking,
  reviewId: string,
): Promise<ChatLine[]> {
  await findCall(context, asking, reviewId)
  return (await queries.readChat(context.db, reviewId)).map(showLine)
}

/**
 * Forgets those parts of a draft that have been submitted. Call it in the transaction that saves
 * them.
 */
export async function forgetDraft(
  { db }: Context,
  reviewId: string,
  submitted: { mark: unknown; pendingTask: unknown },
): Promise<void> {
  await queries.emptyDraft(db, reviewId, {
    mark: submitted.mark !== undefined,
    pendingTask: submitted.pendingTask !== undefined,
  })
}
