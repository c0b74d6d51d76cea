import { existsSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fine, type Look, toDo } from '../looking.ts'

const gigabyte = 1e9
/** A backup is as large as the database, and one is made before the older ones go. */
const timesDatabase = 2

/** How much room there is for the data and the backups. */
export const lookAtDisk: Look = async ({ settings: { dataDir, backup, database } }) => {
  const folders = [...new Set([dataDir, ...(backup.dir === undefined ? [] : [backup.dir])])]
  const free = await Promise.all(
    folders.map(async (folder) => ({ folder, bytes: await freeIn(folder) })),
  )
  const size =
    database.kind === 'sqlite' ? (statSync(database.file, { throwIfNoEntry: false })?.size ?? 0) : 0
  const least = Math.max(gigabyte, timesDatabase * size)
  const said = free.map(({ folder, bytes }) => `${inGigabytes(bytes)} free at ${folder}`).join(', ')
  if (free.every(({ bytes }) => bytes >= least)) return fine(`${said}.`)
  return toDo(`${said}.`, `Make room: ${inGigabytes(least)} at least should be free.`)
}

/** Of a folder that is still to be made, the one in which it will be. */
async function freeIn(folder: string): Promise<number> {
  let there = folder
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there)
  const { bavail, bsize } = await statfs(there)
  return bavail * bsize
}

function inGigabytes(bytes: number): string {
  return `${(bytes / gigabyte).toFixed(1)} GB`
}
