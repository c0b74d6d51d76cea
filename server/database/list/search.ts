import { type Expression, type RawBuilder, sql } from 'kysely'
import { toFoldedWords } from '#contract/kit/text/fold-text.ts'
import { type Db, isPostgres } from '../connect.ts'
import { customPlan } from '../engines/prepared-statements.ts'
import type { Values } from '../query.ts'

/** The most words a search uses; further words would hardly narrow it. */
const wordNames = [
  ...(['search', 'search_2', 'search_3', 'search_4'] as const),
  ...(['search_5', 'search_6', 'search_7', 'search_8'] as const),
] as const

/** The words of a search; all must match. `search` is set if there are any. */
export type SearchWords = { [Name in (typeof wordNames)[number]]?: string | undefined }

/** A search for people. If `beforeAt` is set, the words must occur before the '@'. */
export type PeopleSearch = SearchWords & { beforeAt?: string | undefined }

/** Splits typed text into the words of a search; words contained in others are dropped. */
export function toSearchWords(typed = ''): SearchWords {
  const all = [...new Set(toFoldedWords(typed))]
  const words = all.filter((word) => !all.some((other) => other !== word && other.includes(word)))
  return Object.fromEntries(wordNames.map((name, place) => [name, words[place]]))
}

/**
 * Parses a search for people. With `namesOnly` it covers names, and addresses up to the '@' unless
 * the search has an '@' itself: all people of a school may share a mail domain.
 */
export function toPeopleSearch(typed = '', { namesOnly = false } = {}): PeopleSearch {
  return {
    ...toSearchWords(typed),
    beforeAt: namesOnly && !typed.includes('@') ? 'true' : undefined,
  }
}

/** SQL: a person's name, and their address up to the '@'. */
function beforeAt(db: Db): RawBuilder<string> {
  if (isPostgres(db)) return sql`split_part(search_key, '@', 1)`
  return sql`substr(search_key, 1, instr(search_key, '@'))`
}

/** Selects the ids of the people who match a search; all people if it has no words. */
export function selectMatchingPeople(db: Db, by: Values<PeopleSearch>) {
  return db.selectFrom('people').select('id').where(personMatchesSearch(db, by))
}

/** SQL condition: whether a row of `people` matches a search. */
export function personMatchesSearch(db: Db, { beforeAt: isAsked, ...words }: Values<PeopleSearch>) {
  const inKey = containsAllWords(db, 'search_key', words)
  // The index covers the whole key only.
  return isAsked ? sql<boolean>`${inKey} and ${containsAllWords(db, beforeAt(db), words)}` : inKey
}

/** SQL condition: whether a folded text contains every word of a search. */
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
 * SQL condition: whether a column or expression contains a text literally. PostgreSQL uses a
 * trigram index and plans each search by its value. SQLite scans all names, 8 ms for 100,000
 * people; its trigrams find rare names at once but take 200 ms for what all have.
 */
function contains(
  db: Db,
  key: string | RawBuilder<string | null>,
  searchText: Expression<string>,
): RawBuilder<boolean> {
  const text = typeof key === 'string' ? sql.ref(key) : key
  if (!isPostgres(db)) return sql`instr(${text}, ${searchText}) > 0`
  const literal = sql`regexp_replace(${searchText}, '([\\\\%_])', '\\\\\\1', 'g')`
  return sql`${sql.raw(customPlan)} ${text} like '%' || ${literal} || '%'`
}

/** SQL condition: whether a column equals one of the texts in a JSON list of any length. */
export function isInJsonList(
  db: Db,
  column: string,
  texts: Expression<string>,
): RawBuilder<boolean> {
  if (!isPostgres(db)) return sql`${sql.ref(column)} in (select value from json_each(${texts}))`
  return sql`${sql.ref(column)} = any (array(select json_array_elements_text(${texts}::json)))`
}
