import { type Expression, type RawBuilder, sql } from 'kysely'
import { foldWords } from '#contract/kit/text/fold-text.ts'
import { plannedByValue } from '../engines/prepared-statements.ts'
import { type Db, isPostgres } from '../open.ts'
import type { Values } from '../query.ts'

/** A search has so many words at most; more would find nobody else. */
const wordNames = [
  ...(['search', 'search_2', 'search_3', 'search_4'] as const),
  ...(['search_5', 'search_6', 'search_7', 'search_8'] as const),
] as const

/** The words of a search, each of which must be found: `search` is there if there are any. */
export type SearchWords = { [Name in (typeof wordNames)[number]]?: string | undefined }

/** The same among people; `beforeAt` counts that it is there: the words must stand before the '@'. */
export type PeopleSearch = SearchWords & { beforeAt?: string | undefined }

/** The words of what was typed as a search; those that others contain say nothing. */
export function toSearchWords(typed = ''): SearchWords {
  const all = [...new Set(foldWords(typed))]
  const words = all.filter((word) => !all.some((other) => other !== word && other.includes(word)))
  return Object.fromEntries(wordNames.map((name, place) => [name, words[place]]))
}

/**
 * A search among people. With `namesOnly` it looks in names, and in addresses up to their '@',
 * unless it has an '@' itself: all of a school may have their address in one place.
 */
export function toPeopleSearch(typed = '', { namesOnly = false } = {}): PeopleSearch {
  return {
    ...toSearchWords(typed),
    beforeAt: namesOnly && !typed.includes('@') ? 'true' : undefined,
  }
}

/** A person's name, and their address up to the '@'. */
function beforeAt(db: Db): RawBuilder<string> {
  if (isPostgres(db)) return sql`split_part(search_key, '@', 1)`
  return sql`substr(search_key, 1, instr(search_key, '@'))`
}

/** The ids of the people in whose name and email a search is found; of all if it has no words. */
export function selectMatchingPeople(db: Db, by: Values<PeopleSearch>) {
  return db.selectFrom('people').select('id').where(matchesSearch(db, by))
}

/** Whether a search is found in the name and email of a row of `people`. */
export function matchesSearch(db: Db, { beforeAt: isAsked, ...words }: Values<PeopleSearch>) {
  const inKey = containsAllWords(db, 'search_key', words)
  // An index knows the whole key alone.
  return isAsked ? sql<boolean>`${inKey} and ${containsAllWords(db, beforeAt(db), words)}` : inKey
}

/** Whether a folded text contains each word of a search. */
export function containsAllWords(
  db: Db,
  key: string | RawBuilder<string | null>,
  words: Values<SearchWords>,
): RawBuilder<boolean> {
  const each = wordNames.flatMap((name) => words[name] ?? [])
  if (each.length === 0) return sql`true`
  return sql`(${sql.join(
    each.map((word) => contains(db, key, word)),
    sql` and `,
  )})`
}

/**
 * Whether a column, or what is made of some, contains a text, letter by letter. PostgreSQL has an
 * index of trigrams, and plans each search by what is looked for. SQLite looks at all names, 8 ms
 * for 100,000 people: its own trigrams find a rare name at once, but take 200 ms for what all have.
 */
function contains(
  db: Db,
  key: string | RawBuilder<string | null>,
  searchText: Expression<string>,
): RawBuilder<boolean> {
  const text = typeof key === 'string' ? sql.ref(key) : key
  if (!isPostgres(db)) return sql`instr(${text}, ${searchText}) > 0`
  const literal = sql`regexp_replace(${searchText}, '([\\\\%_])', '\\\\\\1', 'g')`
  return sql`${sql.raw(plannedByValue)} ${text} like '%' || ${literal} || '%'`
}

/** Whether a column holds one of the texts of a list in JSON, which may be of any length. */
export function isInJsonList(
  db: Db,
  column: string,
  texts: Expression<string>,
): RawBuilder<boolean> {
  if (!isPostgres(db)) return sql`${sql.ref(column)} in (select value from json_each(${texts}))`
  return sql`${sql.ref(column)} = any (array(select json_array_elements_text(${texts}::json)))`
}
