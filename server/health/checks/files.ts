import { existsSync } from 'node:fs'
import { findOpenToOthers, isWritableByOthers } from '#server/database/engines/private-files.ts'
import { allToDo, type Finding, fine, type RunCheck, toDo } from '../check.ts'
import { adviseOnFolder, findFolderProblem } from '../folders.ts'

/** So many are named. */
const named = 3

/** Whether others on this machine can read the school's data, and the server can write it. */
export const checkFiles: RunCheck = async ({ settings: { dataDir, backup } }) => {
  const folders = [...new Set([dataDir, ...(backup.dir === undefined ? [] : [backup.dir])])]
  const locked = folders.flatMap((folder) => findFolderProblem(folder) ?? [])
  const open = existsSync(dataDir) ? findOpenToOthers(dataDir) : []
  const shared = folders.filter((folder) => existsSync(folder) && isWritableByOthers(folder))
  const problems = [
    ...locked.map((problem) => toDo(`${problem}.`, adviseOnFolder)),
    ...(shared.length > 0 ? [writtenByOthers(shared)] : []),
    ...(open.length > 0 ? [readByOthers(open)] : []),
  ]
  if (problems.length > 0) return allToDo(problems)
  if (!existsSync(dataDir)) return fine(`${dataDir} is not there yet: the first start makes it.`)
  return fine(`Nobody but their owner can read what is in ${dataDir}.`)
}

function writtenByOthers(shared: string[]): Finding {
  return toDo(
    `Others can write into ${shared.join(' and ')}: they can take backups away, and put theirs there.`,
    'Make it a folder of the server’s own user alone: chmod 700.',
  )
}

function readByOthers(open: string[]): Finding {
  const more = open.length > named ? ` and ${open.length - named} more` : ''
  return toDo(
    `Others can read ${open.slice(0, named).join(', ')}${more}.`,
    'Start the server again, which closes them, or chmod them: 700 for folders, 600 for files.',
  )
}
