import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { getErrorMessage } from '#contract/kit/text/text-schemas.ts'
import { decryptFile } from '#server/database/backup/age-encryption.ts'
import {
  assertBackupKind,
  isEncrypted,
  makeRandomSuffix,
} from '#server/database/backup/backup-file.ts'
import {
  computeFileChecksum,
  formatChecksumMismatch,
  verifyChecksum,
} from '#server/database/backup/checksum.ts'
import { removeOnExit } from '#server/database/backup/remove-on-exit.ts'
import { getChecksumPath } from '#server/database/backup/write-backup.ts'
import { type DatabaseAddress, openDatabase } from '#server/database/connect.ts'
import {
  createPrivateFile,
  ensurePrivateFolder,
  restrictPermissions,
} from '#server/database/engines/private-files.ts'
import { clearBackupClaim } from '#server/kit/ops/backup/backup-state.ts'
import { readSettings } from '#server/kit/settings/settings.ts'
import { printLine, runOrFail } from '../command-line.ts'
import { parseRestoreArguments } from './arguments.ts'
import { restoreEmbedded } from './embedded/restore.ts'
import { restorePostgres } from './postgres/restore.ts'

const usage = 'npm run restore -- FILE [--replace] [--identity FILE]'

await runOrFail(async () => {
  const { file: given, replace, identity } = parseRestoreArguments(usage)
  const { database, dataDir } = readSettings(process.env)
  const file = isEncrypted(given) ? await decrypt(given, identity, dataDir) : given
  assertBackupKind(file, database.kind)
  const isChecked = await verifyChecksum(file)
  const options = { replace, isChecked }
  if (database.kind === 'sqlite') await restoreEmbedded(file, database.file, options)
  else await restorePostgres(file, database.url, options)
  await endOwnClaim(database)
  for (const line of restrictPermissions(dataDir)) printLine(line)
  if (!isChecked)
    printLine(
      'this backup has no checksum, as it is from an older version: it cannot be checked for damage',
    )
  printLine(`restored the school from ${given}`)
})

/** A nightly backup holds the claim under which it was made, which would delay the next for hours. */
async function endOwnClaim(database: DatabaseAddress): Promise<void> {
  const db = openDatabase(database)
  try {
    await clearBackupClaim(db)
  } finally {
    await db.destroy()
  }
}

/** Decrypts a backup into a file that is deleted at exit, and returns its path. */
async function decrypt(
  file: string,
  identity: string | undefined,
  dataDir: string,
): Promise<string> {
  if (identity === undefined) {
    throw new Error(`${file} is encrypted: use --identity with the file that holds the private key`)
  }
  await assertUnchanged(file)
  ensurePrivateFolder(dataDir)
  const plain = join(dataDir, `${basename(file)}.${makeRandomSuffix()}.plain`)
  createPrivateFile(plain)
  removeOnExit(plain)
  try {
    await decryptFile(file, plain, identity)
  } catch (error) {
    throw new Error(`${file} cannot be decrypted: ${getErrorMessage(error)}`, { cause: error })
  }
  return plain
}

/** A backup may have been copied without its checksum file. age also detects changed bytes. */
async function assertUnchanged(file: string): Promise<void> {
  const sumFile = getChecksumPath(file)
  if (!existsSync(sumFile)) return
  const [sum] = readFileSync(sumFile, 'utf8').split(' ')
  if (sum === (await computeFileChecksum(file))) return
  throw new Error(formatChecksumMismatch(file))
}
