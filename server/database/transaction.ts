import { groupCommit } from './group-commit.ts'
import { type Db, isPostgres } from './open.ts'

declare const isWithin: unique symbol
/** The database within a transaction, which `inTransaction` alone gives out. */
export type Tx = Db & { readonly [isWithin]: true }

/** Runs `work` in one transaction: all of it stands afterwards, or nothing. */
export function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  // The mark stands in the types alone; here, and nowhere else, it is put on.
  const within = (transaction: Db) => work(transaction as Tx)
  if (db.isTransaction) return within(db)
  return isPostgres(db) ? db.transaction().execute(within) : groupCommit(db, within)
}
