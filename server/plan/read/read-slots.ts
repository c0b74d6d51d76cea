import { setImmediate } from 'node:timers/promises'
import type { PageAsked } from '#contract/kit/endpoint.ts'
import { plannedSlotsMax } from '#contract/limits/plan.ts'
import type { Page } from '#server/database/list/paginate.ts'
import { type Db, isPostgres } from '#server/database/open.ts'
import type { Bookable } from '#server/slots/bookable/bookable.ts'
import { readBookable, readFirstBookable, type SlotRow, type Span } from '../queries.ts'

/** Which slots are asked for: those of a domain in a span of time, the first ones, so many at most. */
export type SlotQuery = Span & { domainId: string; most: number }

/** The slots of these spans, the first ones of each, in each of the domains. */
export function toSlotQueries(
  domainIds: string[],
  spans: Span[],
  most = plannedSlotsMax,
): SlotQuery[] {
  return domainIds.flatMap((domainId) => spans.map((span) => ({ domainId, ...span, most })))
}

/** The slots that are asked for and can be booked, each once, in the order in which they begin. */
export async function readSlots(
  db: Db,
  bookable: Bookable,
  { asked, known = [] }: { asked: SlotQuery[]; known?: SlotRow[] },
): Promise<SlotRow[]> {
  const found = new Map(known.map((slot) => [slot.id, slot]))
  const add = (rows: SlotRow[]) => {
    for (const row of rows) found.set(row.id, row)
  }
  if (isPostgres(db)) {
    add(await readFirstBookable(db, { ...bookable, asked: JSON.stringify(asked) }))
  } else {
    for (const { most, ...span } of asked) {
      add(await readUpTo(db, most, (page) => readBookable(db, { ...bookable, ...span }, page)))
    }
  }
  return [...found.values()].toSorted((a, b) => a.starts_at - b.starts_at || (a.id < b.id ? -1 : 1))
}

/** SQLite answers in this thread: other calls have their turn between two pages of so many rows. */
const rowsAtOnce = 100

/** Reads a list up to so many rows: of PostgreSQL in one statement. */
export async function readUpTo<Row>(
  db: Db,
  most: number,
  read: (asked: PageAsked) => Promise<Page<Row>>,
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
