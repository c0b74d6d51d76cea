import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { dayMs } from '#contract/kit/time/durations.ts'
import { sentMailDays } from '#contract/limits/mails.ts'
import { type Db, isPostgres } from '#server/database/connect.ts'
import { isInJsonList } from '#server/database/list/search.ts'
import { all, type Values } from '#server/database/query.ts'
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
  await clearLog(db)
}

/**
 * Removes at the start what a crash right after an erasure has left in files. A recent mail without
 * a row was erased, as rows are kept for longer.
 */
export async function eraseLeftFiles({ db, settings, clock }: Context): Promise<void> {
  const folder = join(settings.dataDir, 'outbox')
  const files = (await listFiles(folder)).filter((name) => name.endsWith('.eml'))
  const ids = files.map((name) => basename(name, '.eml'))
  const rows = await readMailIds(db, { ids: JSON.stringify(ids) })
  const known = new Set(rows.map(({ id }) => `${id}.eml`))
  for (const name of files.filter((one) => !known.has(one))) {
    const file = join(folder, name)
    const { mtimeMs } = await stat(file)
    if (mtimeMs > clock() - sentMailDays * dayMs) await rm(file, { force: true })
  }
  await clearLog(db)
}

const readMailIds = all((db, { ids }: Values<{ ids: string }>) =>
  db
    .selectFrom('outbox')
    .select('id')
    .where(isInJsonList(db, 'id', ids)),
)

/** Removes old pages from the write-ahead log of the embedded database. */
async function clearLog(db: Db): Promise<void> {
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
