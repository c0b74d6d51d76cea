import { type Compilable, type SelectQueryBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { PageAsked } from '#contract/kit/endpoint.ts'
import { isStorable } from '#contract/kit/text.ts'
import type { Db } from './open.ts'
import { type Gaps, prepared, type Value, type View, viewOf } from './prepared.ts'
import type { Frequency } from './search.ts'

/** A part of a list, and the cursor that asks for the part after it. */
export type Page<T> = { items: T[]; next: string | undefined }

/** What a list is ordered by; the last column is unique, so that every row has its place. */
export type Order = { columns: readonly string[]; direction: 'asc' | 'desc' }

type Key = (string | number)[]

/** The order of a list, and a row's values of its columns. */
export type Listing<Row> = { order: Order; keyOf: (row: Row) => Key }

/** Puts the rows of a list in order, and leaves the page that is asked for. */
type Part = <DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
) => SelectQueryBuilder<DB, TB, Row>

/** What a page is asked with besides the list's own values; no list is in order of more than two. */
type Place = { limit: number; key_0: Value; key_1: Value }

/**
 * Pages by keyset, as `readPage` reads them, of a list whose query is always the same but for the
 * values with these `names`: it is compiled once for the first page, and once for all others.
 * `build` gives the query, with the list's rows taken through `part`.
 */
export function preparedPages<Values extends Record<string, Value>, Row>(
  names: readonly (keyof Values & string)[],
  { order, keyOf }: Listing<Row>,
  build: (db: Db, gaps: Gaps<Values>, part: Part) => Compilable<Row>,
): (db: Db, values: Values, asked: PageAsked) => Promise<Page<Row>> {
  const all = [...names, 'limit', 'key_0', 'key_1'] as const
  const pageFrom = (isAfter: boolean) =>
    prepared<Values & Place, Row>(all, (db, gaps) => {
      const { limit, key_0, key_1 }: Gaps<Place> = gaps
      const after = isAfter ? [key_0, key_1].slice(0, order.columns.length) : undefined
      return build(db, gaps, (query) => inOrder(query, order, after).limit(limit))
    })
  const [first, following] = [pageFrom(false), pageFrom(true)]
  return async (db, values, asked) => {
    const after = keyAsked(order, asked)
    const [key_0 = null, key_1 = null] = after ?? []
    const place = { ...values, limit: asked.limit + 1, key_0, key_1 }
    const rows = await (after ? following : first).all(db, place)
    return pageOf(rows, asked, keyOf)
  }
}

/** What is shown of the rows of a page, in the list's order. */
export function shownInOrder<DB, TB extends keyof DB, Row, Shown>(
  db: Db,
  view: View<SelectQueryBuilder<DB, TB, Row>, Shown>,
  rows: SelectQueryBuilder<DB, TB, Row>,
  order: Order,
): Compilable<Shown> {
  return {
    compile() {
      const shown = view(db, rows).compile()
      // Of a query within another one SQLite would not take an order.
      return { ...shown, sql: shown.sql + sql` order by ${columnsOf(order)}`.compile(db).sql }
    },
  }
}

/**
 * Reads one page by keyset: it starts after the row that the cursor names, so that the last page
 * costs what the first does and rows that come or go meanwhile neither repeat nor hide others.
 * `keyOf` gives a row's values of the ordering columns. A cursor that is not ours is a 400.
 */
export async function readPage<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  order: Order,
  asked: PageAsked,
  keyOf: (row: Row) => Key,
): Promise<Page<Row>> {
  const rows = inOrder(query, order, keyAsked(order, asked)).limit(asked.limit + 1)
  return pageOf(await rows.execute(), asked, keyOf)
}

/**
 * The same of a list that shows more than its own rows hold: what belongs to them is joined to the
 * page's rows alone. `view` makes of a query for rows the query for all that is shown.
 */
export async function readPageThrough<DB, TB extends keyof DB, Row, Shown>(
  db: Db,
  view: View<SelectQueryBuilder<DB, TB, Row>, Shown>,
  query: SelectQueryBuilder<DB, TB, Row>,
  order: Order,
  asked: PageAsked,
  keyOf: (row: Shown) => Key,
): Promise<Page<Shown>> {
  const page = inOrder(query, order, keyAsked(order, asked)).limit(asked.limit + 1)
  const shown = viewOf(db, view, page)
  const { rows } = await sql<Shown>`${shown} order by ${columnsOf(order)}`.execute(db)
  return pageOf(rows, asked, keyOf)
}

function columnsOf({ columns, direction }: Order) {
  return sql.join(columns.map((column) => sql`${sql.ref(column)} ${sql.raw(direction)}`))
}

function pageOf<Row>(rows: Row[], asked: PageAsked, keyOf: (row: Row) => Key): Page<Row> {
  const items = rows.slice(0, asked.limit)
  const last = items.at(-1)
  return { items, next: rows.length > items.length && last ? cursorAfter(keyOf(last)) : undefined }
}

/** A list in which something is looked for, in the ways that `readFoundPage` needs. */
export type Searched<DB, TB extends keyof DB, Row> = {
  /** The list before anything is looked for. */
  whole: SelectQueryBuilder<DB, TB, unknown>
  /** The list with what does not fit left out, read in its order. */
  looking: SelectQueryBuilder<DB, TB, Row>
  /** The same rows, found by an index of what is looked for. */
  found: SelectQueryBuilder<DB, TB, Row>
  /** How much that index finds, whatever else the list leaves out. */
  howMany: () => Promise<Frequency>
}

/** So many of a list's next rows are looked at in less time than all that most names contain is sorted. */
const lookedAt = 2_000

/**
 * Reads a page of a list in which something is looked for, with `read`. What is rare is found by an
 * index, and sorted; what is frequent fills the page from the list's next rows, or else is found
 * and sorted as well.
 */
export async function readFoundPage<DB, TB extends keyof DB, Row, Shown>(
  { whole, looking, found, howMany }: Searched<DB, TB, Row>,
  order: Order,
  asked: PageAsked,
  read: (query: SelectQueryBuilder<DB, TB, Row>) => Promise<Page<Shown>>,
): Promise<Page<Shown>> {
  const after = keyAsked(order, asked)
  const frequency = await howMany()
  if (frequency === 'none') return { items: [], next: undefined }
  if (frequency === 'few') return read(found)
  const end = await keyAfter(whole, order, after, lookedAt)
  if (!end) return read(looking)
  const page = await read(looking.where(lies(order, 'before', end)))
  return page.next === undefined ? read(found) : page
}

/** The key of the row that comes after so many others from a place on; undefined if there is none. */
async function keyAfter<DB, TB extends keyof DB>(
  list: SelectQueryBuilder<DB, TB, unknown>,
  order: Order,
  after: Key | undefined,
  rows: number,
): Promise<unknown[] | undefined> {
  const found = await inOrder(list, order, after)
    .clearSelect()
    .select(order.columns.map((column, place) => sql.ref(column).as(`key_${place}`)))
    .offset(rows)
    .limit(1)
    .executeTakeFirst()
  return found && Object.values(found)
}

function inOrder<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  order: Order,
  after: readonly unknown[] | undefined,
): SelectQueryBuilder<DB, TB, Row> {
  const begun = after === undefined ? query : query.where(lies(order, 'after', after))
  return begun.orderBy(columnsOf(order))
}

/** The key after which the page begins; undefined for the first. */
function keyAsked({ columns }: Order, { cursor }: PageAsked): Key | undefined {
  return cursor === undefined ? undefined : decode(cursor, columns.length)
}

/** Whether a row lies before or after a place in the order. */
function lies({ columns, direction }: Order, where: 'before' | 'after', key: readonly unknown[]) {
  const isGreater = (direction === 'asc') === (where === 'after')
  const row = sql.join(columns.map((column) => sql.ref(column)))
  return sql<boolean>`(${row}) ${isGreater ? sql`>` : sql`<`} (${sql.join(key)})`
}

/** The same page with each item changed. */
export function mapPage<A, B>(page: Page<A>, change: (item: A) => B): Page<B> {
  return { items: page.items.map(change), next: page.next }
}

/** The cursor that asks for what comes after the row with this key. */
export function cursorAfter(key: Key): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

/** Raised for a cursor that is none of ours: a 400. */
export class BadCursor extends Error {}

function decode(cursor: string, length: number): Key {
  let parsed: unknown
  try {
    parsed = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    throw new BadCursor()
  }
  const key = z
    .array(z.union([z.string().refine(isStorable), z.number()]))
    .length(length)
    .safeParse(parsed)
  if (!key.success) throw new BadCursor()
  return key.data
}
