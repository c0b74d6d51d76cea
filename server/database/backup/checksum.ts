import { createHash } from 'node:crypto'
import { appendFileSync, closeSync, createReadStream, openSync, readSync, statSync } from 'node:fs'

/**
 * The trailer after the last byte of a backup, which SQLite and pg_restore ignore. It detects
 * corruption, not deliberate changes of both data and checksum.
 */
const checksumPrefix = '\nweekward backup, sha256 of all before: '
const checksumDigits = 64
const trailerLength = checksumPrefix.length + checksumDigits + 1

/** Whether existing data may be replaced, and whether the backup's checksum was verified. */
export type RestoreOptions = { replace: boolean; isChecked: boolean }

/** Appends the checksum of a file's content to the file. */
export async function appendChecksum(file: string): Promise<void> {
  const sum = await computeChecksum(file, statSync(file).size)
  appendFileSync(file, `${checksumPrefix}${sum}\n`)
}

/**
 * Verifies a backup's own checksum; throws an Error if a byte has changed. Returns false if it has
 * none: `assertPredatesChecksums` decides whether that is allowed.
 */
export async function verifyChecksum(file: string): Promise<boolean> {
  const { size } = statSync(file)
  if (!hasChecksum(file)) return false
  const end = readTrailer(file, size)
  const sum = end.slice(checksumPrefix.length, checksumPrefix.length + checksumDigits)
  if (sum === (await computeChecksum(file, size - trailerLength))) return true
  throw new Error(formatChecksumMismatch(file))
}

export function formatChecksumMismatch(file: string): string {
  return `${file} cannot be restored: it has changed since it was written: the checksum does not match`
}

/** Whether a backup ends with a checksum, valid or not. */
export function hasChecksum(file: string): boolean {
  const { size } = statSync(file)
  return size >= trailerLength && readTrailer(file, size).startsWith(checksumPrefix)
}

/** The SHA-256 of a file in hexadecimal. */
export function computeFileChecksum(file: string): Promise<string> {
  return computeChecksum(file, statSync(file).size)
}

/** The first migration of a version that appends a checksum to every backup. */
const firstWithChecksum = '0007'

/** Throws an Error if these migrations come from a version that appends checksums. */
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
