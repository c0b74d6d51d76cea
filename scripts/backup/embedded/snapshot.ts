import { mkdtempSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { getErrorMessage } from '#contract/kit/text/text-schemas.ts'
import { removeOnExit } from '#server/database/backup/remove-on-exit.ts'
import {
  copyDatabase,
  finishCopy,
  openExclusively,
} from '#server/database/backup/sqlite/database.ts'
import { type Db, openDatabase } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'

/**
 * Runs `work` with a checked copy of the embedded database in the newest schema. The original is
 * locked for writing and stays as it is. Throws an Error while a server uses it.
 */
export async function withSnapshot<T>(file: string, work: (copy: Db) => Promise<T>): Promise<T> {
  const original = openExclusively(file)
  const folder = mkdtempSync(join(dirname(file), 'moving-'))
  removeOnExit(folder)
  try {
    const copy = join(folder, 'weekward.db')
    await copyDatabase(copy, original)
    try {
      finishCopy(copy)
    } catch (error) {
      throw new Error(`${file} cannot be moved: ${getErrorMessage(error)}`, { cause: error })
    }
    return await withMigrated(copy, work)
  } finally {
    original.close()
  }
}

async function withMigrated<T>(file: string, work: (copy: Db) => Promise<T>): Promise<T> {
  const db = openDatabase({ kind: 'sqlite', file })
  try {
    await migrate(db)
    return await work(db)
  } finally {
    await db.destroy()
  }
}
