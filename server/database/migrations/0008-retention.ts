import { type Kysely, sql } from 'kysely'
import { dayMs, minuteMs } from '#contract/kit/time/durations.ts'
import { allowDeletingOldAudit } from './ddl/retention.ts'

/**
 * What grows with time gets an end: the trail may be emptied of old days, and the attendance of a
 * review is a sum of its own, which stays when the record of its call goes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('retention')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('deleted_until', 'bigint', (column) => column.notNull())
    .execute()
  await allowDeletingOldAudit(db)
  for (const [table, column] of [
    ['call_events', 'at'],
    ['chat_lines', 'at'],
    ['review_drafts', 'saved_at'],
    ['sessions', 'created_at'],
  ] as const) {
    await db.schema.createIndex(`${table}_${column}_index`).on(table).column(column).execute()
  }
  await sumUpEvents(db)
  await sumUpAttendance(db)
  await announce(db)
}

/** An entry of a call's record can stand for several, of which the first was at `first_at`. */
async function sumUpEvents(db: Kysely<unknown>): Promise<void> {
  const events = db.schema.alterTable('call_events')
  await events.addColumn('times', 'integer', (column) => column.notNull().defaultTo(1)).execute()
  await events.addColumn('first_at', 'bigint').execute()
}

type Noted = Record<'review_id' | 'person_id' | 'kind', string> & {
  reason: string | null
  at: number
}
type Event = Noted & { held_at: number | null }
type Before = {
  call_events: Noted & { id: string }
  reviews: { id: string; held_at: number | null }
  call_presence: Record<'review_id' | 'here', string> &
    Record<'last_at' | 'held_at' | 'together_ms' | 'early_ms', number>
}

/** So many reviews' events are read at a time. */
const chunk = 200

async function sumUpAttendance(of: Kysely<unknown>): Promise<void> {
  await of.schema
    .createTable('call_presence')
    .addColumn('review_id', 'text', (column) => column.primaryKey().references('reviews.id'))
    .addColumn('here', 'text', (column) => column.notNull())
    .addColumn('last_at', 'bigint', (column) => column.notNull())
    .addColumn('held_at', 'bigint', (column) => column.notNull())
    .addColumn('together_ms', 'bigint', (column) => column.notNull())
    .addColumn('early_ms', 'bigint', (column) => column.notNull())
    .execute()
  const db: Kysely<Before> = of.withTables()
  let after = ''
  for (;;) {
    const reviews = await db
      .selectFrom('call_events')
      .select('review_id')
      .distinct()
      .where('review_id', '>', after)
      .orderBy('review_id')
      .limit(chunk)
      .execute()
    const ids = reviews.map(({ review_id }) => review_id)
    const last = ids.at(-1)
    if (last === undefined) return
    await sumUpThose(db, ids)
    after = last
  }
}

async function sumUpThose(db: Kysely<Before>, ids: string[]): Promise<void> {
  const events = await db
    .selectFrom('call_events')
    .innerJoin('reviews', 'reviews.id', 'review_id')
    .select(['review_id', 'kind', 'reason', 'person_id', 'at', 'held_at'])
    .where('review_id', 'in', ids)
    .orderBy('at')
    .orderBy('call_events.id')
    .execute()
  const sums = [...Map.groupBy(events, (event) => event.review_id)].map(([review_id, own]) => ({
    review_id,
    ...sumOf(own),
  }))
  await db.insertInto('call_presence').values(sums).execute()
}

/** Of a review that has lost its slot, all is early. */
function sumOf(events: Event[]) {
  const held_at = events[0]?.held_at ?? Number.MAX_SAFE_INTEGER
  const slotBegins = held_at - 30 * minuteMs
  const here = new Set<string>()
  const sum = { last_at: 0, together_ms: 0, early_ms: 0 }
  for (const { kind, reason, person_id, at } of events) {
    if (here.size > 1) {
      const early = Math.max(0, Math.min(at, slotBegins) - sum.last_at)
      sum.early_ms += early
      sum.together_ms += at - sum.last_at - early
    }
    if (kind === 'joined') here.add(person_id)
    if (kind === 'left' && reason !== 'replaced') here.delete(person_id)
    sum.last_at = at
  }
  return { here: JSON.stringify([...here]), held_at, ...sum }
}

/** A school with people in it was there before: what it holds goes only when all could know. */
async function announce(db: Kysely<unknown>): Promise<void> {
  const from = Date.now() + 30 * dayMs
  await sql`insert into facts (name, value) select 'deletes from', ${String(from)}
    where exists (select 1 from people)`.execute(db)
}
