import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../connect.ts'

/**
 * A search looks at the names themselves: an index of their words that every change of a person
 * must keep costs more than it saves. PostgreSQL's trigrams stay. SQLite reads the names in the
 * order of the ids, and so makes the set of those that fit in a quarter of the time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of isPostgres(db) ? inPostgres : inSqlite)
    await sql.raw(statement).execute(db)
}

const inPostgres = ['drop index people_short_grams_index', 'drop function short_grams(text)']

const inSqlite = [
  ...['added', 'removed', 'changed'].map((change) => `drop trigger people_search_${change}`),
  'drop table people_search_grams',
  'drop table people_search',
  'create index people_id_search_key_index on people (id, search_key)',
]
