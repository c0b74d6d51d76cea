import type { CallEventKind, LeaveReason } from '#contract/calls/record.ts'
import { listMax } from '#contract/limits.ts'
import { type Db, isPostgres } from '#server/database/open.ts'
import { all, first, one, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'

type InReview = { reviewId: string }

/** Whom a review's call is for, and whether it can be held. */
export const readCall = first((db, { reviewId }: Values<InReview>) =>
  db
    .selectFrom('reviews')
    .select(['student_id', 'advisor_id', 'status', 'closed_at'])
    .select(['reviewer_id', 'held_at as starts_at'])
    .where('id', '=', reviewId),
)

/** What somebody in a room is called. */
export const readName = one((db, { personId }: Values<{ personId: string }>) =>
  db.selectFrom('people').select('name').where('id', '=', personId),
)

/** Counts that a person takes their seat in a room, and returns how often they have taken it. */
export const incrementTurn = one(
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

/** Keeps a draft in the place of the one before. */
export const upsertDraft = run((db, { review_id, ...typed }: Values<Tables['review_drafts']>) =>
  db
    .insertInto('review_drafts')
    .values({ review_id, ...typed })
    .onConflict((conflict) => conflict.column('review_id').doUpdateSet(typed)),
)

/** The draft of a review. */
export const readDraft = first((db, { reviewId }: Values<InReview>) =>
  db
    .selectFrom('review_drafts')
    .select(['mark', 'pending_task', 'saved_at'])
    .where('review_id', '=', reviewId),
)

/** Empties the mark of a draft, as it was submitted. */
export const clearDraftMark = run((db, { reviewId }: Values<InReview>) =>
  db.updateTable('review_drafts').set({ mark: null }).where('review_id', '=', reviewId),
)

/** Empties the pending task of a draft, as it was submitted. */
export const clearDraftPendingTask = run((db, { reviewId }: Values<InReview>) =>
  db.updateTable('review_drafts').set({ pending_task: null }).where('review_id', '=', reviewId),
)

/** What one person has in one part of a record: from an instant on, and before another. */
type OwnPart = InReview & { personId: string; from: number; until: number }
type LoggedEvent = { kind: CallEventKind; reason: LeaveReason | null; at: number }

/** How many entries a person has in a part of a record, and how many of them since an instant. */
export const countEntries = one((db, own: Values<OwnPart & { recently: number }>) => {
  const { countAll } = db.fn
  return ofPart(db, 'call_events', own).select([
    countAll<number>().as('entries'),
    countAll<number>().filterWhere('at', '>', own.recently).as('recent'),
  ])
})

/** How many lines of the chat a person has in a part of a record. */
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

/** Notes what happened in a call. */
export const insertCallEvent = run((db, event: Values<Tables['call_events'] & LoggedEvent>) =>
  db.insertInto('call_events').values(event),
)

/** Lets a person's last entry in a part of a record stand for one more, which it then tells. */
export const mergeIntoLastEntry = run(
  (db, { kind, reason, at, ...own }: Values<OwnPart & LoggedEvent>) =>
    db
      .updateTable('call_events')
      .set((row) => ({
        ...{ kind, reason, at },
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

/** Keeps a line of the chat. */
export const insertChatLine = run((db, line: Values<Tables['chat_lines']>) =>
  db.insertInto('chat_lines').values(line),
)

/** What happened in a review's call, the last first; no more than can be shown. */
export const readCallEvents = all((db, { reviewId }: Values<InReview>) =>
  db
    .selectFrom('call_events')
    .innerJoin('people', 'people.id', 'call_events.person_id')
    .select(['kind', 'reason', 'at', 'times', 'first_at'])
    .select(['people.id as person_id', 'people.name', 'people.role'])
    .where('review_id', '=', reviewId)
    .orderBy('at', 'desc')
    .orderBy('call_events.id', 'desc')
    .limit(listMax),
)

/** The chat of a review, the last line first; no more than can be shown. */
export const readChat = all((db, { reviewId }: Values<InReview>) =>
  db
    .selectFrom('chat_lines')
    .innerJoin('people', 'people.id', 'chat_lines.person_id')
    .select(['text', 'at', 'people.id as person_id', 'people.name', 'people.role'])
    .where('review_id', '=', reviewId)
    .orderBy('at', 'desc')
    .orderBy('chat_lines.id', 'desc')
    .limit(listMax),
)

/** Begins the attendance of a review, if it has none. */
export const insertAttendance = run((db, row: Values<Tables['call_presence']>) =>
  db
    .insertInto('call_presence')
    .values(row)
    .onConflict((conflict) => conflict.column('review_id').doNothing()),
)

/** Who is in the room of a review, and when somebody came or went last. */
export const readPresence = first((db, { reviewId }: Values<InReview>) =>
  db.selectFrom('call_presence').select(['here', 'last_at']).where('review_id', '=', reviewId),
)

/** The attendance of a review that has one, which nobody else changes before the transaction is over. */
export const lockAttendance = one((db, { reviewId }: Values<InReview>) => {
  const row = db.selectFrom('call_presence').selectAll().where('review_id', '=', reviewId)
  // In SQLite whoever writes is alone from the beginning of the transaction.
  return isPostgres(db) ? row.forUpdate() : row
})

/** Writes the attendance of a review that has one. */
export const updateAttendance = run((db, { review_id, ...is }: Values<Tables['call_presence']>) =>
  db.updateTable('call_presence').set(is).where('review_id', '=', review_id),
)

/** For how long both were in the rooms of those reviews that have an attendance, with their present slots. */
export function readAttendance(db: Db, reviewIds: string[]) {
  return db
    .selectFrom('call_presence')
    .innerJoin('reviews', 'reviews.id', 'review_id')
    .select(['review_id', 'call_presence.held_at', 'together_ms', 'early_ms'])
    .select('reviews.held_at as slot_at')
    .where('review_id', 'in', reviewIds)
    .execute()
}
