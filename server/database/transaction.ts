import { sql } from 'kysely'
import { type Db, isPostgres } from './connect.ts'
import { groupCommit } from './engines/group-commit.ts'
import { getSqliteForLongTransactions } from './engines/sqlite.ts'
import { isStaleStatement } from './errors/unavailable-errors.ts'

declare const isWithin: unique symbol
/** A database handle within a transaction; only `inTransaction` creates one. */
export type Tx = Db & { readonly [isWithin]: true }

/** `isLong`: it changes thousands of rows, so in SQLite it runs in a thread of its own. */
export type TransactionOptions = { isLong?: boolean }

/**
 * Runs `work` in one transaction. Starts it again, once, if a newer Weekward has changed the schema
 * under its prepared statements.
 */
export function inTransaction<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  { isLong = false }: TransactionOptions = {},
): Promise<T> {
  // The brand exists only in the types, and only here is it applied.
  const within = (transaction: Db) => work(transaction as Tx)
  if (db.isTransaction) return within(db)
  if (!isPostgres(db)) {
    return isLong
      ? getSqliteForLongTransactions(db).transaction().execute(within)
      : groupCommit(db, within)
  }
  const attempt = () => db.transaction().execute(within)
  return attempt().catch((error: unknown) => {
    if (isStaleStatement(error)) return attempt()
    throw error
  })
}

/**
 * Waits for the advisory lock with this name and holds it until the transaction ends. In SQLite it
 * does nothing: only one transaction writes at a time.
 */
export async function advisoryLock(db: Tx, lockName: string): Promise<void> {
  if (isPostgres(db)) await sql`select pg_advisory_xact_lock(hashtext(${lockName}))`.execute(db)
}

/** Takes the lock if it is free; returns false without waiting if another transaction holds it. */
export async function tryAdvisoryLock(db: Tx, lockName: string): Promise<boolean> {
  if (!isPostgres(db)) return true
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtext(${lockName})) as mine`.execute(db)
  return rows[0]?.mine === true
}

/**
 * Runs `work` within a savepoint, for statements that a constraint may refuse while the transaction
 * goes on. On an error it rolls back to the savepoint and rethrows.
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

/** Runs `work` within a savepoint, rolls it back, and returns its result. */
export async function dryRun<T>(db: Tx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint one_part`.execute(db)
  try {
    return await work()
  } finally {
    await sql`rollback to savepoint one_part`.execute(db)
    await sql`release savepoint one_part`.execute(db)
  }
}
