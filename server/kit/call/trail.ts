import type { TrackedTable, TrailKind } from '#contract/kit/trail-kind.ts'
import { type Db, isPostgres } from '#server/database/open.ts'
import { type Gaps, prepared } from '#server/database/prepared.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Change, Context } from '../context.ts'
import { newId } from '../id.ts'

/** What whoever runs the server does by a command, as the trail notes it. */
export function commandOf(name: string): Change {
  const nowhere = { personId: null, address: '', requestId: '' }
  return { ...nowhere, call: `npm run ${name}`, notes: 0, endedSessions: new Set() }
}

type Row = Record<string, unknown>

/** What became of one row. */
export type Note = {
  kind: TrailKind
  id: string
  before?: Row | undefined
  after?: Row | undefined
}

/**
 * Adds a line to the trail, in the transaction of the change itself: neither stands without the
 * other. Of a row that changed only what differs is kept, and nothing secret; where nothing does,
 * there is no line. What no call asked for (a seed, the server's start) leaves none.
 */
export async function note(
  { db, clock, change }: Context,
  { kind, id, before, after }: Note,
): Promise<void> {
  if (!change) return
  change.notes += 1
  const { personId, call, address, requestId } = change
  const [old, now] = before && after ? differing(kind, before, after) : [before, after]
  if (old && now && Object.keys(now).length === 0) return
  await addLine.all(db, {
    ...{ id: newId(), at: clock(), person_id: personId, call, address },
    ...{ request_id: requestId, kind, subject_id: id },
    before: old ? JSON.stringify(shown(kind, old)) : null,
    after: now ? JSON.stringify(shown(kind, now)) : null,
  })
}

const addLine = prepared(
  [
    ...(['id', 'at', 'person_id', 'call', 'address'] as const),
    ...(['request_id', 'kind', 'subject_id', 'before', 'after'] as const),
  ],
  (db, line: Gaps<Tables['trail']>) => db.insertInto('trail').values(line),
)

/** Says that a call leaves no line, as it found nothing to change or keeps only what is typed. */
export function noteNothing({ change }: Context): void {
  if (change) change.notes += 1
}

/** Names the one who makes this call, where a link or a password says so and no session. */
export function actAs({ change }: Context, personId: string): void {
  if (change) change.personId = personId
}

/** Does `work` and notes what became of the row by it. Call it within a transaction. */
export async function tracked<T>(
  context: Context,
  subject: { kind: TrackedTable; id: string },
  work: () => Promise<T>,
): Promise<T> {
  if (!context.change) return work()
  const { kind, id } = subject
  const before = await holdRow(context.db, kind, id)
  const result = await work()
  await note(context, { ...subject, before, after: await holdRow(context.db, kind, id) })
  return result
}

/**
 * A row by its id with all its columns, which nobody else changes before the caller's transaction
 * is over; undefined if there is none.
 */
async function holdRow(db: Db, table: TrackedTable, id: string): Promise<Row | undefined> {
  const hold = holdings.get(table) ?? holdingOf(table)
  return hold.first(db, { id })
}

const holdings = new Map<TrackedTable, ReturnType<typeof holdingOf>>()

function holdingOf(table: TrackedTable) {
  const hold = prepared(['id'], (db, { id }: Gaps<{ id: string }>) => {
    const row = db.selectFrom(table).selectAll().where('id', '=', id)
    // In SQLite whoever writes is alone from the beginning of the transaction.
    return isPostgres(db) ? row.forNoKeyUpdate() : row
  })
  holdings.set(table, hold)
  return hold
}

function differing(kind: TrailKind, before: Row, after: Row): [Row, Row] {
  const columns = Object.keys(after)
    .filter((column) => !derived[kind]?.includes(column))
    .filter((column) => before[column] !== after[column])
  const pick = (row: Row) => Object.fromEntries(columns.map((column) => [column, row[column]]))
  return [pick(before), pick(after)]
}

/** Hashes and keys stay out of the trail, and so does what is made from other columns. */
const secret = /hash|secret/
const derived: { [Kind in TrailKind]?: string[] } = {
  people: ['search_key'],
  domains: ['name_key'],
  reviews: ['reviewer_id', 'held_at', 'freed_slot_id'],
}

function shown(kind: TrailKind, row: Row): Row {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([column]) => !derived[kind]?.includes(column))
      .map(([column, value]) => [column, secret.test(column) && value !== null ? '…' : value]),
  )
}
