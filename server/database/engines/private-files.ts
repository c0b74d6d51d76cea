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
/** The sticky bit, set on shared folders such as /tmp. */
const sticky = 0o1000

/** The SQLite database and its side files. */
const databaseFiles = ['', '-wal', '-shm', '-journal'].map((end) => `weekward.db${end}`)

/**
 * Restricts `DATA_DIR` and Weekward's files in it to their owner. `DATA_DIR` itself may be a link;
 * links inside it are left alone. Returns a line for each path that could not be restricted. Does
 * nothing on Windows, which has no such modes.
 */
export function restrictPermissions(dataDir: string): string[] {
  if (process.platform === 'win32') return []
  const folder = statSync(dataDir, { throwIfNoEntry: false })
  if (!folder?.isDirectory()) return []
  // The folder first: afterwards nobody else can replace a file with a link.
  const lines = folder.mode & sticky ? [formatSharedFolder(dataDir)] : restrictPath(dataDir, folder)
  const [files, links] = findOwnFiles(dataDir)
  return [
    ...lines,
    ...links.map((path) => `${path} is a link: who may read what it leads to is not changed`),
    ...files.flatMap((path) => restrictPath(path, lstatSync(path))),
  ]
}

/** Returns which of Weekward's files in `DATA_DIR` other users can access. Changes nothing. */
export function findReadableByOthers(dataDir: string): string[] {
  if (process.platform === 'win32') return []
  const [files] = findOwnFiles(dataDir)
  return [dataDir, ...files].filter((path) => (statSync(path).mode & othersMask) !== 0)
}

/**
 * Creates a folder and its missing parents for the server's user only, unless it exists. It creates
 * one level at a time, since `mkdir` with `recursive` never returns in places such as /proc. Throws
 * an Error that says why it cannot be created.
 */
export function ensurePrivateFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Error(`${folder} is a link to nothing, or to what is no folder`)
  }
  if (dirname(folder) !== folder) ensurePrivateFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: ownerOnly.folder })
  } catch (error) {
    // Another process has just created it.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}

/**
 * Creates an empty file that only its owner can read. Throws an Error if the name exists: it may be
 * somebody else's file, or a link to a place they can read.
 */
export function createPrivateFile(file: string): void {
  writeFileSync(file, '', { flag: 'wx', mode: ownerOnly.file })
}

/** Creates the file if it does not exist. */
export function createPrivateFileIfMissing(file: string): void {
  try {
    createPrivateFile(file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

/** Whether other users may add files to a folder or remove them. */
export function isWritableByOthers(folder: string): boolean {
  return process.platform !== 'win32' && (statSync(folder).mode & writtenByOthers) !== 0
}

function formatSharedFolder(dataDir: string): string {
  return `${dataDir} is a folder for everybody: give Weekward one of its own in DATA_DIR`
}

/** The paths that Weekward writes, split into files and links. */
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
