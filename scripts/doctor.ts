import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type HealthReport, healthCheckLabels, healthManualPages } from '#contract/health.ts'
import { getManualFile } from '#contract/kit/manual.ts'
import { secondMs } from '#contract/kit/time/durations.ts'
import { type Db, openDatabase } from '#server/database/connect.ts'
import { runDoctorChecks } from '#server/health/actions.ts'
import { systemClock } from '#server/kit/clock.ts'
import type { Context } from '#server/kit/context.ts'
import { noLive } from '#server/kit/live/live-interface.ts'
import { readSettingsLeniently, type Settings } from '#server/kit/settings/settings.ts'
import { refreshSettings } from '#server/school/actions.ts'
import { parseArguments, printLine, runOrFail } from './command-line.ts'

const usage = 'npm run doctor -- [--json]'
const answerWithinMs = 2 * secondMs

/** Checks everything the server needs, whether or not it runs, and says what to do. */
await runOrFail(async () => {
  const off = { type: 'boolean', default: false } as const
  const { json } = parseArguments(usage, () => parseArgs({ options: { json: off } })).values
  const { settings, wrong } = readSettingsLeniently(process.env)
  const { db, openingError } = openSchool(settings)
  const context = db && { db, clock: systemClock, live: noLive, settings }
  if (context) await followIfThere(context)
  const looking = {
    environment: process.env,
    settings,
    wrong,
    clock: systemClock,
    context,
    openingError,
  }
  const health = await runDoctorChecks(looking)
  printLine(json ? JSON.stringify(health, null, 2) : inLines(health))
  process.exitCode = health.lines.every(({ isFine }) => isFine) ? 0 : 1
  await db?.destroy()
})
// Does not wait for connections that never answer.
process.exit()

/** Opens the database if there is one: checking creates none. */
function openSchool({ database }: Settings): { db?: Db; openingError?: unknown } {
  if (database.kind === 'sqlite' && !existsSync(database.file)) return {}
  try {
    return { db: openDatabase(database) }
  } catch (openingError) {
    return { openingError }
  }
}

/** Loads the school's own settings. The database check reports a failure. */
async function followIfThere(context: Context): Promise<void> {
  await Promise.race([refreshSettings(context), wait(answerWithinMs)]).catch(() => {})
}

function inLines({ lines }: HealthReport): string {
  const names = lines.map(({ check }) => healthCheckLabels[check])
  const width = Math.max(...names.map((name) => name.length))
  const report = lines.flatMap(({ check, isFine, said, todo }) => [
    `${isFine ? 'ok ' : 'fix'}  ${healthCheckLabels[check].padEnd(width)}  ${said}`,
    ...(todo === null
      ? []
      : [`${''.padEnd(width + 7)}→ ${todo} (${getManualFile(healthManualPages[check])})`]),
  ])
  const count = lines.filter(({ isFine }) => !isFine).length
  return [
    ...report,
    '',
    count === 0 ? 'All checks passed.' : `${count} of ${lines.length} checks need attention.`,
  ].join('\n')
}
