import { type Kysely, sql } from 'kysely'

/**
 * What a school sets of itself in the page: one row at most. A school that has nobody yet is set up
 * by a link, which each start of a server prints.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('school_settings')
    .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('name', 'text')
    .addColumn('logo', 'text')
    .addColumn('time_zone', 'text')
    .addColumn('smtp_url', 'text')
    .addColumn('mail_from', 'text')
    .execute()
  await db.schema
    .createTable('set_up_links')
    .addColumn('secret_hash', 'text', (column) => column.primaryKey())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
}
