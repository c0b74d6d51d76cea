import { statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { type CheckFunction, combineProblems, toPassedFinding, toProblem } from '../check.ts'
import { findExistingAncestor, findFolderProblem, folderAdvice } from '../find-folder-problem.ts'

const gigabyte = 1e9
/** A backup is as large as the database, and the new one is written before old ones are deleted. */
const timesDatabase = 2

/** How much disk space is free for data and backups. */
export const checkDisk: CheckFunction = async ({ settings: { dataDir, backup, database } }) => {
  const folders = [...new Set([dataDir, ...(backup.dir === undefined ? [] : [backup.dir])])]
  // For a folder that cannot be created, its disk's free space says nothing.
  const problems = folders.flatMap((folder) => {
    const problem = findExistingAncestor(folder) === folder ? undefined : findFolderProblem(folder)
    return problem === undefined ? [] : [{ folder, ...toProblem(`${problem}.`, folderAdvice) }]
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
    ? toPassedFinding(`${said}.`)
    : toProblem(`${said}.`, `Free up space: at least ${formatGigabytes(least)} should be free.`)
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
