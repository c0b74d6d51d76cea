import { statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { combineProblems, needsAction, passed, type RunCheck } from '../check.ts'
import { adviseOnFolder, findExistingFolder, findFolderProblem } from '../folders.ts'

const gigabyte = 1e9
/** A backup is as large as the database, and one is made before the older ones go. */
const timesDatabase = 2

/** How much room there is for the data and the backups. */
export const checkDisk: RunCheck = async ({ settings: { dataDir, backup, database } }) => {
  const folders = [...new Set([dataDir, ...(backup.dir === undefined ? [] : [backup.dir])])]
  // The disk on which one would be, if it could be made, is nobody's to praise.
  const problems = folders.flatMap((folder) => {
    const problem = findExistingFolder(folder) === folder ? undefined : findFolderProblem(folder)
    return problem === undefined ? [] : [{ folder, ...needsAction(`${problem}.`, adviseOnFolder) }]
  })
  const there = folders.filter((folder) => problems.every((one) => one.folder !== folder))
  const free = await Promise.all(
    there.map(async (folder) => ({ folder, bytes: await freeIn(folder) })),
  )
  const size =
    database.kind === 'sqlite' ? (statSync(database.file, { throwIfNoEntry: false })?.size ?? 0) : 0
  const least = Math.max(gigabyte, timesDatabase * size)
  const said = free.map(({ folder, bytes }) => `${inGigabytes(bytes)} free at ${folder}`).join(', ')
  const room = free.every(({ bytes }) => bytes >= least)
    ? passed(`${said}.`)
    : needsAction(`${said}.`, `Free up space: at least ${inGigabytes(least)} should be free.`)
  if (problems.length === 0) return room
  return combineProblems(there.length === 0 ? problems : [...problems, room])
}

async function freeIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(findExistingFolder(folder))
  return bavail * bsize
}

function inGigabytes(bytes: number): string {
  return `${(bytes / gigabyte).toFixed(1)} GB`
}
