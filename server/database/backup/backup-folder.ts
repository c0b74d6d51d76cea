import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { dayMs } from '#contract/kit/time/durations.ts'
import type { DatabaseAddress } from '../connect.ts'
import { ensurePrivateFolder } from '../engines/private-files.ts'
import { hasChecksum } from './checksum.ts'
import { getChecksumPath, writeBackup } from './write-backup.ts'

/** Where a server's scheduled backups are written, and with which key. */
export type BackupTarget = {
  database: DatabaseAddress
  folder: string
  key: string | undefined
  workFolder: string
}

/** A backup that was written and verified. */
export type BackupResult = { file: string; bytes: number }

const ownFileName =
  /^weekward-(\d{4}-\d\d-\d\dT\d{6}\.\d{3}Z)-([\da-f]{8})(?:-before-[\da-z-]+)?\.backup(?:\.age)?$/
const unfinishedFileName = /\.backup(\.age)?\.\d+\.(part|plain)$/

/**
 * Writes a backup into the folder. Its name has the time (`now`, ms since 1970), so that names sort
 * by time, and a fingerprint of the database's location, so that schools of one machine can share a
 * folder. `before` names the migration that it precedes.
 */
export async function makeBackup(
  { database, folder, key, workFolder }: BackupTarget,
  now: number,
  before?: string,
): Promise<BackupResult> {
  ensurePrivateFolder(folder)
  for (const one of new Set([folder, workFolder])) removeUnfinished(one, now)
  const instant = new Date(now).toISOString().replaceAll(':', '')
  const why = before === undefined ? '' : `-before-${before}`
  const end = key === undefined ? 'backup' : 'backup.age'
  const file = join(folder, `weekward-${instant}-${getFingerprint(database)}${why}.${end}`)
  await writeBackup({ database, file, replace: false, key, workFolder })
  return { file, bytes: statSync(file).size }
}

/**
 * Deletes all but the newest `keep` of this school's own backups and returns their names. Other
 * files stay, also those with our name but without our checksum.
 */
export function deleteOlderBackups({ database, folder }: BackupTarget, keep: number): string[] {
  const older = listOwnBackups(folder, database).slice(keep)
  const ours = older.filter((name) => isOurs(join(folder, name)))
  for (const name of ours) {
    rmSync(join(folder, name))
    rmSync(getChecksumPath(join(folder, name)), { force: true })
  }
  return ours
}

/** The names of this school's backups, newest first. */
function listOwnBackups(folder: string, database: DatabaseAddress): string[] {
  const mark = getFingerprint(database)
  const names = readdirSync(folder).filter((name) => name.match(ownFileName)?.[2] === mark)
  return names.sort().reverse()
}

/** The name alone proves nothing: our files end with our checksum, or have it beside them. */
function isOurs(file: string): boolean {
  if (!lstatSync(file).isFile()) return false
  return file.endsWith('.age') ? existsSync(getChecksumPath(file)) : hasChecksum(file)
}

/** Removes temporary files of killed processes; those younger than a day may still be in use. */
function removeUnfinished(folder: string, now: number): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    if (!name.startsWith('weekward-') || !unfinishedFileName.test(name)) continue
    if (now - lstatSync(file).mtimeMs > dayMs) rmSync(file)
  }
}

/** A hash of the database's location, from which nothing about it can be read. */
function getFingerprint(database: DatabaseAddress): string {
  const place = database.kind === 'sqlite' ? realpathSync(database.file) : getLocation(database.url)
  return createHash('sha256').update(place).digest('hex').slice(0, 8)
}

function getLocation(url: string): string {
  const { host, pathname, searchParams } = new URL(url)
  return `${host || (searchParams.get('host') ?? '')}${pathname}`
}
