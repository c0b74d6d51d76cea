import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { makeFolder, makePrivateFile } from '../engines/private-files.ts'
import type { DatabaseAddress } from '../open.ts'
import { ageBeginning, encryptInto, readBeginning } from './age-encryption.ts'
import { freshMark, writeWhole } from './backup-file.ts'
import { removeAtTheEnd } from './clean-up.ts'
import { assertSchoolDatabase, copyInto, openToRead, settleCopy } from './embedded/database.ts'
import { assertOwnSchema } from './embedded/schema.ts'
import { sealBackup, sumOfFile, verifyChecksum } from './own-checksum.ts'
import { dumpPostgres } from './postgres/database.ts'
import { readToEnd } from './postgres/read-back.ts'

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
export const getChecksumFile = (file: string) => `${file}.sha256`

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
  await writeWhole(file, replace, async (part) => {
    if (key === undefined) return writePlain(database, part)
    makeFolder(workFolder)
    const plain = join(workFolder, `${basename(file)}.${freshMark()}.plain`)
    makePrivateFile(plain)
    const remove = removeAtTheEnd(plain)
    try {
      await writePlain(database, plain)
      const sum = await encryptInto(plain, part, key)
      await assertEncrypted(part, sum)
      writeFileSync(getChecksumFile(file), `${sum}  ${basename(file)}\n`, { mode: 0o600 })
    } finally {
      remove()
    }
  })
}

async function writePlain(database: DatabaseAddress, file: string): Promise<void> {
  if (database.kind === 'sqlite') await copyEmbedded(database.file, file)
  else await dumpPostgres(database.url, file)
  await sealBackup(file)
  await readBack(database, file)
}

async function copyEmbedded(from: string, file: string): Promise<void> {
  const database = openToRead(from)
  try {
    await copyInto(file, database)
  } finally {
    database.close()
  }
  settleCopy(file)
}

/** Raises an Error where a restore of this backup would. */
async function readBack(database: DatabaseAddress, file: string): Promise<void> {
  if (!(await verifyChecksum(file))) throw new Error(`${file} has no checksum`)
  if (database.kind === 'postgres') {
    await readToEnd(file)
    return
  }
  const copy = openToRead(file)
  try {
    assertSchoolDatabase(copy)
  } finally {
    copy.close()
  }
  await assertOwnSchema(file)
}

async function assertEncrypted(file: string, sum: string): Promise<void> {
  if (readBeginning(file) !== ageBeginning || (await sumOfFile(file)) !== sum) {
    throw new Error(`${file} does not match what was written`)
  }
}
