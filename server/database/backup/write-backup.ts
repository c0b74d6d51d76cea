import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { DatabaseAddress } from '../connect.ts'
import { createPrivateFile, ensurePrivateFolder } from '../engines/private-files.ts'
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
  /** The age public key to encrypt for; undefined for no encryption. */
  key: string | undefined
  /** A folder on the server's own disk, for the plain file before it is encrypted. */
  workFolder: string
}

/** The path of an encrypted backup's checksum file, in the format of `sha256sum --check`. */
export const getChecksumPath = (file: string) => `${file}.sha256`

/**
 * Writes a backup while the server is in use, and verifies it: the bytes by checksum, the content
 * as a restore would. The content of an encrypted backup is verified before encryption, since only
 * the holder of the private key could do so later. On any failure it throws an Error and leaves no
 * file.
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
    ensurePrivateFolder(workFolder)
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

/** Throws an Error if a restore of this backup would fail. */
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
