import { keepPrivate } from '#server/database/engines/private-files.ts'
import { readSettings } from '#server/kit/settings/settings.ts'
import { mustBeBackup } from './backup-file.ts'
import { doOrSayWhy, readFileWish, say } from './command.ts'
import { isUnchanged } from './own-checksum.ts'
import { restoreEmbedded } from './restore-embedded.ts'
import { restorePostgres } from './restore-postgres.ts'

const usage = 'npm run restore -- FILE [--replace]'

await doOrSayWhy(async () => {
  const { file, replace } = readFileWish(usage)
  const { database, dataDir } = readSettings(process.env)
  mustBeBackup(file, database.kind)
  const isChecked = await isUnchanged(file)
  const wish = { replace, isChecked }
  if (database.kind === 'sqlite') await restoreEmbedded(file, database.file, wish)
  else await restorePostgres(file, database.url, wish)
  for (const line of keepPrivate(dataDir)) say(line)
  if (!isChecked)
    say(
      'this backup is of a version that wrote no checksum: whether a byte of it has changed is not known',
    )
  say(`the school of ${file} is back`)
})
