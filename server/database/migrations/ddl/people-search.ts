import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../../connect.ts'

/** Makes the indexes of what the names and emails of people contain, as searches had them once. */
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
