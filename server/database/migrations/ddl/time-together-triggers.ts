import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../../connect.ts'

/** SQL: how long both were in the call of a row of `reviews` in the time of its slot. */
export const timeTogether = `(select presence.together_ms from call_presence as presence
  where presence.review_id = reviews.id and presence.held_at = reviews.held_at)`

/**
 * Makes the database note in a marked review how long both were in its call, as it is marked and
 * whenever somebody comes or goes later. For a migration.
 */
export async function noteTimeTogether(db: Kysely<unknown>): Promise<void> {
  for (const statement of isPostgres(db) ? notingInPostgres : notingInSqlite) {
    await sql.raw(statement).execute(db)
  }
}

const isNewlyMarked = `new.status = 'conducted'
  and (old.status <> 'conducted' or new.held_at is distinct from old.held_at)`

const noteNewTime = `update reviews
  set held_ms = case when held_at = new.held_at then new.together_ms end
  where id = new.review_id and status = 'conducted'`

/**
 * The attendance is locked: whoever leaves at this moment is counted by this or by their own
 * transaction. The name comes after that of the trigger that copies the slot.
 */
const notingInPostgres = [
  `create function note_time_together() returns trigger language plpgsql as $$
    begin
      new.held_ms := (select together_ms from call_presence
        where review_id = new.id and held_at = new.held_at for share);
      return new;
    end $$`,
  `create trigger reviews_time_noted before update of status, slot_id on reviews
    for each row when (${isNewlyMarked}) execute function note_time_together()`,
  `create function note_new_time_together() returns trigger language plpgsql as $$
    begin ${noteNewTime}; return new; end $$`,
  `create trigger call_presence_noted after insert or update of together_ms, held_at
    on call_presence for each row execute function note_new_time_together()`,
]

const notingInSqlite = [
  `create trigger reviews_time_noted after update of status, held_at on reviews
    when ${isNewlyMarked}
    begin update reviews set held_ms = ${timeTogether}
      where id = new.id and held_ms is not ${timeTogether}; end`,
  `create trigger call_presence_added after insert on call_presence begin ${noteNewTime}; end`,
  `create trigger call_presence_changed after update of together_ms, held_at on call_presence
    begin ${noteNewTime}; end`,
]
