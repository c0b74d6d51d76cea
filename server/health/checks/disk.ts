import { statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { combineProblems, needsAction, passed, type RunCheck } from '../check.ts'
import { findExistingAncestor, findFolderProblem, folderAdvice } from '../folders.ts'

const gigabyte = 1e9
/** A backup is as large as the database, and one is made before the older ones go. */
const timesDatabase = 2

/** How much room there is for the data and the backups. */
export const checkDisk: RunCheck = async ({ settings: { dataDir, backup, database } }) => {
  const folders = [...new Set([dataDir, ...(backup.dir === undefined ? [] : [backup.dir])])]
  // The disk on which one would be, if it could be made, is nobody's to praise.
  const problems = folders.flatMap((folder) => {
    const problem = findExistingAncestor(folder) === folder ? undefined : findFolderProblem(folder)
    return problem === undefined ? [] : [{ folder, ...needsAction(`${problem}.`, folderAdvice) }]
  })
  const there = folders.filter((folder) => problems.every((one) => one.folder !== folder))
  const free = await Promise.all(
    there.map(async (folder) => ({ folder, bytes: await readFreeBytes(folder) })),
  )
  const size =
    database.kind === 'sqlite' ? (statSync(database.file, { throwIfNoEntry: false })?.size ?? 0) : 0
  const least = Math.max(gigabyte, timesDatabase * size)
  const said = free
    .map(({ folder, bytes }) => `${formatGigabytes(bytes)} free at ${folder}`)
    .join(', ')
  const room = free.every(({ bytes }) => bytes >= least)
    ? passed(`${said}.`)
    : needsAction(`${said}.`, `Free up space: at least ${formatGigabytes(least)} should be free.`)
  if (problems.length === 0) return room
  return combineProblems(there.length === 0 ? problems : [...problems, room])
}

async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(findExistingAncestor(folder))
  return bavail * bsize
}

function formatGigabytes(bytes: number): string {
  return `${(bytes / gigabyte).toFixed(1)} GB`
}
