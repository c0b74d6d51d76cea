import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { plannedByValue } from './engines/postgres-statements.ts'
import { type Db, isPostgres } from './open.ts'

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

/**
 * Brings what changes have added to SQLite's index together, as every piece of it is searched by
 * itself. Takes a quarter of a second for 100,000 people, and nothing if none has changed.
 * PostgreSQL sees to its own.
 */
export async function gatherPeopleSearch(db: Db): Promise<void> {
  if (isPostgres(db)) return
  await sql`insert into people_search (people_search) values ('optimize')`.execute(db)
}

/**
 * Whether a key contains a text, letter by letter, for keys that are read one after the other: of
 * `like` PostgreSQL would guess that next to none does, and read all before it sorts them.
 */
export function contains(db: Db, key: Expression<string>, text: string): RawBuilder<boolean> {
  const place = isPostgres(db) ? sql`strpos` : sql`instr`
  return sql<boolean>`${place}(${key}, ${text}) > 0`
}

function like(key: Expression<string>, text: string): RawBuilder<boolean> {
  const literal = text.replace(/[\\%_]/g, '\\$&')
  return sql<boolean>`${key} like ${`%${literal}%`} escape '\\'`
}

/** How many people an index finds for a text in lower case; `enough` when it is that or more. */
export async function countFound(db: Db, text: string, enough: number): Promise<number> {
  if (isPostgres(db) && (await estimateInPostgres(db, text)) >= enough) return enough
  const found = isPostgres(db) ? foundInPostgres(text) : placesInSqlite(text)
  const { rows } = await sql`${found} limit ${sql.lit(enough)}`.execute(db)
  return rows.length
}

const Estimate = z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })])

/**
 * How many PostgreSQL believes to find: its indexes of words look for all before they give the
 * first, which takes long for what most names contain, and of that it knows enough.
 */
async function estimateInPostgres(db: Db, text: string): Promise<number> {
  const found = sql`select from people ${sql.raw(plannedByValue)}
    where ${like(sql.ref('search_key'), text)}`
  const explained = sql<{ 'QUERY PLAN': unknown }>`explain (format json) ${found}`
  const { rows } = await explained.execute(db)
  return Estimate.parse(rows[0]?.['QUERY PLAN'])[0].Plan['Plan Rows']
}

/** Where SQLite's index has a text, without a look at whose name it is. */
function placesInSqlite(text: string): RawBuilder<unknown> {
  return [...text].length < 3
    ? sql`select doc from people_search_grams where ${beginsWith(text)}`
    : sql`select rowid from people_search where people_search match ${phrase(text)}`
}

/**
 * Whether a column is the id of a person whose `search_key` contains a text in lower case, by the
 * index; with `limit` of the first few whom it finds.
 */
export function isAmongFound(
  db: Db,
  column: string,
  text: string,
  limit?: number,
): RawBuilder<boolean> {
  const few = limit === undefined ? sql`` : sql` limit ${sql.lit(limit)}`
  const found = isPostgres(db) ? foundInPostgres(text) : foundInSqlite(text)
  return isAmong(db, column, sql`${found}${few}`)
}

/** Whether a column is among the ids that a query finds, which is asked first, and once. */
export function isAmong(
  db: Db,
  column: string,
  ids: Expression<{ id: string }>,
): RawBuilder<boolean> {
  // PostgreSQL might ask a query for each row, or read all rows for it: an array is at hand.
  return isPostgres(db)
    ? sql`${sql.ref(column)} = any (array(${ids}))`
    : sql`${sql.ref(column)} in (${ids})`
}

/** What `pg_trgm` makes trigrams of, whatever the database's locale. */
const threeWordCharacters = /[a-z0-9]{3}/

function foundInPostgres(text: string): RawBuilder<{ id: string }> {
  if (threeWordCharacters.test(text)) {
    const key = sql.ref<string>('search_key')
    return sql`select ${sql.raw(plannedByValue)} id from people where ${like(key, text)}`
  }
  // The trigrams hold nothing of such a text: PostgreSQL must not read all of them for it.
  const key = sql<string>`coalesce(search_key, '')`
  return sql`select ${sql.raw(plannedByValue)} id from people
    where short_grams(search_key) @> ${shortGrams(text)}::text[] and ${like(key, text)}`
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
      where ${beginsWith(text)}`
  }
  return sql`select person_id as id from people_search
    where people_search match ${phrase(text)}`
}

const beginsWith = (text: string) => sql`term >= ${text} and term < ${text + last}`
const phrase = (text: string) => `"${text.replaceAll('"', '""')}"`
