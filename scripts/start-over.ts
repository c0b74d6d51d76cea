import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { demoMailDomain } from '#contract/school/school.ts'
import { convertDemoSchool, NoAdminLeft } from '#server/accounts/demo/convert-demo-school.ts'
import { assertNoServerConnected, withClient } from '#server/database/backup/postgres/database.ts'
import { openExclusively } from '#server/database/backup/sqlite/database.ts'
import { openDatabase } from '#server/database/connect.ts'
import { restrictPermissions } from '#server/database/engines/private-files.ts'
import { migrate } from '#server/database/migrate.ts'
import { Refused } from '#server/kit/call/refused.ts'
import { systemClock } from '#server/kit/clock.ts'
import type { Context } from '#server/kit/context.ts'
import { noLive } from '#server/kit/live/live-interface.ts'
import { backUpBeforeMigration } from '#server/kit/ops/backup/back-up-school.ts'
import { readSettings, type Settings } from '#server/kit/settings/settings.ts'
import { countPeopleOutsideEmailDomain } from '#server/people/actions.ts'
import { isDemoSchool } from '#server/school/actions.ts'
import { parseArguments, printLine, runOrFail } from './command-line.ts'
import { confirm } from './confirm.ts'

const usage = 'npm run start-over -- [--keep-people] [--yes]'

await runOrFail(async () => {
  const options = readArguments()
  const settings = readSettings(process.env)
  await assertUnusedDemo(settings)
  if (options.keepPeople) await keepPeople(settings, options.yes)
  else await moveAside(settings, options.yes)
})

function readArguments(): { keepPeople: boolean; yes: boolean } {
  const off = { type: 'boolean', default: false } as const
  const { values } = parseArguments(usage, () =>
    parseArgs({ options: { 'keep-people': off, yes: off } }),
  )
  if (!values['keep-people'] && process.env.DATABASE_URL) {
    throw new Error(
      'DATABASE_URL is set, and a PostgreSQL database cannot be moved aside. Name another database, or use --keep-people if real people already use this one',
    )
  }
  return { keepPeople: values['keep-people'], yes: values.yes }
}

/** Throws an Error while a server uses the database, or if it is not a demo school. */
async function assertUnusedDemo(settings: Settings): Promise<void> {
  const { database } = settings
  if (database.kind === 'postgres') await withClient(database.url, assertNoServerConnected)
  else if (existsSync(database.file)) openExclusively(database.file).close()
  else throw new Error(`there is no school at ${database.file}`)
  if (await withSchool(settings, isDemoSchool)) return
  throw new Error('this is not a demo school; nothing was changed')
}

async function withSchool<T>(
  settings: Settings,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  const db = openDatabase(settings.database)
  try {
    await backUpBeforeMigration(db, settings, systemClock())
    await migrate(db)
    return await work({ db, clock: systemClock, live: noLive, settings })
  } finally {
    await db.destroy()
  }
}

async function keepPeople(settings: Settings, yes: boolean): Promise<void> {
  await assertAgreed('Block all demo people for good and keep everything else?', yes)
  try {
    const { blocked, added } = await withSchool(settings, (school) =>
      convertDemoSchool(school, settings.firstAdmin),
    )
    printLine(`${blocked} demo people are blocked; nothing else has changed`)
    if (added) printLine(`${added} is now an admin, with the password in ADMIN_PASSWORD`)
    else if (settings.firstAdmin) printLine('there is already an admin: ADMIN_EMAIL was not added')
  } catch (error) {
    if (error instanceof Refused) {
      throw new Error(`cannot add the admin of ADMIN_EMAIL and ADMIN_PASSWORD: ${error.message}`, {
        cause: error,
      })
    }
    if (!(error instanceof NoAdminLeft)) throw error
    throw new Error(
      'no admin would be left; nothing was changed. Set ADMIN_EMAIL and ADMIN_PASSWORD to add one',
      { cause: error },
    )
  }
}

async function moveAside(settings: Settings, yes: boolean): Promise<void> {
  const { dataDir, database } = settings
  if (database.kind !== 'sqlite') return
  const others = await withSchool(settings, (school) =>
    countPeopleOutsideEmailDomain(school, demoMailDomain),
  )
  if (others > 0) printLine(notOfDemo(others))
  await assertAgreed(`Move the demo school in ${dataDir} aside, including everyone in it?`, yes)
  const folder = newFolder(dataDir)
  const held = openExclusively(database.file)
  try {
    // Moves everything into one file, and locks it until it is moved.
    held.exec('pragma journal_mode = delete')
    for (const name of ['weekward.db', 'weekward.db-wal', 'weekward.db-shm', 'outbox']) {
      if (existsSync(join(dataDir, name))) renameSync(join(dataDir, name), join(folder, name))
    }
  } finally {
    held.close()
  }
  for (const line of [...restrictPermissions(dataDir), ...restrictPermissions(folder)])
    printLine(line)
  printLine(`the demo school is now in ${folder}; the next start begins with an empty database`)
}

function notOfDemo(count: number): string {
  return count === 1
    ? '1 person in it is not part of the demo; use --keep-people to keep them'
    : `${count} people in it are not part of the demo; use --keep-people to keep them`
}

/** Named by date. A second one on the same day gets a number. */
function newFolder(dataDir: string): string {
  const name = `demo-${new Date(systemClock()).toISOString().slice(0, 10)}`
  for (let number = 1; ; number++) {
    const folder = join(dataDir, number === 1 ? name : `${name}-${number}`)
    if (existsSync(folder)) continue
    mkdirSync(folder)
    return folder
  }
}

async function assertAgreed(question: string, yes: boolean): Promise<void> {
  if (yes) return
  if (!process.stdin.isTTY)
    throw new Error('nothing was changed. Use --yes to confirm without a terminal')
  if (!(await confirm(question))) throw new Error('nothing was changed')
}
