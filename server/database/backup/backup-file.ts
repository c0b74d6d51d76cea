import { randomInt } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { createPrivateFile } from '../engines/private-files.ts'
import type { DatabaseKind } from '../open.ts'
import { ageHeader, readFileHeader } from './age-encryption.ts'
import { removeOnExit } from './remove-on-exit.ts'

export type BackupKind = DatabaseKind

const fileHeaders: [text: string, kind: BackupKind | 'age'][] = [
  ['SQLite format 3\0', 'sqlite'],
  ['PGDMP', 'postgres'],
  [ageHeader, 'age'],
]

/** Whether a file is encrypted by age; raises an Error if there is none. */
export function isEncrypted(file: string): boolean {
  return readKind(file) === 'age'
}

/** Checks that a backup of this kind may be in the file, by how it begins; raises an Error if not. */
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
 * Lets `write` make a file, and gives it its name when it is whole and on the disk: a file of this
 * name is a finished one. Raises an Error when there is one already, unless it may be replaced.
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

/** Makes a name that nobody can have foreseen, and that no process which was killed has left. */
export const makeRandomSuffix = () => randomInt(2 ** 47).toString()

function flushToDisk(path: string): void {
  const descriptor = openSync(path, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
