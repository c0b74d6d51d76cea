import { parseArgs } from 'node:util'
import { z } from 'zod'
import { getErrorMessage } from '#contract/kit/text/text-schemas.ts'
import { demoLogins } from '#contract/school/school.ts'
import { openDatabase } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { systemClock } from '#server/kit/clock.ts'
import { noLive } from '#server/kit/live/live-interface.ts'
import { readSettings } from '#server/kit/settings/settings.ts'
import { fillDatabase } from './fill.ts'

/** Current weeks that result in about ten reviews a student. */
const weeks = { from: 7, to: 12 }

const wholeNumber = (least: number, most: number) => z.coerce.number().int().min(least).max(most)

const Arguments = z.object({
  students: wholeNumber(1, 100_000),
  seed: wholeNumber(0, 2 ** 32 - 1).default(1),
})

function readArguments() {
  const options = { students: { type: 'string' }, seed: { type: 'string' } } as const
  const read = Arguments.safeParse(parseArgs({ options }).values)
  if (read.success) return read.data
  throw new Error('usage: npm run seed -- --students 10000 [--seed 7]; from 1 to 100000 students')
}

async function seed(): Promise<void> {
  const started = performance.now()
  const options = readArguments()
  const settings = readSettings(process.env)
  const db = openDatabase(settings.database)
  try {
    await migrate(db)
    const rows = await fillDatabase(
      { db, clock: systemClock, live: noLive, settings },
      { ...options, weeks },
    )
    if (!rows) throw new Error('this database has people already; nothing was changed')
    const counts = Object.entries(rows).map(([table, { length }]) => `${length} ${table}`)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    process.stdout.write(`${counts.join(', ')} in ${seconds} s\n`)
    process.stdout.write(`sign in with the demo logins, such as ${demoLogins.admin.email}\n`)
  } finally {
    await db.destroy()
  }
}

try {
  await seed()
} catch (error) {
  const said = getErrorMessage(error)
  process.stderr.write(`weekward: ${said.split('\n')[0]}\n`)
  process.exitCode = 1
}
