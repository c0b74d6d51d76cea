import { statSync } from 'node:fs'
import { assertBackupKey } from '#server/database/backup/age-encryption.ts'
import { writeBackup } from '#server/database/backup/write-backup.ts'
import { readSettings } from '#server/kit/settings/settings.ts'
import { printLine, runOrFail } from '../command-line.ts'
import { parseFileArguments } from './arguments.ts'

const usage = 'npm run backup -- FILE [--replace]'

await runOrFail(async () => {
  const { file, replace } = parseFileArguments(usage)
  const { database, dataDir: workFolder, backup } = readSettings(process.env)
  const { key } = backup
  if (key !== undefined) await assertBackupKey(key)
  await writeBackup({ database, file, replace, key, workFolder })
  const megabytes = (statSync(file).size / 1e6).toFixed(1)
  const encrypted = key === undefined ? '' : ', encrypted for BACKUP_KEY'
  printLine(`the school is in ${file} (${megabytes} MB${encrypted})`)
})
