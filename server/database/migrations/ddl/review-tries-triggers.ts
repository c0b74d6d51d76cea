import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../../connect.ts'

/**
 * Makes the database note in a review which time in a row its week is tried, and whether the review
 * before it was critical, also when that is changed. One before that is not there leaves what is:
 * `npm run move` brings reviews in any order. For a migration.
 */
export async function noteReviewBefore(db: Kysely<unknown>): Promise<void> {
  for (const statement of isPostgres(db) ? notingInPostgres : notingInSqlite) {
    await sql.raw(statement).execute(db)
  }
}

const isCritical = `case when week_status = 'Task Critical' then 1 else 0 end`

const notingInPostgres = [
  `create function note_review_before() returns trigger language plpgsql as $$
    declare earlier record;
    begin
      select week, tries, ${isCritical} as critical into earlier
        from reviews where id = new.follows_id;
      if found then
        new.tries := case when earlier.week = new.week then earlier.tries + 1 else 1 end;
        new.follows_critical := earlier.critical;
      end if;
      return new;
    end $$`,
  `create trigger reviews_before_noted before insert or update of follows_id, week on reviews
    for each row when (new.follows_id is not null) execute function note_review_before()`,
  `create function note_critical_before() returns trigger language plpgsql as $$
    begin
      update reviews set follows_critical = ${isCritical.replace('week_status', 'new.week_status')}
        where follows_id = new.id;
      return new;
    end $$`,
  `create trigger reviews_critical_noted after update of week_status on reviews
    for each row when (new.week_status <> old.week_status)
    execute function note_critical_before()`,
]

const noteInSqlite = `update reviews set
  tries = coalesce((select case when earlier.week = new.week then earlier.tries + 1 else 1 end
    from reviews as earlier where earlier.id = new.follows_id), tries),
  follows_critical = coalesce(
    (select ${isCritical} from reviews as earlier where earlier.id = new.follows_id),
    follows_critical)
  where id = new.id`

const notingInSqlite = [
  `create trigger reviews_before_added after insert on reviews when new.follows_id is not null
    begin ${noteInSqlite}; end`,
  `create trigger reviews_before_changed after update of follows_id, week on reviews
    when new.follows_id is not null
      and (new.follows_id is not old.follows_id or new.week <> old.week)
    begin ${noteInSqlite}; end`,
  `create trigger reviews_critical_noted after update of week_status on reviews
    when new.week_status <> old.week_status
    begin update reviews set follows_critical =
      ${isCritical.replace('week_status', 'new.week_status')} where follows_id = new.id; end`,
]
