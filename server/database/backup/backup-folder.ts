import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { dayMs } from '#contract/kit/time/time.ts'
import { ensureFolder } from '../engines/private-files.ts'
import type { DatabaseAddress } from '../open.ts'
import { hasChecksum } from './checksum.ts'
import { getChecksumPath, writeBackup } from './write-backup.ts'

/** Where a server's own backups go, and how. */
export type BackupTarget = {
  database: DatabaseAddress
  folder: string
  key: string | undefined
  workFolder: string
}

/** A backup that was made and read back. */
export type BackupResult = { file: string; bytes: number }

const ownFileName =
  /^weekward-(\d{4}-\d\d-\d\dT\d{6}\.\d{3}Z)-([\da-f]{8})(?:-before-[\da-z-]+)?\.backup(?:\.age)?$/
const unfinishedFileName = /\.backup(\.age)?\.\d+\.(part|plain)$/

/**
 * Makes a backup in its folder, named by the instant (ms since 1970), so that names are in the order
 * of time, and by its database, so that schools can share a folder.
 */
export async function makeBackup(
  { database, folder, key, workFolder }: BackupTarget,
  now: number,
  before?: string,
): Promise<BackupResult> {
  ensureFolder(folder)
  for (const one of new Set([folder, workFolder])) removeUnfinished(one, now)
  const instant = new Date(now).toISOString().replaceAll(':', '')
  const why = before === undefined ? '' : `-before-${before}`
  const end = key === undefined ? 'backup' : 'backup.age'
  const file = join(folder, `weekward-${instant}-${getFingerprint(database)}${why}.${end}`)
  await writeBackup({ database, file, replace: false, key, workFolder })
  return { file, bytes: statSync(file).size }
}

/**
 * Deletes the older of a school's own backups but for the newest `keep`, and returns their names.
 * What else lies there stays: other schools' backups, and whatever has our name and not our mark.
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

/** The names of a school's own backups, the newest first. */
function listOwnBackups(folder: string, database: DatabaseAddress): string[] {
  const mark = getFingerprint(database)
  const names = readdirSync(folder).filter((name) => name.match(ownFileName)?.[2] === mark)
  return names.sort().reverse()
}

/** A name can be anybody's: what we wrote ends with our checksum, or has it beside it. */
function isOurs(file: string): boolean {
  if (!lstatSync(file).isFile()) return false
  return file.endsWith('.age') ? existsSync(getChecksumPath(file)) : hasChecksum(file)
}

/** What a process that was killed has left; of another one that is at work just now nothing. */
function removeUnfinished(folder: string, now: number): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    if (!name.startsWith('weekward-') || !unfinishedFileName.test(name)) continue
    if (now - lstatSync(file).mtimeMs > dayMs) rmSync(file)
  }
}

/** A database as it is known by its place; nothing of it can be read from this. */
function getFingerprint(database: DatabaseAddress): string {
  const place = database.kind === 'sqlite' ? realpathSync(database.file) : getLocation(database.url)
  return createHash('sha256').update(place).digest('hex').slice(0, 8)
}

function getLocation(url: string): string {
  const { host, pathname, searchParams } = new URL(url)
  return `${host || (searchParams.get('host') ?? '')}${pathname}`
}
