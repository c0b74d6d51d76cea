import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { type DatabaseKind, type Db, kindOf } from './database.ts'

type Value = string | number | null

/** Where a call's value goes in a query that has been compiled before. */
class Gap {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** What a prepared query is built with: a gap for each value that a call brings. */
export type Gaps<Values> = { [Name in keyof Values]: RawBuilder<Values[Name]> }

/**
 * A query that is built and compiled once and then only filled in: building one takes longer than
 * SQLite needs to answer it. For what every call asks; `names` are those of the values.
 */
export function prepared<Values extends Record<string, Value>, Row>(
  names: readonly (keyof Values & string)[],
  build: (db: Db, gaps: Gaps<Values>) => Compilable<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  const compiled = new Map<DatabaseKind, CompiledQuery<Row>>()
  const compile = (db: Db) => {
    const gaps = Object.fromEntries(names.map((name) => [name, sql`${new Gap(name)}`]))
    const query = build(db, gaps as Gaps<Values>).compile()
    compiled.set(kindOf(db), query)
    return query
  }
  return async (db, values) => {
    const query = compiled.get(kindOf(db)) ?? compile(db)
    const parameters = query.parameters.map((one) => (one instanceof Gap ? values[one.name] : one))
    const filled: CompiledQuery<Row> = { ...query, parameters }
    return (await db.executeQuery(filled)).rows
  }
}
