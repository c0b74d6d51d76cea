import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createPrivateFile, ensureFolder } from '../engines/private-files.ts'
import type { DatabaseAddress } from '../open.ts'
import { ageHeader, encryptFile, readFileHeader } from './age-encryption.ts'
import { makeRandomSuffix, writeAtomically } from './backup-file.ts'
import { appendChecksum, computeFileChecksum, verifyChecksum } from './checksum.ts'
import { dumpPostgres } from './postgres/database.ts'
import { verifyDump } from './postgres/verify-dump.ts'
import { removeOnExit } from './remove-on-exit.ts'
import { assertSchoolDatabase, copyDatabase, finishCopy, openReadOnly } from './sqlite/database.ts'
import { assertSchemaMatchesMigrations } from './sqlite/schema.ts'

type BackupOptions = {
  database: DatabaseAddress
  file: string
  replace: boolean
  /** The public key of age that it is encrypted for, if it is. */
  key: string | undefined
  /** A folder on the server's own disk: what is encrypted stands there first as it is. */
  workFolder: string
}

/** Where the SHA-256 of an encrypted backup stands, as `sha256sum --check` reads it. */
export const getChecksumPath = (file: string) => `${file}.sha256`

/**
 * Writes a backup of the school, while others write, and reads it back: every byte by its checksum,
 * and what is in it as a restore would. Of an encrypted one what is in it is read before it is
 * encrypted, as only the owner of the private key can do so afterwards. Raises an Error, with no file
 * left, where any of that fails.
 */
export async function writeBackup({
  database,
  file,
  replace,
  key,
  workFolder,
}: BackupOptions): Promise<void> {
  await writeAtomically(file, replace, async (part) => {
    if (key === undefined) return writeUnencrypted(database, part)
    ensureFolder(workFolder)
    const plain = join(workFolder, `${basename(file)}.${makeRandomSuffix()}.plain`)
    createPrivateFile(plain)
    const remove = removeOnExit(plain)
    try {
      await writeUnencrypted(database, plain)
      const sum = await encryptFile(plain, part, key)
      await assertEncrypted(part, sum)
      writeFileSync(getChecksumPath(file), `${sum}  ${basename(file)}\n`, { mode: 0o600 })
    } finally {
      remove()
    }
  })
}

async function writeUnencrypted(database: DatabaseAddress, file: string): Promise<void> {
  if (database.kind === 'sqlite') await copyEmbedded(database.file, file)
  else await dumpPostgres(database.url, file)
  await appendChecksum(file)
  await readBack(database, file)
}

async function copyEmbedded(from: string, file: string): Promise<void> {
  const database = openReadOnly(from)
  try {
    await copyDatabase(file, database)
  } finally {
    database.close()
  }
  finishCopy(file)
}

/** Raises an Error where a restore of this backup would. */
async function readBack(database: DatabaseAddress, file: string): Promise<void> {
  if (!(await verifyChecksum(file))) throw new Error(`${file} has no checksum`)
  if (database.kind === 'postgres') {
    await verifyDump(file)
    return
  }
  const copy = openReadOnly(file)
  try {
    assertSchoolDatabase(copy)
  } finally {
    copy.close()
  }
  await assertSchemaMatchesMigrations(file)
}

async function assertEncrypted(file: string, sum: string): Promise<void> {
  if (readFileHeader(file) !== ageHeader || (await computeFileChecksum(file)) !== sum) {
    throw new Error(`${file} does not match what was written`)
  }
}
