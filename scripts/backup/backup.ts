import { statSync } from 'node:fs'
import { readSettings } from '#server/kit/settings/settings.ts'
import { writeWhole } from './backup-file.ts'
import { doOrSayWhy, readFileWish, say } from './command.ts'
import { copyInto, openToRead, settleCopy } from './embedded/database.ts'
import { sealBackup } from './own-checksum.ts'
import { dumpPostgres } from './postgres/database.ts'

const usage = 'npm run backup -- FILE [--replace]'

await doOrSayWhy(async () => {
  const { file, replace } = readFileWish(usage)
  const { database } = readSettings(process.env)
  await writeWhole(file, replace, async (part) => {
    if (database.kind === 'sqlite') await copyEmbedded(database.file, part)
    else await dumpPostgres(database.url, part)
    await sealBackup(part)
  })
  const megabytes = (statSync(file).size / 1e6).toFixed(1)
  say(`the school is in ${file} (${megabytes} MB)`)
})

async function copyEmbedded(file: string, part: string): Promise<void> {
  const database = openToRead(file)
  try {
    await copyInto(part, database)
  } finally {
    database.close()
  }
  settleCopy(part)
}
