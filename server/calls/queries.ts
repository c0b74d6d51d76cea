import type { CallEventKind, LeaveReason } from '#contract/calls.ts'
import { listMax } from '#contract/limits.ts'
import type { Db } from '#server/kit/database.ts'
import { type Gaps, prepared } from '#server/kit/prepared.ts'
import type { Tables } from '#server/kit/tables.ts'

/** Whom a review's call is for, and whether it can be held. */
export function readCall(db: Db, reviewId: string) {
  return call.first(db, { reviewId })
}

const call = prepared(['reviewId'], (db, { reviewId }: Gaps<{ reviewId: string }>) =>
  db
    .selectFrom('reviews')
    .select(['student_id', 'advisor_id', 'status', 'closed_at'])
    .select(['reviewer_id', 'held_at as starts_at'])
    .where('id', '=', reviewId),
)

/** Takes a person's seat in a room and returns how often they have taken it. */
export async function takeSeat(db: Db, reviewId: string, personId: string): Promise<number> {
  return (await seat.one(db, { reviewId, personId })).turn
}

const seat = prepared(
  ['reviewId', 'personId'],
  (db, { reviewId, personId }: Gaps<{ reviewId: string; personId: string }>) =>
    db
      .insertInto('call_seats')
      .values({ review_id: reviewId, person_id: personId, turn: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['review_id', 'person_id'])
          .doUpdateSet((update) => ({ turn: update('call_seats.turn', '+', 1) })),
      )
      .returning('turn'),
)

/** Whether there are as many rows of a review as are ever shown. */
export async function isFull(
  db: Db,
  table: keyof typeof countIn,
  reviewId: string,
): Promise<boolean> {
  const { rows } = await countIn[table].one(db, { reviewId })
  return rows >= listMax
}

const countRowsOf = (table: 'call_events' | 'chat_lines') =>
  prepared(['reviewId'], (db, { reviewId }: Gaps<{ reviewId: string }>) =>
    db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .where('review_id', '=', reviewId),
  )

const countIn = {
  call_events: countRowsOf('call_events'),
  chat_lines: countRowsOf('chat_lines'),
}

/** Notes what happened in a call. */
export async function insertCallEvent(db: Db, event: NewCallEvent): Promise<void> {
  await addCallEvent.all(db, event)
}

type NewCallEvent = {
  id: string
  review_id: string
  person_id: string
  kind: CallEventKind
  reason: LeaveReason | null
  at: number
}

const addCallEvent = prepared(
  ['id', 'review_id', 'person_id', 'kind', 'reason', 'at'],
  (db, event: Gaps<NewCallEvent>) => db.insertInto('call_events').values(event),
)

/** Keeps a line of the chat. */
export async function insertChatLine(db: Db, line: Tables['chat_lines']): Promise<void> {
  await addChatLine.all(db, line)
}

const addChatLine = prepared(
  ['id', 'review_id', 'person_id', 'text', 'at'],
  (db, line: Gaps<Tables['chat_lines']>) => db.insertInto('chat_lines').values(line),
)

/** What happened in a review's call, in order. */
export function readCallEvents(db: Db, reviewId: string) {
  return callEvents.all(db, { reviewId })
}

const callEvents = prepared(['reviewId'], (db, { reviewId }: Gaps<{ reviewId: string }>) =>
  db
    .selectFrom('call_events')
    .innerJoin('people', 'people.id', 'call_events.person_id')
    .select(['kind', 'reason', 'at', 'people.id as person_id', 'people.name', 'people.role'])
    .where('review_id', '=', reviewId)
    .orderBy('at')
    .orderBy('call_events.id')
    .limit(listMax),
)

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
  return chat.all(db, { reviewId })
}

const chat = prepared(['reviewId'], (db, { reviewId }: Gaps<{ reviewId: string }>) =>
  db
    .selectFrom('chat_lines')
    .innerJoin('people', 'people.id', 'chat_lines.person_id')
    .select(['text', 'at', 'people.id as person_id', 'people.name', 'people.role'])
    .where('review_id', '=', reviewId)
    .orderBy('at')
    .orderBy('chat_lines.id')
    .limit(listMax),
)

/** Keeps a draft in the place of the one before. */
export async function writeDraft(db: Db, draft: Tables['review_drafts']): Promise<void> {
  await keepDraft.all(db, draft)
}

const keepDraft = prepared(
  ['review_id', 'mark', 'pending_task', 'saved_at'],
  (db, { review_id, ...typed }: Gaps<Tables['review_drafts']>) =>
    db
      .insertInto('review_drafts')
      .values({ review_id, ...typed })
      .onConflict((conflict) => conflict.column('review_id').doUpdateSet(typed)),
)

/** The draft of a review. */
export function readDraft(db: Db, reviewId: string) {
  return draft.first(db, { reviewId })
}

const draft = prepared(['reviewId'], (db, { reviewId }: Gaps<{ reviewId: string }>) =>
  db
    .selectFrom('review_drafts')
    .select(['mark', 'pending_task', 'saved_at'])
    .where('review_id', '=', reviewId),
)

/** Empties the parts of a draft that were submitted. */
export async function emptyDraft(
  db: Db,
  reviewId: string,
  submitted: { mark: boolean; pendingTask: boolean },
): Promise<void> {
  if (submitted.mark) await emptyPart.mark.all(db, { reviewId })
  if (submitted.pendingTask) await emptyPart.pendingTask.all(db, { reviewId })
}

const emptyPartOf = (part: 'mark' | 'pending_task') =>
  prepared(['reviewId'], (db, { reviewId }: Gaps<{ reviewId: string }>) =>
    db
      .updateTable('review_drafts')
      .set({ [part]: null })
      .where('review_id', '=', reviewId),
  )

const emptyPart = { mark: emptyPartOf('mark'), pendingTask: emptyPartOf('pending_task') }
