import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { formatCount } from '#contract/kit/plural.ts'
import { getMessage } from '#contract/kit/text.ts'
import { dayMs, hourMs } from '#contract/kit/time.ts'
import { instantWithZone } from '#contract/kit/zone.ts'
import { findProgram } from '#server/database/backup/postgres/programs.ts'
import { lateAfterMs } from '#server/kit/ops/backup/due.ts'
import {
  type FailedBackup,
  type LastBackup,
  readFailedBackup,
  readLastBackup,
} from '#server/kit/ops/backup/state.ts'
import {
  allToDo,
  type CheckContext,
  type Finding,
  fine,
  openSchool,
  type RunCheck,
  toDo,
} from '../check.ts'
import { adviseOnFolder, findFolderProblem } from '../folders.ts'

/** When the school was last backed up by itself, and whether that went well. */
export const checkBackup: RunCheck = async (looking) => {
  const { settings } = looking
  const { backup, database, demo } = settings
  const missing = database.kind === 'postgres' ? programMissing() : undefined
  const problems = missing ? [missing] : []
  if (backup.dir === undefined) {
    const said = 'None is made by itself, but before the schema changes.'
    if (!demo) problems.push(toDo(said, 'Set BACKUP_DIR to a folder on another disk.'))
    return problems.length > 0 ? allToDo(problems) : fine(said)
  }
  const problem = findFolderProblem(backup.dir)
  if (problem) problems.push(toDo(`BACKUP_DIR: ${problem}.`, adviseOnFolder))
  // A database that is not there has a line of its own.
  if (problems.length > 0 && !looking.context) return allToDo(problems)
  const { db } = openSchool(looking)
  const [last, failed] = [await readLastBackup(db), await readFailedBackup(db)]
  const found = judgeLast(looking, last, failed)
  const elsewhere = last && judgePlace(settings, last, backup.dir)
  if (found.todo !== null) problems.push(found)
  if (elsewhere) problems.push(elsewhere)
  return problems.length > 0 ? allToDo(problems) : found
}

/** Whether the newest went well, and is no older than it should be. */
function judgeLast(
  { settings: { timeZone }, clock }: CheckContext,
  last: LastBackup | undefined,
  failed: FailedBackup | undefined,
): Finding {
  const when = (at: number) => instantWithZone(at, timeZone)
  if (failed) {
    return toDo(
      `The one of ${when(failed.at)} failed: ${failed.reason}.${last ? ` The last that went well is of ${when(last.at)}.` : ''}`,
      'Put that right: it is tried again each hour.',
    )
  }
  if (!last) {
    return toDo(
      'None has been made yet.',
      'Start the server: the first comes within a minute or two.',
    )
  }
  const age = clock() - last.at
  if (age > lateAfterMs) {
    return toDo(
      `The last is of ${when(last.at)}: ${age < 2 * dayMs ? formatCount(Math.floor(age / hourMs), 'hour', 'hours') : formatCount(Math.floor(age / dayMs), 'day', 'days')} old.`,
      'Look whether the server runs at night, and what its log says.',
    )
  }
  const size = `${(last.bytes / 1e6).toFixed(1)} MB${last.isEncrypted ? ', encrypted' : ''}`
  return fine(`${when(last.at)}: ${basename(last.file)} (${size}), read back.`)
}

/** Whether the newest is where it should be; undefined if it is. */
function judgePlace(
  { timeZone }: Pick<CheckContext['settings'], 'timeZone'>,
  { at, file }: LastBackup,
  dir: string,
): Finding | undefined {
  const when = instantWithZone(at, timeZone)
  if (dirname(file) !== dir) {
    return toDo(
      `The newest, of ${when}, lies in ${dirname(file)}, and not in ${dir}.`,
      'The next one goes there at night. See that each server has the same BACKUP_DIR, and copy what is in the other folder.',
    )
  }
  if (existsSync(file)) return undefined
  return toDo(`That of ${when} is not in ${dir} any more.`, 'See who took it away.')
}

function programMissing(): Finding | undefined {
  try {
    findProgram('pg_dump')
    return undefined
  } catch (error) {
    const said = getMessage(error)
    const [what, todo = ''] = said.split(': ')
    return toDo(
      `${what}: no backup can be made, and the schema does not change without one.`,
      `${todo.charAt(0).toUpperCase()}${todo.slice(1)}.`,
    )
  }
}
