import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { isPostgres } from '#server/database/connect.ts'
import type { Context } from '#server/kit/context.ts'

/**
 * Removes what was erased from the files of the data folder: mails that were written there, and the
 * old pages in the write-ahead log of the embedded database.
 */
export async function eraseFiles(
  { db, settings }: Context,
  { email, mails }: { email: string; mails: readonly string[] },
): Promise<void> {
  const folder = join(settings.dataDir, 'outbox')
  const known = new Set(mails.map((id) => `${id}.eml`))
  for (const name of await listFiles(folder)) {
    const file = join(folder, name)
    if (known.has(name) || (await readFile(file, 'latin1')).includes(email)) {
      await rm(file, { force: true })
    }
  }
  if (!isPostgres(db)) await sql`pragma wal_checkpoint(truncate)`.execute(db)
}

/** The files of a folder; none if there is no such folder. */
async function listFiles(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch {
    return []
  }
}
