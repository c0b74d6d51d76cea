import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../../connect.ts'

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

/**
 * Makes the database refuse to change rows of a table, and to remove them but together with the row
 * of another table that a column names. For a migration.
 */
export async function keepWithOwner(
  db: Kysely<unknown>,
  table: string,
  owner: { table: string; column: string },
): Promise<void> {
  const says = `${table} is only ever added to`
  const isOwned = `exists (select 1 from ${owner.table} where id = old.${owner.column})`
  if (isPostgres(db)) {
    await sql`create function ${sql.ref(`refuse_${table}_change`)}() returns trigger language plpgsql
      as ${sql.lit(`begin
        if tg_op = 'DELETE' then
          if not ${isOwned} then return old; end if;
        end if;
        raise exception '${says}';
      end`)}`.execute(db)
    for (const [name, when, each] of [
      ['unchanged', 'update or delete', 'row'],
      ['not_emptied', 'truncate', 'statement'],
    ] as const) {
      await sql`create trigger ${sql.ref(`${table}_${name}`)} before ${sql.raw(when)}
        on ${sql.table(table)} for each ${sql.raw(each)}
        execute function ${sql.ref(`refuse_${table}_change`)}()`.execute(db)
    }
    return
  }
  for (const [event, when] of [
    ['update', 'true'],
    ['delete', isOwned],
  ] as const) {
    await sql`create trigger ${sql.ref(`${table}_${event}_refused`)} before ${sql.raw(event)}
      on ${sql.table(table)} when ${sql.raw(when)}
      begin select raise(abort, ${sql.lit(says)}); end`.execute(db)
  }
}
