import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../../connect.ts'

const says = 'trail is only ever added to, but for whole days that are past their time'
const tooSoon = 'the trail is kept for 30 days at least'

/**
 * Lets lines of the trail go that are older than the bound in `retention`; younger ones, and all of
 * them while there is no bound, stay untouchable. By the database's own clock the bound cannot be
 * younger than the least number of days that a trail is kept. For a migration.
 */
export async function allowDeletingOldAudit(db: Kysely<unknown>): Promise<void> {
  for (const statement of isPostgres(db) ? inPostgres : inSqlite)
    await sql.raw(statement).execute(db)
}

const inPostgres = [
  'drop trigger trail_unchanged on trail',
  `create trigger trail_unchanged before update or truncate on trail
    execute function refuse_trail_change()`,
  `create function refuse_young_trail_to_go() returns trigger language plpgsql as $$
    begin
      if exists (select from gone where at >=
        coalesce((select deleted_until from retention where name = 'trail'), at))
      then raise exception '${says}';
      end if;
      return null;
    end $$`,
  // Once for each statement: of what is swept away together nothing is asked row by row.
  `create trigger trail_young_kept after delete on trail referencing old table as gone
    for each statement execute function refuse_young_trail_to_go()`,
  `create function refuse_young_bound() returns trigger language plpgsql as $$
    begin
      if new.deleted_until > (extract(epoch from now()) - 30 * 86400) * 1000
      then raise exception '${tooSoon}';
      end if;
      return new;
    end $$`,
  `create trigger retention_young_refused before insert or update on retention
    for each row execute function refuse_young_bound()`,
]

const youngInSqlite = `new.deleted_until > (unixepoch() - 30 * 86400) * 1000`

const inSqlite = [
  'drop trigger trail_delete_refused',
  `create trigger trail_young_kept before delete on trail
    when old.at >= coalesce((select deleted_until from retention where name = 'trail'), old.at)
    begin select raise(abort, '${says}'); end`,
  ...['insert', 'update'].map(
    (event) => `create trigger retention_young_${event}_refused before ${event} on retention
      when ${youngInSqlite} begin select raise(abort, '${tooSoon}'); end`,
  ),
]
