import {
  type Compilable,
  type CompiledQuery,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
} from 'kysely'
import { z } from 'zod'
import type { PageRequest } from '#contract/kit/endpoint.ts'
import { isStorable } from '#contract/kit/text/text-schemas.ts'
import { type Db, getDatabaseKind } from '../connect.ts'
import { compile, fillPlaceholders, type Value, type Values } from '../query.ts'

/** A page of a list, and the cursor of the next page. */
export type Page<T> = { items: T[]; next: string | undefined }

/** A column or an expression to order by; never null, which keyset comparison cannot place. */
export type OrderColumn = string | RawBuilder<string | number>

/** The columns to order by; the last one is unique, so that the order is total. */
type Order = { columns: readonly OrderColumn[]; direction: 'asc' | 'desc' }

const Key = z.array(z.union([z.string().refine(isStorable), z.number()]))
type Key = z.infer<typeof Key>

/** The order of a list, and how to read a row's values of its columns. */
export type PageOrder<Row> =
  | { order: Order; keyOf: (row: Row) => Key; name?: undefined }
  | NamedPageOrder

/**
 * One of several orders of a list. Its rows carry the values of its columns, and its cursors are
 * valid for this order only.
 */
export type NamedPageOrder = { order: Order; name: string; keyOf?: undefined }

/** The parameters of a list; an undefined one has no placeholder. */
export type ListParameters = Record<string, Value | undefined>
type Nothing = Record<never, never>
type Build<G, Query> = (db: Db, values: Values<G>) => Query
export type ReadPage<G, Row> = (db: Db, given: G, asked: PageRequest) => Promise<Page<Row>>

/**
 * Defines a list that is read page by page with keyset pagination: a page starts after the row that
 * the cursor names, so the last page costs as much as the first, and concurrent inserts and deletes
 * neither repeat nor hide other rows. An invalid cursor is a 400. The query is compiled once for
 * each set of given parameters: it may depend on which are given, not on their values.
 */
export function definePaginatedList<
  DB,
  TB extends keyof DB,
  Row,
  G extends ListParameters = Nothing,
>(listing: PageOrder<Row>, build: Build<G, SelectQueryBuilder<DB, TB, Row>>): ReadPage<G, Row> {
  return makeReadPage(listing, (db, values: Values<G>, part) =>
    selectKey(part(build(db, values)), listing),
  )
}

/**
 * Like `paginate`, with a deferred join: the rows of the page are selected first, and further
 * tables are joined to those only. `show` turns the query for the rows into the query for the
 * complete page, in which the columns keep their names.
 */
export function defineListWithDeferredJoin<
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

/** The parameters of a page; no order has more than three columns. */
type PageParameters = {
  limit: number
  after_0?: string | number | undefined
  after_1?: string | number | undefined
  after_2?: string | number | undefined
}

/** Orders a query and limits it to the page. */
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
    const { rows } = await db.executeQuery(fillPlaceholders(query, values))
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

/** Adds the values of the order's columns to the rows of a named order. */
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
  { cursor, limit }: PageRequest,
): PageParameters {
  const key = cursor === undefined ? [] : decode(cursor, order.columns.length, name)
  const [after_0, after_1, after_2] = key
  return { limit: limit + 1, after_0, after_1, after_2 }
}

function toPage<Row>(rows: Row[], asked: PageRequest, listing: PageOrder<Row>): Page<Row> {
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

export function mapPage<A, B>(page: Page<A>, change: (item: A) => B): Page<B> {
  return { items: page.items.map(change), next: page.next }
}

/** Returns the cursor of the page after the row with this key. */
export function makeCursor(key: Key): string {
  return encode(key)
}

function encode(cursor: unknown): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

/** Thrown for an invalid cursor; the reply is a 400. */
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
