import { existsSync } from 'node:fs'
import { findReadableByOthers, isWritableByOthers } from '#server/database/engines/private-files.ts'
import {
  type CheckFunction,
  combineProblems,
  type Finding,
  toPassedFinding,
  toProblem,
} from '../check.ts'
import { findFolderProblem, folderAdvice } from '../find-folder-problem.ts'

/** The number of paths that a finding lists. */
const named = 3

/** Whether others on this machine can read the school's data, and the server can write it. */
export const checkFilePermissions: CheckFunction = async ({ settings: { dataDir, backup } }) => {
  const folders = [...new Set([dataDir, ...(backup.dir === undefined ? [] : [backup.dir])])]
  const locked = folders.flatMap((folder) => findFolderProblem(folder) ?? [])
  const open = existsSync(dataDir) ? findReadableByOthers(dataDir) : []
  const shared = folders.filter((folder) => existsSync(folder) && isWritableByOthers(folder))
  const problems = [
    ...locked.map((problem) => toProblem(`${problem}.`, folderAdvice)),
    ...(shared.length > 0 ? [writtenByOthers(shared)] : []),
    ...(open.length > 0 ? [readByOthers(open)] : []),
  ]
  if (problems.length > 0) return combineProblems(problems)
  if (!existsSync(dataDir))
    return toPassedFinding(`${dataDir} does not exist yet. The first start creates it.`)
  return toPassedFinding(`Only the server’s user can read ${dataDir}.`)
}

function writtenByOthers(shared: string[]): Finding {
  return toProblem(
    `Other users can write to ${shared.join(' and ')}, so they could remove or replace backups.`,
    'Restrict the folder to the server’s user: chmod 700.',
  )
}

function readByOthers(open: string[]): Finding {
  const more = open.length > named ? ` and ${open.length - named} more` : ''
  return toProblem(
    `Other users can read ${open.slice(0, named).join(', ')}${more}.`,
    'Restart the server, which fixes this, or run chmod: 700 for folders, 600 for files.',
  )
}
