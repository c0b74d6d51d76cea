import type { CallEventKind, LeaveReason } from '#contract/calls/call-record.ts'
import { listLimitMax } from '#contract/limits/limits.ts'
import type { Db } from '#server/database/connect.ts'
import { all, first, one, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'

type InReview = { reviewId: string }

/** The participants of a review's call, and what decides whether it can be held. */
export const readCall = first((db, { reviewId }: Values<InReview>) =>
  db
    .selectFrom('reviews')
    .select(['student_id', 'advisor_id', 'status', 'closed_at'])
    .select(['reviewer_id', 'held_at as starts_at'])
    .where('id', '=', reviewId),
)

export const readName = one((db, { personId }: Values<{ personId: string }>) =>
  db.selectFrom('people').select('name').where('id', '=', personId),
)

/** Counts a join of a person and returns the count, which is their turn. */
export const incrementJoinCount = one(
  (db, { reviewId, personId }: Values<InReview & { personId: string }>) =>
    db
      .insertInto('call_participants')
      .values({ review_id: reviewId, person_id: personId, turn: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['review_id', 'person_id'])
          .doUpdateSet((update) => ({ turn: update('call_participants.turn', '+', 1) })),
      )
      .returning('turn'),
)

/** Saves a draft, replacing the previous one, even another reviewer's. */
export const upsertDraft = run((db, { review_id, ...typed }: Values<Tables['review_drafts']>) =>
  db
    .insertInto('review_drafts')
    .values({ review_id, ...typed })
    .onConflict((conflict) => conflict.column('review_id').doUpdateSet(typed)),
)

/** The draft of a review, if it is this reviewer's. */
export const readDraft = first(
  (db, { reviewId, reviewerId }: Values<InReview & { reviewerId: string }>) =>
    db
      .selectFrom('review_drafts')
      .select(['mark', 'pending_task', 'saved_at'])
      .where('review_id', '=', reviewId)
      .where('reviewer_id', '=', reviewerId),
)

export const clearDraftMark = run((db, { reviewId }: Values<InReview>) =>
  db.updateTable('review_drafts').set({ mark: null }).where('review_id', '=', reviewId),
)

export const clearDraftPendingTask = run((db, { reviewId }: Values<InReview>) =>
  db.updateTable('review_drafts').set({ pending_task: null }).where('review_id', '=', reviewId),
)

/** A person's entries in one part of a record: from `from` up to `until`. */
type OwnPart = InReview & { personId: string; from: number; until: number }
type LoggedEvent = { kind: CallEventKind; reason: LeaveReason | null; at: number }

/** How many entries a person has in a part of a record, and how many of them since `recently`. */
export const countRecordEntries = one((db, own: Values<OwnPart & { recently: number }>) => {
  const { countAll } = db.fn
  return ofPart(db, 'call_events', own).select([
    countAll<number>().as('entries'),
    countAll<number>().filterWhere('at', '>', own.recently).as('recent'),
  ])
})

/** How many chat messages a person has in a part of a record. */
export const countChatLines = one((db, own: Values<OwnPart>) =>
  ofPart(db, 'chat_lines', own).select(db.fn.countAll<number>().as('lines')),
)

function ofPart<T extends 'call_events' | 'chat_lines'>(db: Db, table: T, own: Values<OwnPart>) {
  return db
    .selectFrom<'call_events' | 'chat_lines'>(table)
    .where('review_id', '=', own.reviewId)
    .where('person_id', '=', own.personId)
    .where('at', '>=', own.from)
    .where('at', '<', own.until)
}

export const insertCallEvent = run((db, event: Values<Tables['call_events'] & LoggedEvent>) =>
  db.insertInto('call_events').values(event),
)

/**
 * Merges an event into the person's last entry in a part of a record, which then shows the newer
 * event.
 */
export const mergeIntoLastEntry = run(
  (db, { kind, reason, at, ...own }: Values<OwnPart & LoggedEvent>) =>
    db
      .updateTable('call_events')
      .set((row) => ({
        kind,
        reason,
        at,
        times: row('times', '+', 1),
        first_at: row.fn.coalesce('first_at', 'at'),
      }))
      .where('id', '=', (of) =>
        of
          .selectFrom(ofPart(db, 'call_events', own).select(['id', 'at']).as('own'))
          .select('own.id')
          .orderBy('own.at', 'desc')
          .orderBy('own.id', 'desc')
          .limit(1),
      ),
)

/** Adds a message to the chat. */
export const insertChatLine = run((db, line: Values<Tables['chat_lines']>) =>
  db.insertInto('chat_lines').values(line),
)

/** The events of a review's call, latest first, at most as many as are shown. */
export const readCallEvents = all((db, { reviewId }: Values<InReview>) =>
  db
    .selectFrom('call_events')
    .innerJoin('people', 'people.id', 'call_events.person_id')
    .select(['kind', 'reason', 'at', 'times', 'first_at'])
    .select(['people.id as person_id', 'people.name', 'people.role'])
    .where('review_id', '=', reviewId)
    .orderBy('at', 'desc')
    .orderBy('call_events.id', 'desc')
    .limit(listLimitMax),
)

/** The chat of a review, latest first, at most as many messages as are shown. */
export const readChat = all((db, { reviewId }: Values<InReview>) =>
  db
    .selectFrom('chat_lines')
    .innerJoin('people', 'people.id', 'chat_lines.person_id')
    .select(['text', 'at', 'people.id as person_id', 'people.name', 'people.role'])
    .where('review_id', '=', reviewId)
    .orderBy('at', 'desc')
    .orderBy('chat_lines.id', 'desc')
    .limit(listLimitMax),
)

/** Inserts an empty attendance for a review, unless it has one. */
export const insertAttendanceIfMissing = run((db, row: Values<Tables['call_presence']>) =>
  db
    .insertInto('call_presence')
    .values(row)
    .onConflict((conflict) => conflict.column('review_id').doNothing()),
)

/** Who is in the room of a review, and when somebody last joined or left. */
export const readPresence = first((db, { reviewId }: Values<InReview>) =>
  db.selectFrom('call_presence').select(['here', 'last_at']).where('review_id', '=', reviewId),
)

/** Reads the attendance of a review, if it has one, and locks it until the transaction ends. */
export const lockAttendance = first((db, { reviewId }: Values<InReview>) =>
  db.selectFrom('call_presence').selectAll().where('review_id', '=', reviewId).forUpdate(),
)

export const updateAttendance = run((db, { review_id, ...is }: Values<Tables['call_presence']>) =>
  db.updateTable('call_presence').set(is).where('review_id', '=', review_id),
)

/** The attendance of those reviews that have one, with their current slots. */
export function readAttendance(db: Db, reviewIds: string[]) {
  return db
    .selectFrom('call_presence')
    .innerJoin('reviews', 'reviews.id', 'review_id')
    .select(['review_id', 'call_presence.held_at', 'together_ms', 'early_ms'])
    .select('reviews.held_at as slot_at')
    .where('review_id', 'in', reviewIds)
    .execute()
}
