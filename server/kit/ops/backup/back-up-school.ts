import { join } from 'node:path'
import { sql } from 'kysely'
import { getErrorMessage } from '#contract/kit/text/text-schemas.ts'
import { assertBackupKey } from '#server/database/backup/age-encryption.ts'
import {
  type BackupResult,
  type BackupTarget,
  deleteOlderBackups,
  makeBackup,
} from '#server/database/backup/backup-folder.ts'
import type { Db } from '#server/database/connect.ts'
import { readMigrationStatus } from '#server/database/migrate.ts'
import type { Settings } from '../../settings/settings.ts'

type Asked = Pick<Settings, 'backup' | 'dataDir' | 'database'>

/** Makes the daily backup in `BACKUP_DIR`; once verified, deletes those beyond `BACKUP_KEEP`. */
export async function backUpSchool(
  settings: Asked & { backup: { dir: string } },
  now: number,
): Promise<BackupResult & { deleted: string[] }> {
  const place = await readPlace(settings)
  const made = await makeBackup(place, now)
  return { ...made, deleted: deleteOlderBackups(place, settings.backup.keep) }
}

/**
 * Makes a backup if the schema is about to change and the school has people, even if daily backups
 * are off. Returns undefined if none is needed.
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
    const reason = getErrorMessage(error)
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
