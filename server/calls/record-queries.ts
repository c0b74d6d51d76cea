import { z } from 'zod'
import type { CallEventKind, LeaveReason } from '#contract/calls.ts'
import { listMax } from '#contract/limits.ts'
import { type Db, isPostgres } from '#server/database/open.ts'
import { type Gaps, prepared } from '#server/database/prepared.ts'
import type { Tables } from '#server/database/tables.ts'
import { type Attendance, nobodyYet } from './attendance.ts'

/** What one person has in one part of a record: from an instant on, and before another. */
export type OwnPart = { reviewId: string; personId: string; from: number; until: number }

/** How many entries a person has in a part of a record, and how many of them since an instant. */
export function countEntries(db: Db, asked: OwnPart & { recently: number }) {
  return entries.one(db, asked)
}

const entries = prepared(
  ['reviewId', 'personId', 'from', 'until', 'recently'],
  (db, own: Gaps<OwnPart & { recently: number }>) => {
    const { countAll } = db.fn
    return ofPart(db, 'call_events', own).select([
      countAll<number>().as('entries'),
      countAll<number>().filterWhere('at', '>', own.recently).as('recent'),
    ])
  },
)

/** How many lines of the chat a person has in a part of a record. */
export async function countLines(db: Db, asked: OwnPart): Promise<number> {
  return (await lines.one(db, asked)).lines
}

const lines = prepared(['reviewId', 'personId', 'from', 'until'], (db, own: Gaps<OwnPart>) =>
  ofPart(db, 'chat_lines', own).select(db.fn.countAll<number>().as('lines')),
)

function ofPart<T extends 'call_events' | 'chat_lines'>(db: Db, table: T, own: Gaps<OwnPart>) {
  return db
    .selectFrom<'call_events' | 'chat_lines'>(table)
    .where('review_id', '=', own.reviewId)
    .where('person_id', '=', own.personId)
    .where('at', '>=', own.from)
    .where('at', '<', own.until)
}

/** Notes what happened in a call. */
export async function insertCallEvent(db: Db, event: NewCallEvent): Promise<void> {
  await addCallEvent.all(db, event)
}

type NewCallEvent = Tables['call_events'] & { kind: CallEventKind; reason: LeaveReason | null }

const addCallEvent = prepared(
  ['id', 'review_id', 'person_id', 'kind', 'reason', 'at', 'times', 'first_at'],
  (db, event: Gaps<NewCallEvent>) => db.insertInto('call_events').values(event),
)

type Following = OwnPart & { kind: CallEventKind; reason: LeaveReason | null; at: number }

/** Lets a person's last entry in a part of a record stand for one more, which it then tells. */
export async function addToLastEntry(db: Db, event: Following): Promise<void> {
  await lastEntry.all(db, event)
}

const lastEntry = prepared(
  ['reviewId', 'personId', 'from', 'until', 'kind', 'reason', 'at'],
  (db, { kind, reason, at, ...own }: Gaps<Following>) =>
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
export async function insertChatLine(db: Db, line: Tables['chat_lines']): Promise<void> {
  await addChatLine.all(db, line)
}

const addChatLine = prepared(
  ['id', 'review_id', 'person_id', 'text', 'at'],
  (db, line: Gaps<Tables['chat_lines']>) => db.insertInto('chat_lines').values(line),
)

/** What happened in a review's call, in order; of more than can be shown the last. */
export async function readCallEvents(db: Db, reviewId: string) {
  return (await callEvents.all(db, { reviewId })).reverse()
}

const callEvents = prepared(['reviewId'], (db, { reviewId }: Gaps<{ reviewId: string }>) =>
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

/** The chat of a review, in order; of more than can be shown the last. */
export async function readChat(db: Db, reviewId: string) {
  return (await chat.all(db, { reviewId })).reverse()
}

const chat = prepared(['reviewId'], (db, { reviewId }: Gaps<{ reviewId: string }>) =>
  db
    .selectFrom('chat_lines')
    .innerJoin('people', 'people.id', 'chat_lines.person_id')
    .select(['text', 'at', 'people.id as person_id', 'people.name', 'people.role'])
    .where('review_id', '=', reviewId)
    .orderBy('at', 'desc')
    .orderBy('chat_lines.id', 'desc')
    .limit(listMax),
)

/**
 * The attendance of a review, which is begun if it has none; nobody else changes it before the
 * caller's transaction is over.
 */
export async function holdAttendance(
  db: Db,
  reviewId: string,
  heldAt: number,
): Promise<Attendance> {
  await beginAttendance.all(db, rowOf(reviewId, nobodyYet(heldAt)))
  return attendanceOf(await heldAttendance.one(db, { reviewId }))
}

const beginAttendance = prepared(
  ['review_id', 'here', 'last_at', 'held_at', 'together_ms', 'early_ms'],
  (db, row: Gaps<Tables['call_presence']>) =>
    db
      .insertInto('call_presence')
      .values(row)
      .onConflict((conflict) => conflict.column('review_id').doNothing()),
)

const heldAttendance = prepared(['reviewId'], (db, { reviewId }: Gaps<{ reviewId: string }>) => {
  const row = db.selectFrom('call_presence').selectAll().where('review_id', '=', reviewId)
  // In SQLite whoever writes is alone from the beginning of the transaction.
  return isPostgres(db) ? row.forUpdate() : row
})

/** Writes the attendance of a review that has one. */
export async function writeAttendance(db: Db, reviewId: string, is: Attendance): Promise<void> {
  await changeAttendance.all(db, rowOf(reviewId, is))
}

const changeAttendance = prepared(
  ['review_id', 'here', 'last_at', 'held_at', 'together_ms', 'early_ms'],
  (db, { review_id, ...is }: Gaps<Tables['call_presence']>) =>
    db.updateTable('call_presence').set(is).where('review_id', '=', review_id),
)

/** The attendance of those reviews that have one, with the beginning of their present slots. */
export async function readAttendance(db: Db, reviewIds: string[]) {
  const rows = await db
    .selectFrom('call_presence')
    .innerJoin('reviews', 'reviews.id', 'review_id')
    .selectAll('call_presence')
    .select('reviews.held_at as slot_at')
    .where('review_id', 'in', reviewIds)
    .execute()
  return rows.map((row) => ({
    ...attendanceOf(row),
    ...{ reviewId: row.review_id, slotAt: row.slot_at },
  }))
}

/** A row of the table for an attendance. */
export function rowOf(review_id: string, is: Attendance): Tables['call_presence'] {
  return {
    ...{ review_id, here: JSON.stringify(is.here), last_at: is.lastAt, held_at: is.heldAt },
    ...{ together_ms: is.togetherMs, early_ms: is.earlyMs },
  }
}

const Here = z.array(z.string())

function attendanceOf(row: Tables['call_presence']): Attendance {
  return {
    ...{ here: Here.parse(JSON.parse(row.here)), lastAt: row.last_at, heldAt: row.held_at },
    ...{ togetherMs: row.together_ms, earlyMs: row.early_ms },
  }
}
