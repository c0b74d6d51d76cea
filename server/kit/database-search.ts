import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely'
import { type Db, isPostgres } from './database.ts'
import { plannedByValue } from './database-statements.ts'

/**
 * The index of what the names and emails of people contain. Trigrams answer for three characters
 * and more; for one or two, which no trigram index takes, SQLite walks through the trigrams that
 * begin so, and PostgreSQL has an index of the single characters and pairs.
 */
export async function createPeopleSearch(db: Kysely<unknown>): Promise<void> {
  for (const statement of isPostgres(db) ? inPostgres : inSqlite)
    await sql.raw(statement).execute(db)
}

const inPostgres = [
  'create extension if not exists pg_trgm',
  `create function short_grams(key text) returns text[] language sql immutable strict parallel safe
    as $$ select array(select substr(key, place, size)
      from generate_series(1, length(key)) place, generate_series(1, 2) size) $$`,
  'create index people_trigrams_index on people using gin (search_key gin_trgm_ops)',
  'create index people_short_grams_index on people using gin (short_grams(search_key))',
]

/** Two characters that nobody searches for, so that a trigram begins at the key's last ones too. */
const end = 'char(31, 31)'
const index = (row: string) =>
  `insert into people_search (person_id, key) values (${row}.id, ${row}.search_key || ${end})`
/** The index itself finds the old line: its key is a phrase that stands in it. */
const forget = `delete from people_search where rowid in (
  select rowid from people_search where person_id = old.id
    and people_search match '"' || replace(old.search_key, '"', '""') || ${end} || '"')`

const inSqlite = [
  `create virtual table people_search
    using fts5(person_id unindexed, key, tokenize = 'trigram case_sensitive 1')`,
  'create virtual table people_search_grams using fts5vocab(people_search, instance)',
  `insert into people_search (person_id, key) select id, search_key || ${end} from people`,
  `create trigger people_search_added after insert on people begin ${index('new')}; end`,
  `create trigger people_search_removed after delete on people begin ${forget}; end`,
  `create trigger people_search_changed after update of search_key on people
    when new.search_key <> old.search_key begin ${forget}; ${index('new')}; end`,
]

/** Whether a key contains a text, letter by letter. */
export function contains(key: Expression<string>, text: string): RawBuilder<boolean> {
  const literal = text.replace(/[\\%_]/g, '\\$&')
  return sql<boolean>`${key} like ${`%${literal}%`} escape '\\'`
}

/**
 * A query for the ids of those people whose `search_key` contains a text in lower case, some of
 * them more than once.
 */
export function idsOfFound(db: Db, text: string): RawBuilder<{ id: string }> {
  return isPostgres(db) ? foundInPostgres(text) : foundInSqlite(text)
}

/** What `pg_trgm` makes trigrams of, whatever the database's locale. */
const threeWordCharacters = /[a-z0-9]{3}/

function foundInPostgres(text: string): RawBuilder<{ id: string }> {
  if (threeWordCharacters.test(text)) {
    const key = sql.ref<string>('search_key')
    return sql`select ${sql.raw(plannedByValue)} id from people where ${contains(key, text)}`
  }
  // The trigrams hold nothing of such a text: PostgreSQL must not read all of them for it.
  const key = sql<string>`coalesce(search_key, '')`
  return sql`select ${sql.raw(plannedByValue)} id from people
    where short_grams(search_key) @> ${shortGrams(text)}::text[] and ${contains(key, text)}`
}

/** The pairs of characters that a text consists of, or its only character. */
function shortGrams(text: string): string[] {
  const characters = [...text]
  if (characters.length === 1) return characters
  return characters.slice(1).map((character, place) => `${characters[place]}${character}`)
}

const last = '\u{10ffff}'.repeat(3)

function foundInSqlite(text: string): RawBuilder<{ id: string }> {
  if ([...text].length < 3) {
    // In this order, so that whoever needs only some has them from the first trigrams.
    return sql`select person_id as id from people_search_grams
      cross join people_search on people_search.rowid = doc
      where term >= ${text} and term < ${text + last}`
  }
  return sql`select person_id as id from people_search
    where people_search match ${`"${text.replaceAll('"', '""')}"`}`
}
