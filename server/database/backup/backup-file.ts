import { randomInt } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseKind } from '../connect.ts'
import { createPrivateFile } from '../engines/private-files.ts'
import { ageHeader, readFileHeader } from './age-encryption.ts'
import { removeOnExit } from './remove-on-exit.ts'

export type BackupKind = DatabaseKind

const fileHeaders: [text: string, kind: BackupKind | 'age'][] = [
  ['SQLite format 3\0', 'sqlite'],
  ['PGDMP', 'postgres'],
  [ageHeader, 'age'],
]

/** Whether age encrypted a file. Throws an Error if the file does not exist. */
export function isEncrypted(file: string): boolean {
  return readKind(file) === 'age'
}

/** Throws an Error unless a file is a backup of this database kind by its first bytes. */
export function assertBackupKind(file: string, wanted: BackupKind): void {
  const kind = readKind(file)
  if (kind === undefined || kind === 'age') throw new Error(`${file} is not a Weekward backup`)
  if (kind === wanted) return
  throw new Error(
    kind === 'sqlite'
      ? `${file} is from the embedded database: restore it without DATABASE_URL, then run npm run move`
      : `${file} is from PostgreSQL: set DATABASE_URL to a PostgreSQL database to restore it`,
  )
}

function readKind(file: string): BackupKind | 'age' | undefined {
  if (!existsSync(file)) throw new Error(`there is no file ${file}`)
  const beginning = readFileHeader(file)
  return fileHeaders.find(([text]) => beginning.startsWith(text))?.[1]
}

/**
 * Lets `write` fill a temporary file, flushes it to the disk and renames it: a file with this name
 * is always complete. Throws an Error if the file exists and `replace` is false.
 */
export async function writeAtomically(
  file: string,
  replace: boolean,
  write: (part: string) => Promise<void>,
): Promise<void> {
  if (existsSync(file) && !replace) {
    throw new Error(`${file} already exists: choose another name or use --replace`)
  }
  if (!existsSync(dirname(file))) throw new Error(`there is no folder ${dirname(file)}`)
  const part = `${file}.${makeRandomSuffix()}.part`
  createPrivateFile(part)
  const remove = removeOnExit(part)
  try {
    await write(part)
    flushToDisk(part)
    renameSync(part, file)
  } finally {
    remove()
  }
  flushToDisk(dirname(file))
}

/** A random file suffix. It is unpredictable, and no killed process has left a file with it. */
export const makeRandomSuffix = () => randomInt(2 ** 47).toString()

function flushToDisk(path: string): void {
  const descriptor = openSync(path, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
