import type { CallEventKind, LeaveReason } from '#contract/calls.ts'
import { listMax } from '#contract/limits.ts'
import type { Db } from '#server/kit/database.ts'

/** Whom a review's call is for, and whether it can be held. */
export function readCall(db: Db, reviewId: string) {
  return db
    .selectFrom('reviews')
    .select(['student_id', 'advisor_id', 'status', 'closed_at'])
    .select(['reviewer_id', 'held_at as starts_at'])
    .where('id', '=', reviewId)
    .executeTakeFirst()
}

/** Takes a person's seat in a room and returns how often they have taken it. */
export async function takeSeat(db: Db, reviewId: string, personId: string): Promise<number> {
  const { turn } = await db
    .insertInto('call_seats')
    .values({ review_id: reviewId, person_id: personId, turn: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['review_id', 'person_id'])
        .doUpdateSet((update) => ({ turn: update('call_seats.turn', '+', 1) })),
    )
    .returning('turn')
    .executeTakeFirstOrThrow()
  return turn
}

/** Whether there are as many rows of a review as are ever shown. */
export async function isFull(
  db: Db,
  table: 'call_events' | 'chat_lines',
  reviewId: string,
): Promise<boolean> {
  const { rows } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .where('review_id', '=', reviewId)
    .executeTakeFirstOrThrow()
  return rows >= listMax
}

/** Notes what happened in a call. */
export async function insertCallEvent(
  db: Db,
  event: {
    id: string
    review_id: string
    person_id: string
    kind: CallEventKind
    reason: LeaveReason | null
    at: number
  },
): Promise<void> {
  await db.insertInto('call_events').values(event).execute()
}

/** Keeps a line of the chat. */
export async function insertChatLine(
  db: Db,
  line: { id: string; review_id: string; person_id: string; text: string; at: number },
): Promise<void> {
  await db.insertInto('chat_lines').values(line).execute()
}

/** What happened in a review's call, in order. */
export function readCallEvents(db: Db, reviewId: string) {
  return db
    .selectFrom('call_events')
    .innerJoin('people', 'people.id', 'call_events.person_id')
    .select(['kind', 'reason', 'at', 'people.id as person_id', 'people.name', 'people.role'])
    .where('review_id', '=', reviewId)
    .orderBy('at')
    .orderBy('call_events.id')
    .limit(listMax)
    .execute()
}

/** When people came and went in the calls of several reviews, in order. */
export function readAttendance(db: Db, reviewIds: string[]) {
  return db
    .selectFrom('call_events')
    .select(['review_id', 'kind', 'reason', 'at', 'person_id'])
    .where('review_id', 'in', reviewIds)
    .orderBy('at')
    .orderBy('id')
    .execute()
}

/** The chat of a review, in order. */
export function readChat(db: Db, reviewId: string) {
  return db
    .selectFrom('chat_lines')
    .innerJoin('people', 'people.id', 'chat_lines.person_id')
    .select(['text', 'at', 'people.id as person_id', 'people.name', 'people.role'])
    .where('review_id', '=', reviewId)
    .orderBy('at')
    .orderBy('chat_lines.id')
    .limit(listMax)
    .execute()
}

/** Keeps a draft in the place of the one before. */
export async function writeDraft(
  db: Db,
  draft: {
    review_id: string
    mark: string | null
    pending_task: string | null
    saved_at: number
  },
): Promise<void> {
  const { review_id: _, ...changed } = draft
  await db
    .insertInto('review_drafts')
    .values(draft)
    .onConflict((conflict) => conflict.column('review_id').doUpdateSet(changed))
    .execute()
}

/** The draft of a review. */
export function readDraft(db: Db, reviewId: string) {
  return db
    .selectFrom('review_drafts')
    .select(['mark', 'pending_task', 'saved_at'])
    .where('review_id', '=', reviewId)
    .executeTakeFirst()
}

/** Empties the parts of a draft that were submitted. */
export async function emptyDraft(
  db: Db,
  reviewId: string,
  parts: { mark?: null; pending_task?: null },
): Promise<void> {
  await db.updateTable('review_drafts').set(parts).where('review_id', '=', reviewId).execute()
}
