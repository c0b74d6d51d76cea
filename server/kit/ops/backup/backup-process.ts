/**
 * The backup process: started by the server with a low priority, so that it delays no call. It has
 * the server's settings, and prints its result as one line of JSON, or the error in one line.
 */

import { getErrorMessage } from '#contract/kit/text/text-schemas.ts'
import { lowerPriority } from '../../lower-priority.ts'
import { readSettings } from '../../settings/settings.ts'
import { backUpSchool } from './back-up-school.ts'

process.umask(0o077)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // Exiting removes unfinished files and ends child processes.
  process.once(signal, () => process.exit(1))
}
lowerPriority()
try {
  const { backup, ...settings } = readSettings(process.env)
  const { dir } = backup
  if (dir === undefined) throw new Error('BACKUP_DIR is not set')
  const made = await backUpSchool({ ...settings, backup: { ...backup, dir } }, Date.now())
  process.stdout.write(`${JSON.stringify(made)}\n`)
} catch (error) {
  const said = getErrorMessage(error)
  process.stderr.write(`${said.split('\n')[0]}\n`)
  process.exitCode = 1
}
