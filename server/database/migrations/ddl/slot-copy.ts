import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../../connect.ts'

/**
 * Makes the database copy a slot's reviewer and beginning to the review that has it, also when the
 * slot is changed. A slot that is not there leaves what is: `npm run move` brings reviews first.
 * For a migration.
 */
export async function copySlotToReview(db: Kysely<unknown>): Promise<void> {
  for (const statement of isPostgres(db) ? copyingInPostgres : copyingInSqlite) {
    await sql.raw(statement).execute(db)
  }
}

const copyingInPostgres = [
  `create function copy_slot_to_review() returns trigger language plpgsql as $$
    declare slot record;
    begin
      if new.slot_id is null then
        new.reviewer_id := null;
        new.held_at := null;
        return new;
      end if;
      select reviewer_id, starts_at into slot from slots where id = new.slot_id;
      if found then
        new.reviewer_id := slot.reviewer_id;
        new.held_at := slot.starts_at;
      end if;
      return new;
    end $$`,
  `create trigger reviews_slot_copied before insert or update of slot_id on reviews
    for each row execute function copy_slot_to_review()`,
  `create function copy_changed_slot() returns trigger language plpgsql as $$
    begin
      update reviews set slot_id = slot_id where slot_id = new.id;
      return new;
    end $$`,
  `create trigger slots_change_copied after update of reviewer_id, starts_at on slots
    for each row execute function copy_changed_slot()`,
]

const copyInSqlite = `update reviews set
  reviewer_id = (select reviewer_id from slots where slots.id = slot_id),
  held_at = (select starts_at from slots where slots.id = slot_id)`

const copyingInSqlite = [
  `create trigger reviews_slot_added after insert on reviews when new.slot_id is not null
    begin ${copyInSqlite} where id = new.id; end`,
  `create trigger reviews_slot_changed after update of slot_id on reviews
    when new.slot_id is not old.slot_id begin ${copyInSqlite} where id = new.id; end`,
  `create trigger slots_change_copied after update of reviewer_id, starts_at on slots
    begin ${copyInSqlite} where slot_id = new.id; end`,
]
