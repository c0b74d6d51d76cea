import { createHash } from 'node:crypto'
import { appendFileSync, closeSync, createReadStream, openSync, readSync, statSync } from 'node:fs'

/**
 * Stands behind the last byte of a backup, where SQLite and pg_restore do not look: both can still
 * read the file as it is. It tells of bytes that changed, not of somebody who changes them and this.
 */
const checksumPrefix = '\nweekward backup, sha256 of all before: '
const checksumDigits = 64
const trailerLength = checksumPrefix.length + checksumDigits + 1

/** Whether data may be lost, and whether the backup's own checksum was there and right. */
export type RestoreOptions = { replace: boolean; isChecked: boolean }

/** Writes the checksum of all that is in a file behind it. */
export async function appendChecksum(file: string): Promise<void> {
  const sum = await computeChecksum(file, statSync(file).size)
  appendFileSync(file, `${checksumPrefix}${sum}\n`)
}

/**
 * Checks a backup against its own checksum; raises an Error when a byte has changed. False when it
 * has none: `assertPredatesChecksums` says whether that can be.
 */
export async function verifyChecksum(file: string): Promise<boolean> {
  const { size } = statSync(file)
  if (!hasChecksum(file)) return false
  const end = readTrailer(file, size)
  const sum = end.slice(checksumPrefix.length, checksumPrefix.length + checksumDigits)
  if (sum === (await computeChecksum(file, size - trailerLength))) return true
  throw new Error(formatChecksumMismatch(file))
}

/** Says that a backup is not what was written. */
export function formatChecksumMismatch(file: string): string {
  return `${file} cannot be restored: it has changed since it was written: the checksum does not match`
}

/** Whether a backup has a checksum of its own, right or not. */
export function hasChecksum(file: string): boolean {
  const { size } = statSync(file)
  return size >= trailerLength && readTrailer(file, size).startsWith(checksumPrefix)
}

/** The SHA-256 of a file, in hexadecimal digits. */
export function computeFileChecksum(file: string): Promise<string> {
  return computeChecksum(file, statSync(file).size)
}

/** The first migration of a version that writes a checksum behind every backup. */
const firstWithChecksum = '0007'

/** Raises an Error where the newest of these migrations is of a version that writes a checksum. */
export function assertPredatesChecksums(migrations: string[]): void {
  if (migrations.every((name) => name < firstWithChecksum)) return
  throw new Error('it is damaged: the checksum at its end is missing')
}

function readTrailer(file: string, size: number): string {
  const bytes = Buffer.alloc(trailerLength)
  const descriptor = openSync(file, 'r')
  try {
    readSync(descriptor, bytes, 0, trailerLength, size - trailerLength)
  } finally {
    closeSync(descriptor)
  }
  return bytes.toString('latin1')
}

async function computeChecksum(file: string, bytes: number): Promise<string> {
  const hash = createHash('sha256')
  if (bytes === 0) return hash.digest('hex')
  for await (const part of createReadStream(file, { end: bytes - 1 })) hash.update(part)
  return hash.digest('hex')
}
