import { existsSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { getMessage } from '#contract/kit/text/text.ts'
import { removeAtTheEnd } from '#server/database/backup/clean-up.ts'
import {
  assertSchoolDatabase,
  copyInto,
  hasRows,
  openAlone,
  openToRead,
  settleCopy,
  texts,
} from '#server/database/backup/embedded/database.ts'
import { assertOwnSchema } from '#server/database/backup/embedded/schema.ts'
import { assertNotNewer, type RestoreOptions } from '#server/database/backup/own-checksum.ts'
import { makeFolder } from '#server/database/engines/private-files.ts'
import { formatHoldsData } from '../command.ts'

/**
 * Brings a backup back into the embedded database. Raises an Error, with nothing changed, while a
 * server uses it, when it holds data that may not be replaced, and when the backup is not whole.
 */
export async function restoreEmbedded(
  file: string,
  target: string,
  { replace, isChecked }: RestoreOptions,
): Promise<void> {
  makeFolder(dirname(target))
  const lookAtTarget = (look: (database: DatabaseSync) => void) => {
    if (existsSync(target)) whileAlone(target, look)
  }
  const assertFree = (database: DatabaseSync) => {
    if (!replace && hasRows(database)) throw new Error(formatHoldsData(target))
  }
  lookAtTarget(assertFree)
  const checked = `${target}.restoring`
  removeAtTheEnd(checked)
  await copyChecked(file, checked, isChecked)
  lookAtTarget((database) => {
    assertFree(database)
    // Pages of any size fit into the older mode; a server that starts changes it back.
    database.exec('pragma journal_mode = delete')
  })
  await swapIn(checked, target)
}

function whileAlone(target: string, look: (database: DatabaseSync) => void): void {
  const database = openAlone(target)
  try {
    look(database)
  } finally {
    database.close()
  }
}

/** What is put into the place later is what was checked, byte for byte. */
async function copyChecked(file: string, checked: string, isChecked: boolean): Promise<void> {
  rmSync(checked, { force: true })
  const backup = openToRead(file)
  try {
    await copyInto(checked, backup)
    settleCopy(checked)
    if (!isChecked) assertNotNewer(texts(backup, 'select name from kysely_migration'))
    await assertOwnSchema(checked)
  } catch (error) {
    throw new Error(`${file} cannot be restored: ${getMessage(error)}`, { cause: error })
  } finally {
    backup.close()
  }
}

/**
 * One transaction of SQLite's: whoever is cut off in the middle leaves the old school. A file that
 * is put in another's place would leave a server that starts just then with the old one.
 */
async function swapIn(checked: string, target: string): Promise<void> {
  const copy = openToRead(checked)
  try {
    await copyInto(target, copy)
  } finally {
    copy.close()
  }
  const restored = openToRead(target)
  try {
    assertSchoolDatabase(restored)
  } finally {
    restored.close()
  }
}
