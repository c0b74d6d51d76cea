import { type Kysely, sql } from 'kysely'
import { createIndex } from './ddl/schema-helpers.ts'

/** Imports of people, the people whom each has added, and the advisor a student gets at first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('imports')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('person_id', 'text', (column) => column.notNull().references('people.id'))
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('added', 'integer', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute()
  await createIndex(db, 'imports', ['person_id'])
  for (const [column, table] of [
    ['import_id', 'imports'],
    ['first_advisor_id', 'people'],
  ] as const) {
    await db.schema
      .alterTable('people')
      .addColumn(column, 'text', (added) => added.references(`${table}.id`))
      .execute()
    await sql`create index ${sql.ref(`people_${column}_index`)} on people (${sql.ref(column)})
      where ${sql.ref(column)} is not null`.execute(db)
  }
}
