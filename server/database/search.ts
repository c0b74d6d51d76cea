import { type Expression, type RawBuilder, sql } from 'kysely'
import { plannedByValue } from './engines/postgres-statements.ts'
import { type Db, isPostgres } from './open.ts'

/** What was typed as a search looks for it; undefined when that says nothing. */
export function soughtIn(typed: string | undefined): string | undefined {
  return typed?.trim().toLowerCase() || undefined
}

/** The ids of the people whose name or email contains a text in lower case. */
export function selectNamed(db: Db, sought: Expression<string>) {
  return db
    .selectFrom('people')
    .select('id')
    .where(contains(db, 'search_key', sought))
}

/**
 * Whether a column, or what is made of some, contains a text, letter by letter. PostgreSQL has an
 * index of trigrams for it, and plans each search by what is looked for. SQLite looks at all names,
 * which takes 8 ms for 100,000 people: its own index of trigrams would find a rare name sooner, but
 * takes ten times as long for what all have in common.
 */
export function contains(
  db: Db,
  key: string | RawBuilder<string | null>,
  sought: Expression<string>,
): RawBuilder<boolean> {
  const text = typeof key === 'string' ? sql.ref(key) : key
  if (!isPostgres(db)) return sql`instr(${text}, ${sought}) > 0`
  const literal = sql`regexp_replace(${sought}, '([\\\\%_])', '\\\\\\1', 'g')`
  return sql`${sql.raw(plannedByValue)} ${text} like '%' || ${literal} || '%'`
}
