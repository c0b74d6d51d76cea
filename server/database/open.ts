import { type Kysely, type LogConfig, PostgresAdapter, sql } from 'kysely'
import pg from 'pg'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'
import type { Tables } from './tables.ts'

/**
 * The database, or a transaction in it. Everything in which the two databases differ is here; how
 * they are reached, how they fail and how they search in `database-connections.ts` and
 * `database-file.ts`, `database-trouble.ts` and `database-search.ts`.
 */
export type Db = Kysely<Tables>

export type DatabaseAddress = { kind: 'sqlite'; file: string } | { kind: 'postgres'; url: string }
export type DatabaseKind = DatabaseAddress['kind']

/** Opens the database; nothing is created in it. What it is asked is told to `log`, if there is one. */
export function openDatabase(address: DatabaseAddress, log: LogConfig = []): Db {
  return address.kind === 'sqlite' ? openSqlite(address.file, log) : openPostgres(address.url, log)
}

/** Which of the two databases this is. */
export function kindOf(db: Db): DatabaseKind {
  return isPostgres(db) ? 'postgres' : 'sqlite'
}

/** Whether it is PostgreSQL. */
export function isPostgres<T>(db: Kysely<T>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

/**
 * Lets one transaction at a time go on from here, until it ends; the others with the same `turn`
 * wait. SQLite has one writing transaction at a time anyway.
 */
export async function takeTurns(db: Db, turn: string): Promise<void> {
  if (isPostgres(db)) await sql`select pg_advisory_xact_lock(hashtext(${turn}))`.execute(db)
}

/**
 * Takes a turn that only one transaction has at a time, until it ends; false when another one has
 * it. SQLite has one writing transaction at a time anyway.
 */
export async function takesTurn(db: Db, turn: string): Promise<boolean> {
  if (!isPostgres(db)) return true
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtext(${turn})) as mine`.execute(db)
  return rows[0]?.mine === true
}

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

/** Whether the error says that `table.column` must be unique and the value is already there. */
export function breaksUnique(error: unknown, table: string, column: string): boolean {
  if (error instanceof pg.DatabaseError) {
    return error.code === '23505' && error.constraint === `${table}_${column}_key`
  }
  return (
    error instanceof Error && error.message.includes(`UNIQUE constraint failed: ${table}.${column}`)
  )
}

/** Whether the error says that a row must not go, as others refer to it. */
export function breaksReference(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.code === '23503'
  return error instanceof Error && error.message.includes('FOREIGN KEY constraint failed')
}

/**
 * Does what a constraint may refuse within a transaction that goes on without it: a savepoint.
 * Raises the error of `work` once all that it did is taken back.
 */
export async function withinSavepoint<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await sql`savepoint one_part`.execute(db)
  try {
    const result = await work()
    await sql`release savepoint one_part`.execute(db)
    return result
  } catch (error) {
    await sql`rollback to savepoint one_part`.execute(db)
    await sql`release savepoint one_part`.execute(db)
    throw error
  }
}

/** Numbers too large, text that is no number, a NUL: what PostgreSQL does not even compare with. */
const unreadable = new Set(['22003', '22P02', '22021'])

/** Whether the error says that a value from outside is none that a column could hold. */
export function breaksColumnType(error: unknown): boolean {
  return error instanceof pg.DatabaseError && unreadable.has(error.code ?? '')
}

const slotsOverlap = 'slots_overlap'

/** Whether the error says that slots of one reviewer would overlap. */
export function breaksSlotOverlap(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.constraint === slotsOverlap
  return error instanceof Error && error.message === slotsOverlap
}

/** Makes the database refuse slots of one reviewer that overlap. For a migration. */
export async function forbidSlotOverlap(db: Kysely<unknown>): Promise<void> {
  if (isPostgres(db)) {
    await sql`create extension if not exists btree_gist`.execute(db)
    await sql`alter table slots add constraint ${sql.ref(slotsOverlap)}
      exclude using gist (reviewer_id with =, int8range(starts_at, ends_at) with &&)`.execute(db)
    return
  }
  // As none overlap yet, the last one that starts before the new one ends is also the last to end.
  for (const [name, event] of [
    ['slots_overlap_added', sql`insert`],
    ['slots_overlap_changed', sql`update of reviewer_id, starts_at, ends_at`],
  ] as const) {
    await sql`create trigger ${sql.ref(name)} after ${event} on slots
      when new.starts_at < (select ends_at from slots
        where reviewer_id = new.reviewer_id and id <> new.id and starts_at < new.ends_at
        order by starts_at desc limit 1)
      begin select raise(abort, ${sql.lit(slotsOverlap)}); end`.execute(db)
  }
}

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

/**
 * The type of a text column that lists are ordered by: both databases must compare it byte by
 * byte, or a page would not continue where the one before it ended.
 */
export function orderedText(db: Kysely<unknown>) {
  return isPostgres(db) ? sql`text collate "C"` : sql`text`
}

/**
 * Makes the table in which the socket adapter passes on what is too long for a notification; its
 * name and columns are the adapter's own. Only PostgreSQL joins several processes. For a migration.
 */
export async function createSocketAttachments(db: Kysely<unknown>): Promise<void> {
  if (!isPostgres(db)) return
  await sql`create table socket_io_attachments (
    id bigserial unique,
    created_at timestamptz default now(),
    payload bytea
  )`.execute(db)
}
