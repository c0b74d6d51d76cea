import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../../open.ts'

/** Makes the database refuse to change or remove rows of a table. For a migration. */
export async function forbidChanges(db: Kysely<unknown>, table: string): Promise<void> {
  const says = `${table} is only ever added to`
  if (isPostgres(db)) {
    await sql`create function ${sql.ref(`refuse_${table}_change`)}() returns trigger language plpgsql
      as ${sql.lit(`begin raise exception '${says}'; end`)}`.execute(db)
    await sql`create trigger ${sql.ref(`${table}_unchanged`)} before update or delete or truncate
      on ${sql.table(table)} execute function ${sql.ref(`refuse_${table}_change`)}()`.execute(db)
    return
  }
  for (const event of ['update', 'delete'] as const) {
    await sql`create trigger ${sql.ref(`${table}_${event}_refused`)} before ${sql.raw(event)}
      on ${sql.table(table)} begin select raise(abort, ${sql.lit(says)}); end`.execute(db)
  }
}
