/**
 * Started by the server as a process of its own, which gives way to others: what is read and reckoned
 * here holds up no call. Its settings are the server's; it writes what it made as a line of JSON, or
 * in one line why it could not.
 */

import { getMessage } from '#contract/kit/text/text.ts'
import { lowerPriority } from '../../lower-priority.ts'
import { readSettings } from '../../settings/settings.ts'
import { backUpSchool } from './back-up-school.ts'

process.umask(0o077)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // What is not finished goes with the process, as does what it has started.
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
  const said = getMessage(error)
  process.stderr.write(`${said.split('\n')[0]}\n`)
  process.exitCode = 1
}
