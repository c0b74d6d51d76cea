import { type Expression, type RawBuilder, sql } from 'kysely'
import { plannedByValue } from './engines/postgres-statements.ts'
import { type Db, isPostgres } from './open.ts'

/** What was typed as a search looks for it; undefined when that says nothing. */
export function searchText(typed: string | undefined): string | undefined {
  return typed?.trim().toLowerCase() || undefined
}

/**
 * The same where it must stand before the '@' of an address, or in a name: undefined unless that is
 * asked for, and for what has an '@' itself. All of a school may have their address in one place.
 */
export function searchBeforeAt(typed: string | undefined, isAsked: boolean): string | undefined {
  return isAsked && !typed?.includes('@') ? searchText(typed) : undefined
}

/** A person's name, and their address up to the '@'. */
export function beforeAt(db: Db): RawBuilder<string> {
  if (isPostgres(db)) return sql`split_part(search_key, '@', 1)`
  return sql`substr(search_key, 1, instr(search_key, '@'))`
}

/** The ids of the people whose name or email contains a text in lower case. */
export function selectMatchingPeople(
  db: Db,
  sought: Expression<string>,
  soughtBeforeAt?: Expression<string>,
) {
  const people = db
    .selectFrom('people')
    .select('id')
    .where(contains(db, 'search_key', sought))
  return soughtBeforeAt ? people.where(contains(db, beforeAt(db), soughtBeforeAt)) : people
}

/**
 * Whether a column, or what is made of some, contains a text, letter by letter. PostgreSQL has an
 * index of trigrams, and plans each search by what is looked for. SQLite looks at all names, 8 ms
 * for 100,000 people: its own trigrams find a rare name at once, but take 200 ms for what all have.
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

/** Whether a column holds one of the texts of a list in JSON, which may be of any length. */
export function isAmong(db: Db, column: string, texts: Expression<string>): RawBuilder<boolean> {
  if (!isPostgres(db)) return sql`${sql.ref(column)} in (select value from json_each(${texts}))`
  return sql`${sql.ref(column)} = any (array(select json_array_elements_text(${texts}::json)))`
}
