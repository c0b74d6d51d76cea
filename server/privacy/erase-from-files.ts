import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { dayMs } from '#contract/kit/time/durations.ts'
import { sentMailDays } from '#contract/limits/mails.ts'
import { type Db, isPostgres } from '#server/database/connect.ts'
import { vacuumSqliteFile } from '#server/database/engines/sqlite.ts'
import { isInJsonList } from '#server/database/list/search.ts'
import { all, type Values } from '#server/database/query.ts'
import type { Context } from '#server/kit/context.ts'
import { decodeMail } from './decode-mail.ts'
import type { NameMatcher } from './name-references.ts'
import { countErased } from './queries.ts'

/**
 * Removes what was erased from the files of the data folder: mails that were written there, with
 * these ids or with one of the person's names, and the remains in the embedded database. A mail to
 * or about somebody of the same name is removed as well.
 */
export async function eraseFromFiles(
  { db, settings }: Context,
  { names, mails }: { names: NameMatcher; mails: readonly string[] },
): Promise<void> {
  const folder = join(settings.dataDir, 'outbox')
  const known = new Set(mails.map((id) => `${id}.eml`))
  // One at a time: there may be many.
  for (const name of await listFiles(folder)) {
    const file = join(folder, name)
    if (known.has(name) || (await readTexts(file)).some(names.areIn))
      await rm(file, { force: true })
  }
  await rewriteAfterErasure(db)
}

/**
 * Removes at the start what a crash right after an erasure has left in files. A recent mail without
 * a row was erased, as rows are kept for longer.
 */
export async function eraseLeftoversFromFiles({ db, settings, clock }: Context): Promise<void> {
  const folder = join(settings.dataDir, 'outbox')
  const files = (await listFiles(folder)).filter((name) => name.endsWith('.eml'))
  const ids = files.map((name) => basename(name, '.eml'))
  const rows = await readMailIds(db, { ids: JSON.stringify(ids) })
  const known = new Set(rows.map(({ id }) => `${id}.eml`))
  try {
    for (const name of files.filter((one) => !known.has(one))) {
      const file = join(folder, name)
      if ((await readChangedAt(file)) > clock() - sentMailDays * dayMs) {
        await rm(file, { force: true })
      }
    }
  } finally {
    await rewriteAfterErasure(db)
  }
}

const readMailIds = all((db, { ids }: Values<{ ids: string }>) =>
  db
    .selectFrom('outbox')
    .select('id')
    .where(isInJsonList(db, 'id', ids)),
)

/**
 * Rewrites the file of the embedded database if somebody was erased since the last time. The file
 * itself holds how many were erased by then.
 */
async function rewriteAfterErasure(db: Db): Promise<void> {
  if (isPostgres(db)) return
  const { count } = await countErased(db)
  const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(db)
  if (rows[0]?.user_version === count) return
  await vacuumSqliteFile(db)
  await sql`pragma user_version = ${sql.lit(count)}`.execute(db)
}

/** The texts of a mail's file; none if the file was removed meanwhile. */
async function readTexts(file: string): Promise<string[]> {
  try {
    return decodeMail(await readFile(file))
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** When a file was last changed (ms since 1970); 0 if it was removed meanwhile. */
async function readChangedAt(file: string): Promise<number> {
  try {
    return (await stat(file)).mtimeMs
  } catch (error) {
    if (isMissing(error)) return 0
    throw error
  }
}

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** The names of the files in a folder; none if there is no such folder. */
async function listFiles(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries.filter((one) => one.isFile()).map(({ name }) => name)
  } catch {
    return []
  }
}
