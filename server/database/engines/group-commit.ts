import { setImmediate } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import type { Db } from '../connect.ts'

type Waiting = {
  /** Runs the change in a savepoint; the returned function settles its promise after the commit. */
  attempt: (tx: Db) => Promise<() => void>
  reject: (error: unknown) => void
}

/** A larger group would delay readers by more than some hundredths of a second. */
const groupMax = 20

const queues = new WeakMap<Db, Waiting[]>()

/**
 * Group commit: runs `work` in a SQLite transaction and resolves once it is on the disk. Concurrent
 * changes run one after another and share one commit, which takes as long as a single one. Each
 * succeeds or fails by itself; only a failing commit fails them all. Nobody else sees what is not
 * committed (`SqliteDriver`).
 */
export function groupCommit<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const attempt = async (tx: Db) => {
      await tx.executeQuery(begin)
      try {
        const result = await work(tx)
        await tx.executeQuery(keep)
        return () => resolve(result)
      } catch (error) {
        await undo(tx, error)
        return () => reject(error)
      }
    }
    const line = queues.get(db)
    if (line) line.push({ attempt, reject })
    else void commitAll(db, [{ attempt, reject }])
  })
}

const begin = CompiledQuery.raw('savepoint one_change')
const keep = CompiledQuery.raw('release one_change')
const rollbackChange = CompiledQuery.raw('rollback to one_change')

/**
 * Rolls back one change. Rethrows its error if SQLite has rolled back the whole transaction, as on
 * a full disk.
 */
async function undo(tx: Db, error: unknown): Promise<void> {
  try {
    await tx.executeQuery(rollbackChange)
    await tx.executeQuery(keep)
  } catch {
    throw error
  }
}

async function commitAll(db: Db, line: Waiting[]): Promise<void> {
  queues.set(db, line)
  while (line.length > 0) {
    // Lets calls that have arrived meanwhile join the queue.
    await setImmediate()
    await commitOnce(db, line.splice(0, groupMax))
  }
  queues.delete(db)
}

async function commitOnce(db: Db, together: Waiting[]): Promise<void> {
  try {
    const notifyAll = await db.transaction().execute(async (tx) => {
      const done: (() => void)[] = []
      for (const { attempt } of together) done.push(await attempt(tx))
      return done
    })
    for (const notify of notifyAll) notify()
  } catch (error) {
    for (const { reject } of together) reject(error)
  }
}
