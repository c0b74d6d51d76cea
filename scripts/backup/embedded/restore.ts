import { existsSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { getErrorMessage } from '#contract/kit/text/text-schemas.ts'
import { assertPredatesChecksums, type RestoreOptions } from '#server/database/backup/checksum.ts'
import { removeOnExit } from '#server/database/backup/remove-on-exit.ts'
import {
  assertSchoolDatabase,
  copyDatabase,
  finishCopy,
  hasAnyRows,
  openExclusively,
  openReadOnly,
  readFirstColumn,
} from '#server/database/backup/sqlite/database.ts'
import { assertSchemaMatchesMigrations } from '#server/database/backup/sqlite/schema.ts'
import { ensurePrivateFolder } from '#server/database/engines/private-files.ts'
import { formatDataLossMessage } from '../arguments.ts'

/**
 * Restores a backup into the embedded database. Throws an Error, with nothing changed, while a
 * server uses the database, if it holds data that may not be replaced, or if the backup is damaged.
 */
export async function restoreEmbedded(
  file: string,
  target: string,
  { replace, isChecked }: RestoreOptions,
): Promise<void> {
  ensurePrivateFolder(dirname(target))
  const lookAtTarget = (look: (database: DatabaseSync) => void) => {
    if (existsSync(target)) whileAlone(target, look)
  }
  const assertFree = (database: DatabaseSync) => {
    if (!replace && hasAnyRows(database)) throw new Error(formatDataLossMessage(target))
  }
  lookAtTarget(assertFree)
  const checked = `${target}.restoring`
  removeOnExit(checked)
  await copyChecked(file, checked, isChecked)
  lookAtTarget((database) => {
    assertFree(database)
    // The older mode accepts any page size. A server changes it back at its start.
    database.exec('pragma journal_mode = delete')
  })
  await swapIn(checked, target)
}

function whileAlone(target: string, look: (database: DatabaseSync) => void): void {
  const database = openExclusively(target)
  try {
    look(database)
  } finally {
    database.close()
  }
}

/** Copies and checks the backup, so that exactly the checked bytes are restored later. */
async function copyChecked(file: string, checked: string, isChecked: boolean): Promise<void> {
  rmSync(checked, { force: true })
  const backup = openReadOnly(file)
  try {
    await copyDatabase(checked, backup)
    finishCopy(checked)
    if (!isChecked)
      assertPredatesChecksums(readFirstColumn(backup, 'select name from kysely_migration'))
    await assertSchemaMatchesMigrations(checked)
  } catch (error) {
    throw new Error(`${file} cannot be restored: ${getErrorMessage(error)}`, { cause: error })
  } finally {
    backup.close()
  }
}

/**
 * Restores in one SQLite transaction: an interruption leaves the old school. Replacing the file
 * instead would leave a server that starts at that moment with the old one.
 */
async function swapIn(checked: string, target: string): Promise<void> {
  const copy = openReadOnly(checked)
  try {
    await copyDatabase(target, copy)
  } finally {
    copy.close()
  }
  const restored = openReadOnly(target)
  try {
    assertSchoolDatabase(restored)
  } finally {
    restored.close()
  }
}
