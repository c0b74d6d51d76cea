import { accessSync, constants, existsSync } from 'node:fs'
import { findOpenToOthers, isWritableByOthers } from '#server/database/engines/private-files.ts'
import { fine, type Look, toDo } from '../looking.ts'

/** So many are named. */
const named = 3

/** Whether others on this machine can read the school's data, and the server can write it. */
export const lookAtFiles: Look = async ({ settings: { dataDir, backup } }) => {
  if (!existsSync(dataDir)) return fine(`${dataDir} is not there yet: the first start makes it.`)
  const folders = [
    dataDir,
    ...(backup.dir !== undefined && existsSync(backup.dir) ? [backup.dir] : []),
  ]
  const locked = folders.filter((folder) => !canWrite(folder))
  if (locked.length > 0) {
    return toDo(
      `${locked.join(' and ')} cannot be written by this user.`,
      'Give it to the user that runs the server: chown -R. Or look again as that user.',
    )
  }
  const shared = folders.filter(isWritableByOthers)
  if (shared.length > 0) {
    return toDo(
      `Others can write into ${shared.join(' and ')}: they can take backups away, and put theirs there.`,
      'Make it a folder of the server’s own user alone: chmod 700.',
    )
  }
  const open = findOpenToOthers(dataDir)
  if (open.length === 0) return fine(`Nobody but their owner can read what is in ${dataDir}.`)
  const more = open.length > named ? ` and ${open.length - named} more` : ''
  return toDo(
    `Others can read ${open.slice(0, named).join(', ')}${more}.`,
    'Start the server again, which closes them, or chmod them: 700 for folders, 600 for files.',
  )
}

function canWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}
