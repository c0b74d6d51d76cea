import { join } from 'node:path'
import { sql } from 'kysely'
import { getMessage } from '#contract/kit/text/text.ts'
import { assertBackupKey } from '#server/database/backup/age-encryption.ts'
import {
  type BackupResult,
  type BackupTarget,
  deleteOlderBackups,
  makeBackup,
} from '#server/database/backup/backup-folder.ts'
import { readMigrationStatus } from '#server/database/migrate.ts'
import type { Db } from '#server/database/open.ts'
import type { Settings } from '../../settings/settings.ts'

type Asked = Pick<Settings, 'backup' | 'dataDir' | 'database'>

/** Makes the backup of a day in `BACKUP_DIR`, and deletes those that are too many once it reads back. */
export async function backUpSchool(
  settings: Asked & { backup: { dir: string } },
  now: number,
): Promise<BackupResult & { deleted: string[] }> {
  const place = await readPlace(settings)
  const made = await makeBackup(place, now)
  return { ...made, deleted: deleteOlderBackups(place, settings.backup.keep) }
}

/**
 * Makes a backup where the schema is about to change and anybody is in the school, whether or not
 * daily ones are wanted; returns it, or undefined where none is needed.
 */
export async function backUpBeforeMigration(
  db: Db,
  settings: Asked,
  now: number,
): Promise<BackupResult | undefined> {
  const { waiting, newer, made } = await readMigrationStatus(db)
  const [next] = waiting
  if (next === undefined || newer !== undefined || made === 0) return undefined
  const { rows } = await sql`select 1 from people limit 1`.execute(db)
  if (rows.length === 0) return undefined
  try {
    return await makeBackup(await readPlace(settings), now, next)
  } catch (error) {
    const reason = getMessage(error)
    throw new Error(`the backup before the schema change failed: ${reason}`, {
      cause: error,
    })
  }
}

async function readPlace({ backup, dataDir, database }: Asked): Promise<BackupTarget> {
  if (backup.key !== undefined) await assertBackupKey(backup.key)
  const folder = backup.dir ?? join(dataDir, 'backups')
  return { database, folder, key: backup.key, workFolder: dataDir }
}
