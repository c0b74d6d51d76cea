import { type Kysely, sql } from 'kysely'
import { createIndex } from './ddl/schema-helpers.ts'

/** People are told what concerns them, and with which browsers they have signed in is known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('notices')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('person_id', 'text', (column) => column.notNull().references('people.id'))
    // Kinds are added with time, which SQLite cannot do to a rule of a column.
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('matter', 'text', (column) => column.notNull())
    .addColumn('review_id', 'text', (column) => column.references('reviews.id').onDelete('cascade'))
    .addColumn('facts', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('read_at', 'bigint')
    .addUniqueConstraint('notices_person_id_kind_matter_key', ['person_id', 'kind', 'matter'])
    .execute()
  await createIndex(db, 'notices', ['person_id', 'id'])
  await createIndex(db, 'notices', ['review_id'])
  await createIndex(db, 'notices', ['at'])
  await sql`create index notices_unread_index on notices (person_id) where read_at is null`.execute(
    db,
  )
  await db.schema
    .createTable('known_browsers')
    .addColumn('person_id', 'text', (column) => column.notNull().references('people.id'))
    .addColumn('browser', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('known_browsers_pkey', ['person_id', 'browser'])
    .execute()
}
