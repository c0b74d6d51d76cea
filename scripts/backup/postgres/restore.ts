import { getErrorMessage } from '#contract/kit/text/text-schemas.ts'
import { assertPredatesChecksums, type RestoreOptions } from '#server/database/backup/checksum.ts'
import {
  assertNoServerConnected,
  getCurrentSchema,
  hasAnyRows,
  listExtensions,
  makeDropStatements,
  withClient,
} from '#server/database/backup/postgres/database.ts'
import { startProgram, toConnectionArguments } from '#server/database/backup/postgres/programs.ts'
import {
  listExpectedParts,
  makeSchemaCheckStatements,
} from '#server/database/backup/postgres/schema.ts'
import { assertExpectedContents } from '#server/database/backup/postgres/table-of-contents.ts'
import { verifyDump } from '#server/database/backup/postgres/verify-dump.ts'
import { findNewerMigrations, formatNewerVersion } from '#server/database/migrate.ts'
import { formatDataLossMessage } from '../arguments.ts'

/**
 * Restores a backup into a PostgreSQL database in one transaction. Throws an Error, with nothing
 * changed, while a server uses the database, if it holds data that may not be replaced, or if the
 * backup is damaged.
 */
export async function restorePostgres(
  file: string,
  url: string,
  { replace, isChecked }: RestoreOptions,
): Promise<void> {
  const migrations = await assertIntact(file, isChecked)
  const { drops, schema, extensions } = await withClient(url, async (client) => {
    await assertNoServerConnected(client)
    if (!replace && (await hasAnyRows(client)))
      throw new Error(formatDataLossMessage('this database'))
    return {
      drops: await makeDropStatements(client),
      schema: await getCurrentSchema(client),
      extensions: await listExtensions(client),
    }
  })
  const parts = await listExpectedParts(url, migrations)
  const check = makeSchemaCheckStatements(schema, parts)
  try {
    await assertExpectedContents(file, parts, extensions)
    await writeBack(file, url, { drops, check })
  } catch (error) {
    throw new Error(`${file} cannot be restored: ${getErrorMessage(error)}`, { cause: error })
  }
}

/** Reads the whole backup and returns the migrations it contains. */
async function assertIntact(file: string, isChecked: boolean): Promise<string[]> {
  try {
    const migrations = await verifyDump(file)
    const [newer] = findNewerMigrations(migrations)
    if (newer) throw new Error(formatNewerVersion(newer))
    if (!isChecked) assertPredatesChecksums(migrations)
    return migrations
  } catch (error) {
    throw new Error(`${file} cannot be restored: ${getErrorMessage(error)}`, { cause: error })
  }
}

/** psql commits only at the end, so an interruption leaves the database as it was. */
async function writeBack(
  file: string,
  url: string,
  { drops, check }: { drops: string; check: string },
): Promise<void> {
  const { dbname, env } = toConnectionArguments(url)
  const quiet = ['--no-psqlrc', '--no-password', '--quiet', '--output=/dev/null']
  const psql = startProgram('psql', [...quiet, '-v', 'ON_ERROR_STOP=1', `--dbname=${dbname}`], env)
  const plain = ['--no-owner', '--no-privileges', '--no-comments']
  const script = startProgram('pg_restore', [...plain, '--file=-', file])
  const { stdin } = psql.child
  // After an error psql reads no more. Its stderr says why.
  stdin.on('error', () => script.child.kill())
  stdin.write(`begin;\n${drops}\n`)
  script.child.stdout.pipe(stdin, { end: false })
  const written = script.ended.then(
    () => stdin.end(`\n${check}\ncommit;\n`),
    (error: unknown) => {
      stdin.end()
      throw error
    },
  )
  const [ended, wrote] = await Promise.allSettled([psql.ended, written])
  if (ended.status === 'rejected') throw ended.reason
  if (wrote.status === 'rejected') throw wrote.reason
}
