import { sql } from 'kysely'
import { groupCommit } from './engines/group-commit.ts'
import { isStaleStatement } from './errors/errors.ts'
import { type Db, isPostgres } from './open.ts'

declare const isWithin: unique symbol
/** The database within a transaction, which `inTransaction` alone gives out. */
export type Tx = Db & { readonly [isWithin]: true }

/**
 * Runs `work` in one transaction: all of it stands afterwards, or nothing. It begins anew, once, where
 * a newer version of the server has changed the schema under its prepared statements.
 */
export function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  // The mark stands in the types alone; here, and nowhere else, it is put on.
  const within = (transaction: Db) => work(transaction as Tx)
  if (db.isTransaction) return within(db)
  if (!isPostgres(db)) return groupCommit(db, within)
  const attempt = () => db.transaction().execute(within)
  return attempt().catch((error: unknown) => {
    if (isStaleStatement(error)) return attempt()
    throw error
  })
}

/**
 * Waits for an advisory lock and holds it until the transaction ends: with the same `turn` one
 * transaction at a time goes on from here. SQLite has one writing transaction at a time anyway.
 */
export async function advisoryLock(db: Tx, lockName: string): Promise<void> {
  if (isPostgres(db)) await sql`select pg_advisory_xact_lock(hashtext(${lockName}))`.execute(db)
}

/** Takes the same lock if it is free, and does not wait for it: false when another one has it. */
export async function tryAdvisoryLock(db: Tx, lockName: string): Promise<boolean> {
  if (!isPostgres(db)) return true
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtext(${lockName})) as mine`.execute(db)
  return rows[0]?.mine === true
}

/**
 * Runs `work` within a savepoint: what a constraint may refuse, in a transaction that goes on
 * without it. Raises the error of `work` once all that it did is taken back.
 */
export async function withinSavepoint<T>(db: Tx, work: () => Promise<T>): Promise<T> {
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

/** Runs `work` within a savepoint, and returns what it found once all that it did is taken back. */
export async function dryRun<T>(db: Tx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint one_part`.execute(db)
  try {
    return await work()
  } finally {
    await sql`rollback to savepoint one_part`.execute(db)
    await sql`release savepoint one_part`.execute(db)
  }
}
