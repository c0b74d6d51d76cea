import { join } from 'node:path'
import { buildApp } from './app.ts'
import { systemClock } from './kit/clock.ts'
import { openDatabase } from './kit/database.ts'
import { migrate } from './kit/migrate.ts'
import { readSettings, type Settings } from './kit/settings.ts'
import { isBuilt } from './kit/web-page.ts'

const page = join(import.meta.dirname, '../dist')

function settingsOrStop(): Settings {
  try {
    return readSettings(process.env)
  } catch (error) {
    process.stderr.write(`weekward: ${error instanceof Error ? error.message : error}\n`)
    process.exit(1)
  }
}

const settings = settingsOrStop()
const db = openDatabase(settings.database)
await migrate(db)
const context = { db, clock: systemClock, settings }
const app = await buildApp(context, {
  logger: { level: 'info' },
  ...(isBuilt(page) ? { page } : {}),
})
await app.listen({ port: settings.port, host: settings.host })
process.stdout.write(`weekward ready on http://${settings.host}:${settings.port}\n`)
