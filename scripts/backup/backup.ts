import { statSync } from 'node:fs'
import { readSettings } from '#server/kit/settings.ts'
import { writeWhole } from './backup-file.ts'
import { doOrSayWhy, readFileWish, say } from './command.ts'
import { copyInto, openToRead, settleCopy } from './embedded.ts'
import { dumpPostgres } from './postgres.ts'

const usage = 'npm run backup -- FILE [--replace]'

await doOrSayWhy(async () => {
  const { file, replace } = readFileWish(usage)
  const { database } = readSettings(process.env)
  await writeWhole(file, replace, (part) =>
    database.kind === 'sqlite'
      ? copyEmbedded(database.file, part)
      : dumpPostgres(database.url, part),
  )
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
