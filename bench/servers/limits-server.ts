import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedDemo } from '#seed/demo.ts'
import { buildApp } from '#server/app.ts'
import { openDatabase } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { systemClock } from '#server/kit/clock.ts'
import type { Context } from '#server/kit/context.ts'
import { noLive } from '#server/kit/live/live-interface.ts'
import { readSettings } from '#server/kit/settings/settings.ts'
import { openSession } from '#test/accounts/session.ts'

/**
 * Starts the server to measure, `weekward` or `unlimited` without overload limits, and prints its
 * address and an admin's token.
 */
const kind = process.argv[2]
const say = (...words: string[]) => process.stdout.write(`${words.join(' ')}\n`)
const at = { host: '127.0.0.1', port: 0 }

const folder = mkdtempSync(join(tmpdir(), 'weekward-bench-'))
process.once('exit', () => rmSync(folder, { recursive: true }))
process.once('SIGTERM', () => process.exit(0))
const settings = readSettings({ DATA_DIR: folder, RATE_LIMIT: 'off' })
const db = openDatabase(settings.database)
await migrate(db)
const context: Context = { db, clock: systemClock, live: noLive, settings }
await seedDemo(context)
const admin = await db
  .selectFrom('people')
  .select('id')
  .where('role', '=', 'admin')
  .executeTakeFirstOrThrow()
const unlimited = { callsAtOnce: Number.POSITIVE_INFINITY, callWaitsMs: Number.POSITIVE_INFINITY }
const app = await buildApp(context, {
  log: { level: 'info', stream: { write() {} } },
  ...(kind === 'unlimited' ? { limits: unlimited } : {}),
})
say('ready', await app.listen(at), await openSession(context, admin.id))
