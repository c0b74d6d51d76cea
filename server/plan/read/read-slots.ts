import { setImmediate } from 'node:timers/promises'
import type { PageRequest } from '#contract/kit/endpoint.ts'
import { plannedSlotsPerDayMax } from '#contract/limits/plan.ts'
import { type Db, isPostgres } from '#server/database/connect.ts'
import type { Page } from '#server/database/list/paginate.ts'
import type { BookingRuleInputs } from '#server/slots/bookable/bookable.ts'
import { readBookableSlots, readFirstBookableSlots, type SlotRow, type Span } from '../queries.ts'

/** A query for the first slots of a domain in a time range, up to a maximum. */
export type SlotQuery = Span & { domainId: string; most: number }

/** Makes a query for each domain and range. */
export function toSlotQueries(
  domainIds: string[],
  spans: Span[],
  most = plannedSlotsPerDayMax,
): SlotQuery[] {
  return domainIds.flatMap((domainId) => spans.map((span) => ({ domainId, ...span, most })))
}

/** Runs the queries and returns the bookable slots, each once, by start. */
export async function readSlots(
  db: Db,
  bookable: BookingRuleInputs,
  { asked, known = [] }: { asked: SlotQuery[]; known?: SlotRow[] },
): Promise<SlotRow[]> {
  const found = new Map(known.map((slot) => [slot.id, slot]))
  const add = (rows: SlotRow[]) => {
    for (const row of rows) found.set(row.id, row)
  }
  if (isPostgres(db)) {
    add(await readFirstBookableSlots(db, { ...bookable, asked: JSON.stringify(asked) }))
  } else {
    for (const { most, ...span } of asked) {
      add(await readUpTo(db, most, (page) => readBookableSlots(db, { ...bookable, ...span }, page)))
    }
  }
  return [...found.values()].toSorted((a, b) => a.starts_at - b.starts_at || (a.id < b.id ? -1 : 1))
}

/** SQLite runs in this thread, so reading pauses after this many rows to let other calls run. */
const rowsAtOnce = 100

/** Reads a list up to a maximum of rows; with PostgreSQL in one statement. */
export async function readUpTo<Row>(
  db: Db,
  most: number,
  read: (asked: PageRequest) => Promise<Page<Row>>,
): Promise<Row[]> {
  const rows: Row[] = []
  const pageOf = isPostgres(db) ? most : rowsAtOnce
  let cursor: string | undefined
  do {
    const limit = Math.min(pageOf, most - rows.length)
    if (limit <= 0) break
    const page = await read({ limit, cursor })
    rows.push(...page.items)
    cursor = page.next
    await setImmediate()
  } while (cursor !== undefined)
  return rows
}
