import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { getErrorMessage } from '#contract/kit/text/text-schemas.ts'
import { type Db, openDatabase } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { readSettings } from '#server/kit/settings/settings.ts'
import { parseArguments, printLine, runOrFail } from '../command-line.ts'
import { copyRows } from './copy-rows.ts'
import { withSnapshot } from './embedded/snapshot.ts'

const usage = 'npm run move -- --to postgres://user:password@host/database'

await runOrFail(async () => {
  const url = readTarget()
  const { database } = readSettings(process.env)
  if (database.kind === 'postgres') {
    throw new Error('DATABASE_URL is set: run this without it, on the embedded database')
  }
  if (!existsSync(database.file)) throw new Error(`there is no database at ${database.file}`)
  await withSnapshot(database.file, async (school) => {
    const target = openDatabase({ kind: 'postgres', url })
    try {
      await makeReady(target)
      for (const { table, count, checksum } of await copyRows(school, target)) {
        printLine(`${table.padEnd(20)} ${String(count).padStart(9)} rows  ${checksum}`)
      }
    } finally {
      await target.destroy()
    }
  })
  printLine('the school has moved: from now on, start the server with DATABASE_URL')
  printLine(`${database.file} is unchanged`)
})

async function makeReady(target: Db): Promise<void> {
  try {
    await migrate(target)
  } catch (error) {
    throw new Error(`cannot use the target database: ${getErrorMessage(error)}`, {
      cause: error,
    })
  }
}

function readTarget(): string {
  const options = { to: { type: 'string' } } as const
  const { to } = parseArguments(usage, () => parseArgs({ options })).values
  if (to === undefined || !/^postgres(ql)?:/.test(to) || !URL.canParse(to)) {
    throw new Error(`usage: ${usage}`)
  }
  return to
}
