import { createHash } from 'node:crypto'
import { appendFileSync, closeSync, createReadStream, openSync, readSync, statSync } from 'node:fs'

/**
 * Stands behind the last byte of a backup, where SQLite and pg_restore do not look: both can still
 * read the file as it is. It tells of bytes that changed, not of somebody who changes them and this.
 */
const before = '\nweekward backup, sha256 of all before: '
const digits = 64
const length = before.length + digits + 1

/** Whether data may be lost, and whether the backup's own checksum was there and right. */
export type RestoreOptions = { replace: boolean; isChecked: boolean }

/** Writes the checksum of all that is in a file behind it. */
export async function sealBackup(file: string): Promise<void> {
  const sum = await computeChecksum(file, statSync(file).size)
  appendFileSync(file, `${before}${sum}\n`)
}

/**
 * Checks a backup against its own checksum; raises an Error when a byte has changed. False when it
 * has none: `assertNotNewer` says whether that can be.
 */
export async function verifyChecksum(file: string): Promise<boolean> {
  const { size } = statSync(file)
  if (!isSealed(file)) return false
  const end = readEnd(file, size)
  const sum = end.slice(before.length, before.length + digits)
  if (sum === (await computeChecksum(file, size - length))) return true
  throw new Error(formatHasChanged(file))
}

/** Says that a backup is not what was written. */
export function formatHasChanged(file: string): string {
  return `${file} cannot be restored: it has changed since it was written: the checksum does not match`
}

/** Whether a backup has a checksum of its own, right or not. */
export function isSealed(file: string): boolean {
  const { size } = statSync(file)
  return size >= length && readEnd(file, size).startsWith(before)
}

/** The SHA-256 of a file, in hexadecimal digits. */
export function sumOfFile(file: string): Promise<string> {
  return computeChecksum(file, statSync(file).size)
}

/** The first migration of a version that writes a checksum behind every backup. */
const firstWithChecksum = '0007'

/** Raises an Error where the newest of these migrations is of a version that writes a checksum. */
export function assertNotNewer(migrations: string[]): void {
  if (migrations.every((name) => name < firstWithChecksum)) return
  throw new Error('it is damaged: the checksum at its end is missing')
}

function readEnd(file: string, size: number): string {
  const bytes = Buffer.alloc(length)
  const descriptor = openSync(file, 'r')
  try {
    readSync(descriptor, bytes, 0, length, size - length)
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
