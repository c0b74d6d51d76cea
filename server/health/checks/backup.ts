import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { formatCount } from '#contract/kit/text/plural.ts'
import { getErrorMessage } from '#contract/kit/text/text-schemas.ts'
import { dayMs, hourMs } from '#contract/kit/time/durations.ts'
import { formatInstantWithZone } from '#contract/kit/time/zone.ts'
import { findProgram } from '#server/database/backup/postgres/programs.ts'
import {
  type FailedBackup,
  type LastBackup,
  readFailedBackup,
  readLastBackup,
} from '#server/kit/ops/backup/backup-state.ts'
import { backupLateAfterMs } from '#server/kit/ops/backup/is-backup-due.ts'
import {
  type CheckContext,
  type CheckFunction,
  combineProblems,
  type Finding,
  requireDatabase,
  toPassedFinding,
  toProblem,
} from '../check.ts'
import { findFolderProblem, folderAdvice } from '../find-folder-problem.ts'

/** When the last scheduled backup was made, and whether it succeeded. */
export const checkBackup: CheckFunction = async (looking) => {
  const { settings } = looking
  const { backup, database, demo } = settings
  const missing = database.kind === 'postgres' ? checkProgram() : undefined
  const problems = missing ? [missing] : []
  if (backup.dir === undefined) {
    const said = 'Automatic backups are off. Backups are only made before the schema changes.'
    if (!demo) problems.push(toProblem(said, 'Set BACKUP_DIR to a folder on another disk.'))
    return problems.length > 0 ? combineProblems(problems) : toPassedFinding(said)
  }
  const problem = findFolderProblem(backup.dir)
  if (problem) problems.push(toProblem(`BACKUP_DIR: ${problem}.`, folderAdvice))
  // A missing database is reported by its own check.
  if (problems.length > 0 && !looking.context) return combineProblems(problems)
  const { db } = requireDatabase(looking)
  const [last, failed] = [await readLastBackup(db), await readFailedBackup(db)]
  const found = checkLastBackup(looking, last, failed)
  const elsewhere = last && checkBackupFolder(settings, last, backup.dir)
  if (found.todo !== null) problems.push(found)
  if (elsewhere) problems.push(elsewhere)
  return problems.length > 0 ? combineProblems(problems) : found
}

/** Whether the last backup succeeded and is not too old. */
function checkLastBackup(
  { settings: { timeZone }, clock }: CheckContext,
  last: LastBackup | undefined,
  failed: FailedBackup | undefined,
): Finding {
  const when = (at: number) => formatInstantWithZone(at, timeZone)
  if (failed) {
    return toProblem(
      `The backup of ${when(failed.at)} failed: ${failed.reason}.${last ? ` The last successful one is from ${when(last.at)}.` : ''}`,
      'Fix the cause. The backup is retried every hour.',
    )
  }
  if (!last) {
    return toProblem(
      'No backup has been made yet.',
      'Start the server. The first backup follows within two minutes.',
    )
  }
  const age = clock() - last.at
  if (age > backupLateAfterMs) {
    return toProblem(
      `The last backup is from ${when(last.at)}: ${age < 2 * dayMs ? formatCount(Math.floor(age / hourMs), 'hour', 'hours') : formatCount(Math.floor(age / dayMs), 'day', 'days')} old.`,
      'Check that the server runs at night, and read its log.',
    )
  }
  const size = `${(last.bytes / 1e6).toFixed(1)} MB${last.isEncrypted ? ', encrypted' : ''}`
  return toPassedFinding(`${when(last.at)}: ${basename(last.file)} (${size}), verified.`)
}

/** A problem with the place of the last backup; undefined if there is none. */
function checkBackupFolder(
  { timeZone }: Pick<CheckContext['settings'], 'timeZone'>,
  { at, file }: LastBackup,
  dir: string,
): Finding | undefined {
  const when = formatInstantWithZone(at, timeZone)
  if (dirname(file) !== dir) {
    return toProblem(
      `The newest backup, from ${when}, is in ${dirname(file)}, not in ${dir}.`,
      'The next backup goes there tonight. Set the same BACKUP_DIR on all servers and copy the older backups.',
    )
  }
  if (existsSync(file)) return undefined
  return toProblem(`The backup of ${when} is no longer in ${dir}.`, 'Find out who removed it.')
}

function checkProgram(): Finding | undefined {
  try {
    findProgram('pg_dump')
    return undefined
  } catch (error) {
    const said = getErrorMessage(error)
    const [what, todo = ''] = said.split(': ')
    return toProblem(
      `${what}. Without it, no backup can be made and the schema cannot be upgraded.`,
      `${todo.charAt(0).toUpperCase()}${todo.slice(1)}.`,
    )
  }
}
