import { setImmediate } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import type { Db } from '../open.ts'

/** A change that waits for its turn. */
type Waiting = {
  /** Does it, and returns how to tell after the commit what came of it. */
  attempt: (tx: Db) => Promise<() => void>
  reject: (error: unknown) => void
}

/** With so many, whoever only reads waits for some hundredths of a second. */
const groupMax = 20

const queues = new WeakMap<Db, Waiting[]>()

/**
 * Runs `work` in a transaction of SQLite, and returns its result once that is on the disk. Changes
 * that come at the same time are done one after the other and brought to the disk together, which
 * takes as long as for one. Each stands or falls by itself; only where the commit fails, all fail.
 * Nobody else can read in between, for there is one connection, and the transaction has it.
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

/** Undoes one change; raises its error where SQLite has undone all of them, as on a full disk. */
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
    // The calls that have come in meanwhile get as far as here.
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
