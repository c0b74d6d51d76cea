import {
  type Compilable,
  type CompiledQuery,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
} from 'kysely'
import { z } from 'zod'
import type { PageAsked } from '#contract/kit/endpoint.ts'
import { isStorable } from '#contract/kit/text/text.ts'
import { type Db, getDatabaseKind } from '../open.ts'
import { bindParameters, compile, type Value, type Values } from '../query.ts'

/** A part of a list, and the cursor that asks for the part after it. */
export type Page<T> = { items: T[]; next: string | undefined }

/** A column, or what is made of some: never null, which has no place in an order. */
export type OrderColumn = string | RawBuilder<string | number>

/** What a list is ordered by; the last column is unique, so that every row has its place. */
type Order = { columns: readonly OrderColumn[]; direction: 'asc' | 'desc' }

const Key = z.array(z.union([z.string().refine(isStorable), z.number()]))
type Key = z.infer<typeof Key>

/** The order of a list, and a row's values of its columns. */
export type PageOrder<Row> =
  | { order: Order; keyOf: (row: Row) => Key; name?: undefined }
  | NamedPageOrder

/**
 * One of several orders that a list can have: its rows bring the values of its columns along, and
 * its cursors are good for it alone.
 */
export type NamedPageOrder = { order: Order; name: string; keyOf?: undefined }

/** What a list is asked with: a name that is not there, or undefined, has no placeholder. */
export type ListParameters = Record<string, Value | undefined>
type Nothing = Record<never, never>
type Build<G, Query> = (db: Db, values: Values<G>) => Query
export type ReadPage<G, Row> = (db: Db, given: G, asked: PageAsked) => Promise<Page<Row>>

/**
 * A list that is read page by page, by keyset: a page begins after the row that the cursor names,
 * so that the last one costs what the first does, and rows that come or go meanwhile neither repeat
 * nor hide others. A cursor that is not ours is a 400. The query is compiled once for each set of
 * names that are given: it may depend on which values there are, and not on what they are.
 */
export function paginate<DB, TB extends keyof DB, Row, G extends ListParameters = Nothing>(
  listing: PageOrder<Row>,
  build: Build<G, SelectQueryBuilder<DB, TB, Row>>,
): ReadPage<G, Row> {
  return makeReadPage(listing, (db, values: Values<G>, part) =>
    selectKey(part(build(db, values)), listing),
  )
}

/**
 * The same of a list that shows more than its own rows hold: the page's rows are taken first, and
 * what belongs to them is joined to those alone. `show` makes of the query for the rows the one
 * for all that is shown, in which they go by the same names.
 */
export function paginateWithDeferredJoin<
  DB,
  TB extends keyof DB,
  Row,
  ShownDB,
  ShownTB extends keyof ShownDB,
  Shown,
  G extends ListParameters = Nothing,
>(
  listing: PageOrder<Shown>,
  build: Build<G, SelectQueryBuilder<DB, TB, Row>>,
  show: (
    db: Db,
    rows: SelectQueryBuilder<DB, TB, Row>,
    values: Values<G>,
  ) => SelectQueryBuilder<ShownDB, ShownTB, Shown>,
): ReadPage<G, Shown> {
  return makeReadPage(listing, (db, values: Values<G>, part) =>
    selectKey(show(db, part(build(db, values)), values), listing).orderBy(toOrderBy(listing.order)),
  )
}

/** What a page is asked with besides the list's own values; no list is in order of more than three. */
type PageParameters = {
  limit: number
  after_0?: string | number | undefined
  after_1?: string | number | undefined
  after_2?: string | number | undefined
}

/** Puts the rows of a list in order, and leaves the page that is asked for. */
type PageOfQuery = <DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
) => SelectQueryBuilder<DB, TB, Row>

function makeReadPage<G extends ListParameters, Row>(
  listing: PageOrder<Row>,
  build: (db: Db, values: Values<G>, part: PageOfQuery) => Compilable<Row>,
): ReadPage<G, Row> {
  const { order } = listing
  const compiled = new Map<string, CompiledQuery<Row>>()
  return async (db, given, asked) => {
    const values = dropUndefined({ ...given, ...toPageParameters(listing, asked) })
    const kind = [getDatabaseKind(db), ...Object.keys(values).toSorted()].join(' ')
    const query =
      compiled.get(kind) ??
      compile<G & PageParameters, Row>(db, values, (_, all) =>
        build(db, all, (rows) => orderAndSeek(rows, order, all).limit(all.limit)),
      )
    compiled.set(kind, query)
    const { rows } = await db.executeQuery(bindParameters(query, values))
    return toPage(rows, asked, listing)
  }
}

function dropUndefined(given: ListParameters): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

function orderAndSeek<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  order: Order,
  { after_0, after_1, after_2 }: Values<PageParameters>,
): SelectQueryBuilder<DB, TB, Row> {
  const ordered = query.orderBy(toOrderBy(order))
  if (!after_0) return ordered
  const row = sql.join(order.columns.map(toExpression))
  const after = sql.join([after_0, after_1, after_2].slice(0, order.columns.length))
  const isGreater = order.direction === 'asc' ? sql`>` : sql`<`
  return ordered.where(sql<boolean>`(${row}) ${isGreater} (${after})`)
}

function toOrderBy({ columns, direction }: Order) {
  return sql.join(columns.map((column) => sql`${toExpression(column)} ${sql.raw(direction)}`))
}

function toExpression(column: OrderColumn) {
  return typeof column === 'string' ? sql.ref<string | number>(column) : column
}

/** The rows of a named order with their values of its columns. */
function selectKey<DB, TB extends keyof DB, Row, R>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { name, order }: PageOrder<R>,
): SelectQueryBuilder<DB, TB, Row> {
  if (name === undefined) return query
  return query.select(
    order.columns.map((column, place) => toExpression(column).as(keyColumn(place))),
  )
}

const keyColumn = (place: number) => `key_${place}`

function toPageParameters<Row>(
  { order, name }: PageOrder<Row>,
  { cursor, limit }: PageAsked,
): PageParameters {
  const key = cursor === undefined ? [] : decode(cursor, order.columns.length, name)
  const [after_0, after_1, after_2] = key
  return { limit: limit + 1, after_0, after_1, after_2 }
}

function toPage<Row>(rows: Row[], asked: PageAsked, listing: PageOrder<Row>): Page<Row> {
  const items = rows.slice(0, asked.limit)
  const last = items.at(-1)
  return { items, next: rows.length > items.length && last ? toCursor(listing, last) : undefined }
}

function toCursor<Row>({ name, keyOf, order }: PageOrder<Row>, row: Row): string {
  if (name === undefined) return makeCursor(keyOf(row))
  const values = new Map<string, unknown>(Object.entries(row ?? {}))
  const key = Key.parse(order.columns.map((_, place) => values.get(keyColumn(place))))
  return encode({ sort: name, after: key })
}

/** The same page with each item changed. */
export function mapPage<A, B>(page: Page<A>, change: (item: A) => B): Page<B> {
  return { items: page.items.map(change), next: page.next }
}

/** The cursor that asks for what comes after the row with this key. */
export function makeCursor(key: Key): string {
  return encode(key)
}

function encode(cursor: unknown): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

/** Raised for a cursor that is none of ours: a 400. */
export class InvalidCursor extends Error {}

function decode(cursor: string, length: number, name: string | undefined): Key {
  let parsed: unknown
  try {
    parsed = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    throw new InvalidCursor()
  }
  const key = Key.length(length)
  const read =
    name === undefined
      ? key.safeParse(parsed)
      : z
          .object({ sort: z.literal(name), after: key })
          .transform(({ after }) => after)
          .safeParse(parsed)
  if (!read.success) throw new InvalidCursor()
  return read.data
}
