import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { formatCount } from '#contract/kit/text/plural.ts'
import { getErrorMessage } from '#contract/kit/text/text-schemas.ts'
import { hourMs, minuteMs, secondMs } from '#contract/kit/time/durations.ts'
import { setUpHours } from '#contract/limits/accounts.ts'
import { basePath, roles } from '#contract/roles.ts'
import { canPasswordAdminSignIn, noPasswordAdminMessage } from '#server/accounts/oidc/actions.ts'
import { assertBackupKey } from '#server/database/backup/age-encryption.ts'
import { openDatabase } from '#server/database/connect.ts'
import { restrictPermissions } from '#server/database/engines/private-files.ts'
import { toDatabaseRefusal } from '#server/database/errors/unavailable-errors.ts'
import { migrate } from '#server/database/migrate.ts'
import { noLive } from '#server/kit/live/live-interface.ts'
import { toAdapterOptions } from '#server/kit/live/sockets.ts'
import { makeThreadedTransport } from '#server/kit/mail/delivery/threaded-transport.ts'
import { startMailer } from '#server/kit/mail/send-due-mails.ts'
import { backUpBeforeMigration } from '#server/kit/ops/backup/back-up-school.ts'
import { startBackups } from '#server/kit/ops/backup/scheduled-backups.ts'
import { getInheritedSocket, makeStopListening } from '#server/kit/ops/listening.ts'
import { startRetention } from '#server/kit/ops/retention.ts'
import { version } from '#server/kit/ops/version.ts'
import { isWebPageBuilt } from '#server/kit/ops/web-page.ts'
import { getSettingNameWarnings } from '#server/kit/settings/environment.ts'
import { readSettings, type Settings, toListenUrl } from '#server/kit/settings/settings.ts'
import { getPublicDemoWarning, getTestSettingsWarning } from '#server/kit/settings/warnings.ts'
import { sendRequestedResets } from './accounts/recovery/forgot-password.ts'
import { addFirstAdminFromSettings, makeSetUpLink } from './accounts/school-set-up/actions.ts'
import { buildApp } from './app.ts'
import { startCalendarLoop } from './availability/private-calendar/reading-loop.ts'
import { endPauses } from './enrolment/end-pauses.ts'
import { systemClock } from './kit/clock.ts'
import type { Context } from './kit/context.ts'
import { startInterval } from './kit/interval.ts'
import { mailNotifications } from './notifications/mail/mail-notifications.ts'
import { startPushLoop } from './notifications/push/push-loop.ts'
import { hasPeople } from './people/actions.ts'
import { eraseLeftoversFromFiles } from './privacy/erase-from-files.ts'
import { retentionRules } from './retention.ts'
import { notifyOfMissingMarks } from './reviews/reminders/notify-of-missing-marks.ts'
import { notifyOfOverdueReviews } from './reviews/reminders/notify-of-overdue-reviews.ts'
import { sendDueReminders } from './reviews/reminders/send-due-reminders.ts'
import { getSchool, isDemoSchool, keepTimeZone, refreshSettings } from './school/actions.ts'
import { ensureSortKeys } from './school/ensure-sort-keys.ts'
import { startSlotShortageLoop } from './school/notify-slot-shortage.ts'
import { mailSummaries } from './school/summaries/mail-summaries.ts'
import { startWebhookLoop } from './webhooks/delivery-loop.ts'

const page = join(import.meta.dirname, '../dist')
const sweepEveryMs = 50
/** On shutdown, connections still open after this are cut. */
const answeredWithinMs = 4 * secondMs
/** On shutdown, mails that take longer are sent again later, as after a crash. */
const mailedWithinMs = 7 * secondMs
const stopWithinMs = 9 * secondMs

const setUpWithin = formatCount(setUpHours, 'hour', 'hours')
const unusable = 'cannot use the database'

/** Thrown when an external problem prevents the start; printed as one line. */
class CannotStart extends Error {}

// New files are accessible to their owner only.
process.umask(0o077)
try {
  await start()
} catch (error) {
  // Database errors can also occur after the first steps.
  const problem = toDatabaseRefusal(error) && `${unusable}: ${getReason(error)}`
  const said = error instanceof CannotStart ? error.message : problem
  if (said === undefined) throw error
  warn(said)
  process.exit(1)
}

async function start(): Promise<void> {
  const settings = await runStep('invalid setting', async () => readSettings(process.env))
  for (const line of [
    ...getSettingNameWarnings(process.env),
    ...restrictPermissions(settings.dataDir),
  ])
    warn(line)
  const inPublic = getPublicDemoWarning(settings)
  if (inPublic) warn(inPublic)
  const forTests = getTestSettingsWarning(settings)
  if (forTests) warn(forTests)
  const { database, port, host, corsOrigins, metricsToken, backup } = settings
  const { key } = backup
  if (key !== undefined) await runStep('invalid setting', () => assertBackupKey(key))
  const fd = await runStep('cannot take over the socket', async () =>
    getInheritedSocket(process.env),
  )
  const db = await runStep('cannot open the database', async () => openDatabase(database))
  await runStep(unusable, async () => {
    const made = await backUpBeforeMigration(db, settings, systemClock())
    if (made) warn(`backed up the school before the schema change: ${made.file}`)
    await migrate(db)
  })
  const context: Context = { db, clock: systemClock, live: noLive, settings }
  await refreshSettings(context)
  await eraseLeftoversFromFiles(context).catch((error) =>
    warn(
      `files in ${settings.dataDir} may hold erased data until the next start: ${getReason(error)}`,
    ),
  )
  await assertDemoNotPublic(context, settings)
  await seedIfEmpty(context, settings)
  if (!(await canPasswordAdminSignIn(context))) warn(noPasswordAdminMessage)

  const log = { level: 'info', stream: process.stderr } as const
  const sockets = toAdapterOptions(database)
  const leaving = new AbortController()
  const app = await buildApp(context, {
    log,
    sockets,
    corsOrigins,
    metricsToken,
    leaving: leaving.signal,
    ...(isWebPageBuilt(page) ? { page } : {}),
  })
  startBackgroundWork(app, context)
  const stopListening = makeStopListening(app.server)
  const where = fd === undefined ? { port, host } : { port, host, fd }
  await runStep(`cannot listen on ${toListenUrl(host, port)}`, () => app.listen(where))
  app.log.info({ version }, `weekward ${version} starts`)
  const address = app.addresses()[0]
  const realPort = typeof address === 'object' ? address.port : port
  if (realPort !== port) {
    // With PORT=0 the real port is known only now, and links need it.
    Object.assign(settings, readSettings({ ...process.env, PORT: String(realPort) }))
    await refreshSettings(context)
  }
  const getMailSettings = async () => {
    await refreshSettings(context)
    return settings
  }
  const transport = makeThreadedTransport((error) =>
    app.log.error({ err: error }, 'the mail worker stopped'),
  )
  const mailer = startMailer(context, {
    getMailSettings,
    dataDir: settings.dataDir,
    log: app.log,
    transport,
  })
  context.deliveryLoop = mailer

  stopOnSignal(async () => {
    app.log.info({ version }, `weekward ${version} ends`)
    leaving.abort()
    await wait(settings.drainMs)
    setTimeout(() => process.exit(1), stopWithinMs).unref()
    await stopListening()
    // Connections that were busy at the signal become idle after their reply.
    setInterval(() => app.server.closeIdleConnections(), sweepEveryMs)
    setTimeout(() => app.server.closeAllConnections(), answeredWithinMs)
    const mailed = Promise.race([mailer.stop(), wait(mailedWithinMs)])
    await Promise.all([app.close(), mailed])
    await db.destroy()
  })
  await printReady(context, settings, toListenUrl(host, realPort))
}

/** Starts recurring work: deletion, backups, reminders, mails and notifications. */
function startBackgroundWork(app: FastifyInstance, context: Context): void {
  startBackups(app, context)
  startInterval(app, secondMs, () => refreshSettings(context))
  // Also at once, since a new version of Node may sort names differently.
  void startInterval(app, 10 * secondMs, () => ensureSortKeys(context))()
  void startInterval(app, hourMs, () => keepTimeZone(context))()
  startInterval(app, secondMs, () => sendRequestedResets(context))
  startWebhookLoop(app, context)
  startCalendarLoop(app, context)
  startInterval(app, secondMs, (stopped) => sendDueReminders(context, stopped))
  startInterval(app, minuteMs, () => notifyOfOverdueReviews(context))
  startInterval(app, minuteMs, () => notifyOfMissingMarks(context))
  startInterval(app, minuteMs, (stopped) => endPauses(context, stopped))
  startSlotShortageLoop(app, context)
  startInterval(app, minuteMs, (stopped) => mailSummaries(context, stopped))
  startInterval(app, secondMs, (stopped) => mailNotifications(context, stopped))
  // Last, as these read the database before the next one starts.
  startPushLoop(app, context)
  startRetention(app, context, retentionRules)
}

/** Refuses to start with the demo school if DEMO is off, since its passwords are public. */
async function assertDemoNotPublic(context: Context, settings: Settings): Promise<void> {
  if (settings.demo || !(await isDemoSchool(context))) return
  const ways =
    settings.database.kind === 'sqlite'
      ? 'choose another DATA_DIR or move the demo aside with npm run start-over'
      : 'name another database in DATABASE_URL'
  throw new CannotStart(
    `DEMO is off, but this database holds the demo school, whose passwords are public: ${ways}. If real people already use it, block the demo people with npm run start-over -- --keep-people`,
  )
}

/** An empty database gets the demo school or the first admin (contract, section 8). */
async function seedIfEmpty(context: Context, settings: Settings): Promise<void> {
  if (await hasPeople(context)) return
  if (settings.demo) {
    const { seedDemo } = await import('#seed/demo.ts')
    await seedDemo(context)
  } else if (settings.firstAdmin) {
    const { firstAdmin } = settings
    await runStep('cannot add the admin of ADMIN_EMAIL and ADMIN_PASSWORD', () =>
      addFirstAdminFromSettings(context, firstAdmin),
    )
  }
}

async function printReady(context: Context, settings: Settings, url: string): Promise<void> {
  if (!isWebPageBuilt(page))
    print('the web page is not built, so only the API is served. Run npm run build')
  const setUpAt = settings.demo ? undefined : await makeSetUpLink(context)
  if (setUpAt !== undefined) {
    print(`the school is not set up yet. Open this link within ${setUpWithin}:`)
    print(setUpAt)
  }
  print(`weekward ready on ${url}`)
  const { demoLogins } = await getSchool(context)
  if (!demoLogins) return
  for (const role of roles) {
    const { email, password } = demoLogins[role]
    print(`${`${role}:`.padEnd(9)} ${email.padEnd(22)} ${password}  ${url}${basePath[role]}/login`)
  }
}

/** Shuts down gracefully on a signal; a second signal has no effect. */
function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false
  const onSignal = async () => {
    if (stopping) return
    stopping = true
    await stop()
    process.exit(0)
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}

/** Runs one step of the start; if it fails, the start ends with `what` and the reason. */
async function runStep<T>(what: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    throw new CannotStart(`${what}: ${getReason(error)}`, { cause: error })
  }
}

/** Returns the reason in one line; an AggregateError holds one error for each address tried. */
function getReason(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error
  const message = getErrorMessage(first)
  return message.split('\n')[0] ?? message
}

function warn(line: string): void {
  process.stderr.write(`weekward: ${line}\n`)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
