import type { Kysely } from 'kysely'
import { newId } from '#server/kit/id.ts'
import { createIndex } from './ddl/schema-helpers.ts'

type Before = { token_hash: string; person_id: string; created_at: number; used_at: number }
type Db = Kysely<{ sessions: Before & { id: string } }>

/** How many rows go back at once: databases take so many values in one statement. */
const chunk = 500

/**
 * Sessions get an id by which their owner can name them, and remember the browser and address they
 * began from. Neither database adds a column that must be filled to rows that are there: the table
 * is made anew, and nobody is signed out.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const sessions: Db = db.withTables()
  const before = await sessions
    .selectFrom('sessions')
    .select(['token_hash', 'person_id', 'created_at', 'used_at'])
    .execute()
  await db.schema.dropTable('sessions').execute()
  await db.schema
    .createTable('sessions')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('person_id', 'text', (column) => column.notNull().references('people.id'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('used_at', 'bigint', (column) => column.notNull())
    .addColumn('user_agent', 'text')
    .addColumn('address', 'text')
    .addUniqueConstraint('sessions_id_key', ['id'])
    .execute()
  await createIndex(db, 'sessions', ['person_id', 'created_at', 'id'])
  for (let from = 0; from < before.length; from += chunk) {
    const rows = before.slice(from, from + chunk).map((row) => ({ ...row, id: newId() }))
    await sessions.insertInto('sessions').values(rows).execute()
  }
}
