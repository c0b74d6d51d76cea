import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#server/database/connect.ts'
import { didChange, first, run, type Values } from '#server/database/query.ts'

/** The names of the stored facts about backups. */
type Name = 'backup claimed until' | 'last backup' | 'failed backup'

const LastBackup = z.object({
  /** ms since 1970. */
  at: z.number(),
  file: z.string(),
  bytes: z.number(),
  isEncrypted: z.boolean(),
})
/** The time of the last failure, and of the first of consecutive failures. */
const FailedBackup = z.object({ at: z.number(), since: z.number(), reason: z.string() })

export type LastBackup = z.infer<typeof LastBackup>
export type FailedBackup = z.infer<typeof FailedBackup>

/** Returns the last scheduled and verified backup; undefined before the first. */
export async function readLastBackup(db: Db): Promise<LastBackup | undefined> {
  return parsed(LastBackup, await readFact(db, { name: 'last backup' }))
}

/** Returns the last failure, if no backup has succeeded since. */
export async function readFailedBackup(db: Db): Promise<FailedBackup | undefined> {
  return parsed(FailedBackup, await readFact(db, { name: 'failed backup' }))
}

/** Records a verified backup and clears the last failure. */
export async function recordBackup(db: Db, made: LastBackup): Promise<void> {
  await saveFact(db, { name: 'last backup', value: JSON.stringify(made) })
  await deleteFact(db, { name: 'failed backup' })
}

export async function recordFailedBackup(db: Db, failed: FailedBackup): Promise<void> {
  await saveFact(db, { name: 'failed backup', value: JSON.stringify(failed) })
}

/**
 * Claims the next backup until an instant (ms since 1970), after which another process may take
 * over. Returns false if another process has claimed it. One atomic statement.
 */
export function claimBackup(
  db: Db,
  { now, until }: { now: number; until: number },
): Promise<boolean> {
  return claim(db, { now, until: String(until) })
}

/** Releases the claim until this instant, and no later one of another process. */
export function releaseBackupClaim(db: Db, { until }: { until: number }): Promise<void> {
  return release(db, { until: String(until) })
}

/** Removes the claim of any process. */
export async function clearBackupClaim(db: Db): Promise<void> {
  await deleteFact(db, { name: claimed })
}

function parsed<T>(shape: z.ZodType<T>, row: { value: string } | undefined): T | undefined {
  return row && shape.parse(JSON.parse(row.value))
}

const readFact = first((db, { name }: Values<{ name: Name }>) =>
  db.selectFrom('facts').select('value').where('name', '=', name),
)

const saveFact = run((db, { name, value }: Values<{ name: Name; value: string }>) =>
  db
    .insertInto('facts')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value })),
)

const deleteFact = run((db, { name }: Values<{ name: Name }>) =>
  db.deleteFrom('facts').where('name', '=', name),
)

const claimed: Name = 'backup claimed until'

const release = run((db, { until }: Values<{ until: string }>) =>
  db.deleteFrom('facts').where('name', '=', claimed).where('value', '=', until),
)

const claim = didChange((db, { now, until }: Values<{ now: number; until: string }>) =>
  db
    .insertInto('facts')
    .values({ name: claimed, value: until })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ value: until })
        .where(sql<boolean>`cast(facts.value as bigint) < ${now}`),
    )
    .returning('name'),
)
