import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../open.ts'

/**
 * A search looks at the names themselves: an index of their words that every change of a person
 * must keep costs more than it saves. PostgreSQL's trigrams stay.
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
]
