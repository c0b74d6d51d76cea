import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { counted } from '#contract/kit/counted.ts'
import { messageOf } from '#contract/kit/text.ts'
import { dayMs, hourMs } from '#contract/kit/time.ts'
import { instantWithZone } from '#contract/kit/zone.ts'
import { findProgram } from '#server/database/backup/postgres/programs.ts'
import { lateAfterMs } from '#server/kit/ops/backup/due.ts'
import { readFailedBackup, readLastBackup } from '#server/kit/ops/backup/state.ts'
import { type Finding, fine, type Look, schoolOf, toDo } from '../looking.ts'

/** When the school was last backed up by itself, and whether that went well. */
export const lookAtBackup: Look = async (looking) => {
  const { settings, clock } = looking
  const { backup, database, demo, timeZone } = settings
  if (database.kind === 'postgres') {
    const missing = programMissing()
    if (missing) return missing
  }
  if (backup.dir === undefined) {
    const said = 'None is made by itself, but before the schema changes.'
    return demo ? fine(said) : toDo(said, 'Set BACKUP_DIR to a folder on another disk.')
  }
  const { db } = schoolOf(looking)
  const [last, failed] = [await readLastBackup(db), await readFailedBackup(db)]
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
      `The last is of ${when(last.at)}: ${age < 2 * dayMs ? counted(Math.floor(age / hourMs), 'hour', 'hours') : counted(Math.floor(age / dayMs), 'day', 'days')} old.`,
      'Look whether the server runs at night, and what its log says.',
    )
  }
  // With several machines it may lie on another one.
  if (dirname(last.file) === backup.dir && !existsSync(last.file)) {
    return toDo(
      `That of ${when(last.at)} is not in ${backup.dir} any more.`,
      'See who took it away.',
    )
  }
  const size = `${(last.bytes / 1e6).toFixed(1)} MB${last.isEncrypted ? ', encrypted' : ''}`
  return fine(`${when(last.at)}: ${basename(last.file)} (${size}), read back.`)
}

function programMissing(): Finding | undefined {
  try {
    findProgram('pg_dump')
    return undefined
  } catch (error) {
    const said = messageOf(error)
    const [what, todo = ''] = said.split(': ')
    return toDo(
      `${what}: no backup can be made, and the schema does not change without one.`,
      `${todo.charAt(0).toUpperCase()}${todo.slice(1)}.`,
    )
  }
}
