import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

const ownerOnly = { folder: 0o700, file: 0o600 }
const othersMask = 0o077
const writtenByOthers = 0o022
/** Set on folders such as /tmp, in which everybody has their own things. */
const sticky = 0o1000

/** The database, and what SQLite keeps beside it. */
const databaseFiles = ['', '-wal', '-shm', '-journal'].map((end) => `weekward.db${end}`)

/**
 * Lets nobody but their owner into `DATA_DIR` and the files in it that are Weekward's. `DATA_DIR`
 * itself may be a link; links inside are left alone, with what they lead to. Returns a line for
 * each thing that stays as it is. Where files have no such modes, as on Windows, nothing is done.
 */
export function restrictPermissions(dataDir: string): string[] {
  if (process.platform === 'win32') return []
  const folder = statSync(dataDir, { throwIfNoEntry: false })
  if (!folder?.isDirectory()) return []
  // The folder first: from then on nobody else can put a link in a file's place.
  const lines = folder.mode & sticky ? [formatSharedFolder(dataDir)] : restrictPath(dataDir, folder)
  const [files, links] = findOwnFiles(dataDir)
  return [
    ...lines,
    ...links.map((path) => `${path} is a link: who may read what it leads to is not changed`),
    ...files.flatMap((path) => restrictPath(path, lstatSync(path))),
  ]
}

/** What of Weekward's in `DATA_DIR` others than its owner may look into; nothing is changed. */
export function findReadableByOthers(dataDir: string): string[] {
  if (process.platform === 'win32') return []
  const [files] = findOwnFiles(dataDir)
  return [dataDir, ...files].filter((path) => (statSync(path).mode & othersMask) !== 0)
}

/**
 * Makes a folder, with those above it that are missing, for the server's own user alone, unless it
 * is there. One level at a time: where nothing can be made, as in /proc, Node's own way to make
 * several goes on for ever. Raises an Error that says why there can be none.
 */
export function ensureFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Error(`${folder} is a link to nothing, or to what is no folder`)
  }
  if (dirname(folder) !== folder) ensureFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: ownerOnly.folder })
  } catch (error) {
    // Another process that started at the same moment was quicker.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}

/**
 * Makes an empty file that only its owner can read. Raises an Error where there is one of this name,
 * which may be somebody else's, or a link to where they read along.
 */
export function createPrivateFile(file: string): void {
  writeFileSync(file, '', { flag: 'wx', mode: ownerOnly.file })
}

/** The same, unless the file is there. */
export function ensurePrivateFile(file: string): void {
  try {
    createPrivateFile(file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

/** Whether others than its owner may put files into a folder, or take them away. */
export function isWritableByOthers(folder: string): boolean {
  return process.platform !== 'win32' && (statSync(folder).mode & writtenByOthers) !== 0
}

function formatSharedFolder(dataDir: string): string {
  return `${dataDir} is a folder for everybody: give Weekward one of its own in DATA_DIR`
}

/** What Weekward wrote, and which of it are links. */
function findOwnFiles(dataDir: string): [files: string[], links: string[]] {
  const kindOf = (path: string) => lstatSync(path, { throwIfNoEntry: false })
  const outbox = join(dataDir, 'outbox')
  const mails = kindOf(outbox)?.isDirectory() ? readdirSync(outbox) : []
  const own = [
    ...databaseFiles.map((name) => join(dataDir, name)),
    outbox,
    ...mails.map((name) => join(outbox, name)),
  ]
  const isLink = (path: string) => kindOf(path)?.isSymbolicLink()
  return [own.filter((path) => kindOf(path) && !isLink(path)), own.filter(isLink)]
}

function restrictPath(path: string, about: Stats): string[] {
  if ((about.mode & othersMask) === 0) return []
  try {
    chmodSync(path, ownerOnly[about.isDirectory() ? 'folder' : 'file'])
    return []
  } catch {
    return [`${path} can be read by others, and Weekward may not change that: run chmod on it`]
  }
}
