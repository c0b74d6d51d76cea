import { keepPrivate } from '#server/kit/private-files.ts'
import { readSettings } from '#server/kit/settings.ts'
import { mustBeBackup } from './backup-file.ts'
import { doOrSayWhy, readFileWish, say } from './command.ts'
import { restoreEmbedded } from './restore-embedded.ts'
import { restorePostgres } from './restore-postgres.ts'

const usage = 'npm run restore -- FILE [--replace]'

await doOrSayWhy(async () => {
  const { file, replace } = readFileWish(usage)
  const { database, dataDir } = readSettings(process.env)
  mustBeBackup(file, database.kind)
  if (database.kind === 'sqlite') await restoreEmbedded(file, database.file, replace)
  else await restorePostgres(file, database.url, replace)
  for (const line of keepPrivate(dataDir)) say(line)
  say(`the school of ${file} is back`)
})
