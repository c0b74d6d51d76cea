import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { type DatabaseKind, type Db, kindOf } from './open.ts'

export type Value = string | number | null

/** Where a call's value goes in a query that has been compiled before. */
class Gap {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** What a prepared query is built with: a gap for each value that a call brings. */
export type Gaps<Values> = { [Name in keyof Values]: RawBuilder<Values[Name]> }

/** A prepared query, to be asked of the database or of a transaction in it. */
export type Prepared<Values, Row> = {
  all: (db: Db, values: Values) => Promise<Row[]>
  /** The first row; undefined if there is none. */
  first: (db: Db, values: Values) => Promise<Row | undefined>
  /** The first row; raises an error if there is none. */
  one: (db: Db, values: Values) => Promise<Row>
}

/**
 * A query that is built and compiled once and then only filled in: building one takes longer than
 * SQLite needs to answer it. For what calls ask often; `names` are those of the values.
 */
export function prepared<Values extends Record<string, Value>, Row>(
  names: readonly (keyof Values & string)[],
  build: (db: Db, gaps: Gaps<Values>) => Compilable<Row>,
): Prepared<Values, Row> {
  const compiled = new Map<DatabaseKind, CompiledQuery<Row>>()
  const compile = (db: Db) => {
    const gaps = Object.fromEntries(names.map((name) => [name, sql`${new Gap(name)}`]))
    const query = build(db, gaps as Gaps<Values>).compile()
    compiled.set(kindOf(db), query)
    return query
  }
  const all = async (db: Db, values: Values) => {
    const query = compiled.get(kindOf(db)) ?? compile(db)
    const parameters = query.parameters.map((one) => (one instanceof Gap ? values[one.name] : one))
    const filled: CompiledQuery<Row> = { ...query, parameters }
    return (await db.executeQuery(filled)).rows
  }
  const first = async (db: Db, values: Values) => (await all(db, values))[0]
  return {
    all,
    first,
    async one(db, values) {
      const found = await first(db, values)
      if (found === undefined) throw new Error('a row that must be there is not')
      return found
    },
  }
}
