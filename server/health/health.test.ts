import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  getHealth,
  type HealthCheckName,
  type HealthReport,
  healthCheckNames,
} from '#contract/health.ts'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { healthChecksPerMinute } from '#contract/limits/health.ts'
import { countFailedMails } from '#contract/mails.ts'
import { findProgram } from '#server/database/backup/postgres/programs.ts'
import { recordBackup, recordFailedBackup } from '#server/kit/ops/backup/backup-state.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { createAlterableDatabase } from '#test/databases/database.ts'
import { makePerson } from '#test/factories.ts'
import { canShareDatabase, startSecondProcess } from '#test/live-app.ts'
import { createHealthMonitor } from './actions.ts'
import { toPassedFinding } from './check.ts'
import { runChecks } from './run-checks.ts'

/** On PostgreSQL a backup needs its program. */
const canDump = !canShareDatabase || isThere('pg_dump')

function isThere(program: string): boolean {
  try {
    findProgram(program)
    return true
  } catch {
    return false
  }
}

function getLine({ lines }: HealthReport, check: HealthCheckName) {
  return lines.find((line) => line.check === check)
}

function startWithData(
  settings: Parameters<typeof startApp>[0] = {},
  more: Parameters<typeof startApp>[1] = {},
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'weekward-health-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  return startApp({ dataDir, ...settings }, more)
}

async function ask(app: TestApp, headers: Record<string, string> = {}): Promise<HealthReport> {
  const { token } = await makePerson(app, 'admin')
  const { path: url } = getHealth
  const reply = await app.app.inject({ url, headers: { ...headers, authorization: token } })
  expect(reply.statusCode).toBe(200)
  return getHealth.reply.parse(reply.json())
}

test('an admin sees which backup folders other users can write to', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'weekward-backups-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const app = await startWithData({ backup: { dir, keep: 14, key: undefined } })
  const files = async () => getLine(await ask(app), 'files')
  expect(await files()).toMatchObject({ isFine: true })
  chmodSync(dir, 0o770)
  expect(await files()).toMatchObject({
    isFine: false,
    said: `Other users can write to ${dir}, so they could remove or replace backups.`,
  })
})

test('an admin sees the state of everything the server needs, and what to do', async () => {
  const app = await startWithData({ demo: false })
  await app.context.db
    .insertInto('outbox')
    .values({
      id: 'given-up',
      recipient: 'ana@school.test',
      subject: '',
      body: '',
      attempts: 3,
      created_at: app.time.now,
      due_at: app.time.now,
      failed_at: app.time.now,
    })
    .execute()
  const health = await ask(app)
  expect(health.lines.map(({ check }) => check)).toEqual(healthCheckNames)
  for (const { isFine, said, todo } of health.lines) {
    expect(said).toMatch(/^\S.*\.$/)
    expect(isFine).toBe(todo === null)
  }
  const engine = canShareDatabase
    ? /^PostgreSQL \d+.*\. The schema is up to date/
    : /^SQLite 3.*\. The schema is up to date/
  expect(getLine(health, 'database')).toMatchObject({
    isFine: true,
    said: expect.stringMatching(engine),
  })
  expect(getLine(health, 'extensions')).toMatchObject({
    isFine: true,
    said: canShareDatabase
      ? expect.stringMatching(/^btree_gist [\d.]+ and pg_trgm [\d.]+ are installed\.$/)
      : 'The embedded database needs no extensions.',
  })
  expect(getLine(health, 'mail-server')).toMatchObject({ isFine: false })
  expect(getLine(health, 'mails-failed')).toMatchObject({
    said: '1 email could not be delivered.',
    todo: 'See why in the list of emails, and send them again from there.',
  })
})

test.each([
  ['PUSH_TEST_ORIGIN', 'pushTestOrigin'],
  ['WEBHOOK_TEST_ORIGIN', 'webhookTestOrigin'],
  ['CALENDAR_TEST_ORIGIN', 'calendarTestOrigin'],
])('%s, which only tests may have, is reported', async (name, setting) => {
  const app = await startWithData({ [setting]: 'http://127.0.0.1:1' })
  expect(getLine(await ask(app), 'settings')).toMatchObject({
    isFine: false,
    said: expect.stringMatching(new RegExp(`^${name} is set, .* remove it\\.$`)),
  })
})

test('an admin sees how many servers run, and what that means for older clients', async () => {
  const app = await startWithData({}, { on: createAlterableDatabase(), sockets: true })
  const said = async () => {
    const line = getLine(await ask(app), 'processes')
    expect(line).toMatchObject({ isFine: true, todo: null })
    return line?.said
  }
  if (!canShareDatabase) {
    expect(await said()).toBe('The embedded database runs in one process.')
    return
  }
  expect(await said()).toBe('One server is running on this database.')
  const second = await startSecondProcess(app)
  expect(await said()).toMatch(
    /^2 servers are running on this database\. .+ need a proxy with sticky sessions/,
  )
  await second.app.close()
  await expect.poll(said).toBe('One server is running on this database.')
})

test('a clock that differs from the database’s is reported if that is on another machine', async () => {
  const app = await startWithData()
  app.time.now = Date.now() + 90_000
  const line = getLine(await ask(app), 'clock')
  expect(line).toMatchObject(
    canShareDatabase
      ? { isFine: false, said: expect.stringMatching(/^The database’s clock is (90|8\d) s behind/) }
      : { isFine: true },
  )
})

test('a schema of another version is reported with what to do', async () => {
  const app = await startWithData({}, { on: createAlterableDatabase() })
  const { db } = app.context
  await db.schema.createTable('kysely_migration_copy').addColumn('name', 'text').execute()
  await db.schema.alterTable('kysely_migration').renameTo('kysely_migration_now').execute()
  await db.schema.alterTable('kysely_migration_copy').renameTo('kysely_migration').execute()
  expect(getLine(await ask(app), 'database')).toMatchObject({
    isFine: false,
    said: expect.stringMatching(/The schema is out of date: \d+ migrations are pending\./),
  })
})

test('an admin behind an untrusted proxy is told to set TRUST_PROXY', async () => {
  const app = await startWithData({ appUrl: 'https://school.test', trustProxy: ['192.0.2.1'] })
  const unheard = getLine(await ask(app, { 'x-forwarded-for': '198.51.100.7' }), 'proxy')
  expect(unheard).toMatchObject({
    isFine: false,
    said: expect.stringContaining('not in TRUST_PROXY'),
  })
  const silent = getLine(await ask(app), 'proxy')
  expect(silent).toMatchObject({ isFine: false, todo: expect.stringContaining('X-Forwarded-For') })
})

test('concurrent requests share one run of the checks, and each admin is limited to ten a minute', async () => {
  const app = await startWithData({ rateLimit: true })
  let looks = 0
  // Each look reads the settings once.
  const { settings } = app.context
  const counting = {
    ...app.context,
    settings: {
      ...settings,
      get mailFrom() {
        looks += 1
        return settings.mailFrom
      },
    },
  }
  const { check } = createHealthMonitor(counting, {})
  await Promise.all([check('none'), check('none'), check('trusted')])
  expect(looks).toBe(1)
  await check('none')
  expect(looks).toBe(2)

  const { token } = await makePerson(app, 'admin')
  const statusOf = async () => (await app.call(getHealth, { token })).status
  for (let at = 0; at < healthChecksPerMinute; at++) expect(await statusOf()).toBe(200)
  expect(await statusOf()).toBe(429)
  app.time.now += minuteMs
  expect(await statusOf()).toBe(200)
})

test('the number beside Health matches the page, also after new findings', async () => {
  const app = await startWithData({ demo: false })
  const { token } = await makePerson(app, 'admin')
  const countBeside = async () => (await app.call(countFailedMails, { token })).body.healthProblems
  const countOnPage = async () => (await ask(app)).lines.filter(({ isFine }) => !isFine).length
  await expect.poll(countBeside).toBeGreaterThan(0)
  expect(await countBeside()).toBe(await countOnPage())
  await app.context.db
    .insertInto('outbox')
    .values({
      id: 'given-up',
      recipient: 'ana@school.test',
      subject: '',
      body: '',
      attempts: 3,
      created_at: app.time.now,
      due_at: app.time.now,
      failed_at: app.time.now,
    })
    .execute()
  const before = await countBeside()
  const onPage = await countOnPage()
  expect(onPage).toBeGreaterThan(before)
  expect(await countBeside()).toBe(onPage)
  app.context.settings.demo = true
  expect(await countBeside()).toBe(0)
})

test('no line contains a password that was set on the page', async () => {
  const { context } = await startWithData({ smtpUrl: 'smtp://office:hidden-word@mail.test' })
  const looking = { environment: {}, settings: context.settings, clock: context.clock, context }
  const look = async () => toPassedFinding('The mail server repeats hidden-word')
  const lines = await runChecks([{ check: 'mail-server', needs: [], run: look }], {
    ...looking,
    wrong: [],
  })
  expect(lines).toMatchObject([{ said: 'The mail server repeats ***' }])
})

test('a backup folder that cannot be created is reported, without the free space of its disk', async () => {
  const place = mkdtempSync(join(tmpdir(), 'weekward-health-'))
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  writeFileSync(join(place, 'file'), '')
  // Not even root makes a folder in a file.
  const dir = join(place, 'file', 'backups')
  const app = await startWithData({ backup: { dir, keep: 14, key: undefined } })
  const at = app.time.now
  await recordFailedBackup(app.context.db, { at, since: at, reason: 'ENOTDIR' })
  const health = await ask(app)
  const said = `${dir} does not exist and this user cannot create it.`
  for (const check of ['disk', 'files', 'backup'] as const) {
    expect(getLine(health, check), check).toMatchObject({
      isFine: false,
      said: expect.stringContaining(said),
    })
  }
  expect(getLine(health, 'disk')?.said).not.toContain(`free at ${dir}`)
  // All that is wrong with one thing is told at once.
  expect(getLine(health, 'backup')?.said).toContain('failed: ENOTDIR')
})

test.skipIf(!canDump)('a newest backup that lies in another folder is not fine', async () => {
  const place = mkdtempSync(join(tmpdir(), 'weekward-health-'))
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  const [dir, before] = [join(place, 'now'), join(place, 'before')]
  for (const folder of [dir, before]) mkdirSync(folder)
  const app = await startWithData({ backup: { dir, keep: 14, key: undefined } })
  const lineWith = async (folder: string) => {
    const file = join(folder, 'weekward.backup')
    writeFileSync(file, '')
    const made = { at: app.time.now, file, bytes: 5e6, isEncrypted: false }
    await recordBackup(app.context.db, made)
    return (await ask(app)).lines.find(({ check }) => check === 'backup')
  }
  expect(await lineWith(dir)).toMatchObject({ isFine: true })
  expect(await lineWith(before)).toMatchObject({
    isFine: false,
    said: expect.stringContaining(`is in ${before}, not in ${dir}.`),
  })
})

test('a demo that other machines can open is reported, a local one is not', async () => {
  const open = await startWithData({ demo: true, appUrl: 'https://school.test' })
  expect(getLine(await ask(open), 'settings')).toMatchObject({
    isFine: false,
    said: expect.stringContaining('For a real school, set DEMO=off'),
  })
  const own = await startWithData({ demo: true, appUrl: 'http://127.0.0.1:4000' })
  expect(getLine(await ask(own), 'settings')?.said).not.toContain('DEMO')
})
