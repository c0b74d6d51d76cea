import { setImmediate } from 'node:timers/promises'
import { type Compilable, type CompiledQuery, type QueryResult, type RawBuilder, sql } from 'kysely'
import { type DatabaseKind, type Db, getDatabaseKind, isPostgres } from './connect.ts'
import type { Tables } from './tables.ts'

export type Value = string | number | null

/** The placeholders of a query, by the names of its parameters. */
export type Values<Given> = {
  [Name in keyof Given]: RawBuilder<Exclude<Given[Name], undefined>>
}

type Build<Given, Row> = (db: Db, values: Values<Given>) => Compilable<Row>
/** The arguments of a query; without placeholders only the database. */
type Asked<G> = [db: Db, ...rest: Rest<G>]
type Rest<G> = keyof G extends never ? [] : [given: G]
type Given = Record<string, Value>
type Nothing = Record<never, never>

/** Defines a query that returns all rows. */
export function all<Row, G extends Given = Nothing>(build: Build<G, Row>) {
  return compiledOnce(build, ({ rows }) => rows)
}

/** Defines a query that returns the first row, or undefined. */
export function first<Row, G extends Given = Nothing>(build: Build<G, Row>) {
  return compiledOnce(build, ({ rows }) => rows[0])
}

/** Defines a query for a row that must exist; it throws an error otherwise. */
export function one<Row, G extends Given = Nothing>(build: Build<G, Row>) {
  return compiledOnce(build, ({ rows: [row] }) => {
    if (row === undefined) throw new Error('a row that must be there is not')
    return row
  })
}

/** Defines a statement that returns whether it changed a row. */
export function didChange<G extends Given = Nothing>(build: Build<G, unknown>) {
  return compiledOnce(
    build,
    ({ rows, numAffectedRows = 0n }) => rows.length > 0 || numAffectedRows > 0n,
  )
}

/** Defines a statement that returns nothing. */
export function run<G extends Given = Nothing>(build: Build<G, unknown>) {
  return compiledOnce(build, () => {})
}

/** Queries for longer lists are not cached: each length has its own long text. */
const keptRowsMax = 50

/**
 * Defines a query over a list of items that returns all rows. It is compiled once for each length
 * of the list, and not run for an empty one.
 */
export function allForItems<Row, Item extends Given, G extends Given = Nothing>(
  build: (db: Db, items: Values<Item>[], values: Values<G>) => Compilable<Row>,
) {
  const compiled = new Map<string, CompiledQuery<Row>>()
  return async (db: Db, items: readonly Item[], ...rest: Rest<G>): Promise<Row[]> => {
    if (items.length === 0) return []
    const given: Given = rest[0] ?? {}
    const key = `${getDatabaseKind(db)} ${items.length}`
    const query =
      compiled.get(key) ??
      compile<G, Row>(db, given, (one, values) => build(one, items.map(makePlaceholders), values))
    if (items.length <= keptRowsMax) compiled.set(key, query)
    const { rows } = await db.executeQuery(
      fillPlaceholders(query, { ...given, ...numberValues(items) }),
    )
    return rows
  }
}

/** Like `allForItems`, for a list of ids. */
export function allByIds<Row, G extends Given = Nothing>(
  build: (db: Db, ids: RawBuilder<string>[], values: Values<G>) => Compilable<Row>,
) {
  const read = allForItems<Row, { id: string }, G>((db, items, values) =>
    build(
      db,
      items.map(({ id }) => id),
      values,
    ),
  )
  return (db: Db, ids: readonly string[], ...rest: Rest<G>) =>
    read(
      db,
      ids.map((id) => ({ id })),
      ...rest,
    )
}

/** Rows of one statement. It takes some milliseconds. */
const batchSize = 250

/**
 * Runs `work` on one batch of a long list after another; other calls run in the pauses between.
 * `pause` is told how long the last batch took (ms).
 */
export async function inBatches<T>(
  items: readonly T[],
  work: (batch: T[]) => Promise<unknown>,
  {
    size = batchSize,
    pause = () => setImmediate(),
  }: { size?: number; pause?: (tookMs: number) => Promise<unknown> } = {},
): Promise<void> {
  let tookMs = 0
  for (let at = 0; at < items.length; at += size) {
    if (at > 0) await pause(tookMs)
    const began = performance.now()
    await work(items.slice(at, at + size))
    tookMs = performance.now() - began
  }
}

/**
 * Defines the insertion of any number of rows: the statement gets them as one JSON list, as one
 * with a placeholder for each value takes longer to build than to run. Between batches other calls
 * run; `size` is how many rows a batch has at most. Types of columns are PostgreSQL's.
 */
export function insertMany<
  Table extends keyof Tables & string,
  Column extends keyof Tables[Table] & string,
>(table: Table, columns: Record<Column, 'text' | 'bigint'>, { size = batchSize } = {}) {
  const names = Object.keys(columns)
  const types = Object.entries(columns).map(([name, type]) => `"${name}" ${type}`)
  const insert = run((db, { rows }: Values<{ rows: string }>) => {
    const selected = isPostgres(db)
      ? sql`select ${sql.join(names.map((name) => sql.ref(name)))}
          from json_to_recordset(${rows}::json) as given (${sql.raw(types.join(', '))})`
      : sql`select ${sql.join(names.map((name) => sql`value ->> ${sql.lit(name)}`))}
          from json_each(${rows})`
    const columnList = sql.join(names.map((name) => sql.ref(name)))
    const statement = sql`insert into ${sql.table(table)} (${columnList}) ${selected}`
    return { compile: () => statement.compile(db) }
  })
  return (db: Db, rows: readonly Pick<Tables[Table], Column>[]): Promise<void> =>
    inBatches(rows, (batch) => insert(db, { rows: JSON.stringify(batch) }), { size })
}

function makePlaceholders<Item extends Given>(item: Item, place: number): Values<Item> {
  const names = Object.keys(item).map((name) => [name, sql`${new Placeholder(`${place} ${name}`)}`])
  // Each name of the item has its placeholder, which `numberValues` gives its value.
  return Object.fromEntries(names) as Values<Item>
}

function numberValues(items: readonly Given[]): Given {
  const given: Given = {}
  for (const [place, item] of items.entries()) {
    for (const name of Object.keys(item)) given[`${place} ${name}`] = item[name] ?? null
  }
  return given
}

/**
 * Compiles a query with the first call and only binds values from then on: building a query takes
 * longer than SQLite needs to run it (a simple one 11 µs instead of 6, a review 55 to 79 instead of
 * 10).
 */
function compiledOnce<G extends Given, Row, Answer>(
  build: Build<G, Row>,
  answer: (result: QueryResult<Row>) => Answer,
) {
  const compiled = new Map<DatabaseKind, CompiledQuery<Row>>()
  return async (...[db, ...rest]: Asked<G>): Promise<Answer> => {
    const given: Given = rest[0] ?? {}
    const query = compiled.get(getDatabaseKind(db)) ?? compile(db, given, build)
    compiled.set(getDatabaseKind(db), query)
    return answer(await db.executeQuery(fillPlaceholders(query, given)))
  }
}

/** Returns bound values instead of placeholders, for a query that is built with each call. */
export function toBoundValues<G extends Given>(given: G): Values<G> {
  const values = Object.entries(given).map(([name, value]) => [name, sql`${value}`])
  // Each name of `given` has its value.
  return Object.fromEntries(values) as Values<G>
}

/** Compiles a query with a placeholder for each of the given names. */
export function compile<G, Row>(db: Db, given: Given, build: Build<G, Row>): CompiledQuery<Row> {
  const names = Object.keys(given).map((name) => [name, sql`${new Placeholder(name)}`])
  // Each name of `given` has its placeholder, and `fillPlaceholders` misses those that have no value.
  return build(db, Object.fromEntries(names) as Values<G>).compile()
}

/** Fills in the placeholders of a compiled query; throws an error if a value is missing. */
export function fillPlaceholders<Row>(query: CompiledQuery<Row>, given: Given): CompiledQuery<Row> {
  const valueFor = (name: string) => {
    const value = given[name]
    if (value === undefined) throw new Error(`the query needs a value for ${name}`)
    return value
  }
  const parameters = query.parameters.map((parameter) =>
    parameter instanceof Placeholder ? valueFor(parameter.name) : parameter,
  )
  return { ...query, parameters }
}

/** Marks the place of a value in a compiled query. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}
