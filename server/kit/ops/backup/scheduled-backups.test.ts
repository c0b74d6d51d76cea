import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { getHealth } from '#contract/health.ts'
import { dayMs, hourMs } from '#contract/kit/time/durations.ts'
import { getSchoolSummary } from '#contract/school/summary.ts'
import { monday, startApp, type TestApp } from '#test/app.ts'
import { makePerson } from '#test/factories.ts'
import { backUpSchool } from './back-up-school.ts'
import { backUpIfDue } from './scheduled-backups.ts'
import { type MakeBackup, spawnBackup } from './spawn-backup.ts'

/** A school that backs itself up into a folder that goes with the test, and what the log says. */
async function startWithBackups(keep = 3) {
  const place = mkdtempSync(join(tmpdir(), 'weekward-backups-'))
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  const dir = join(place, 'backups')
  const backup = { dir, keep, key: undefined }
  const app = await startApp({ dataDir: place, backup })
  const lines: { level: 'info' | 'error'; said: unknown }[] = []
  const note = (level: 'info' | 'error') => (said: unknown) => void lines.push({ level, said })
  const log = { info: note('info'), error: note('error') }
  const never = new AbortController().signal
  const make: MakeBackup = () =>
    backUpSchool({ ...app.context.settings, backup }, app.context.clock())
  return {
    app,
    dir,
    lines,
    names: () => readdirSync(dir).sort(),
    backUp: (by = make) => backUpIfDue(app.context, log, never, by),
  }
}

function readClaims({ context: { db } }: TestApp) {
  return db.selectFrom('facts').select('value').where('name', '=', 'backup claimed until').execute()
}

async function readNotified(app: TestApp) {
  // A session of an earlier day has ended.
  const { token } = await makePerson(app, 'admin')
  const { lines } = (await app.call(getHealth, { token })).body
  const { backupFailed } = (await app.call(getSchoolSummary, { token })).body
  return { line: lines.find(({ check }) => check === 'backup'), backupFailed }
}

test('one of two processes makes the daily backup, readable by its owner only', async () => {
  const { app, dir, names, lines, backUp } = await startWithBackups()
  await Promise.all([backUp(), backUp()])
  await backUp()
  const [name = ''] = names()
  expect(names()).toHaveLength(1)
  expect(name).toMatch(/^weekward-2026-03-02T170000\.000Z-[\da-f]{8}\.backup$/)
  expect([statSync(dir).mode & 0o777, statSync(join(dir, name)).mode & 0o777]).toEqual([
    0o700, 0o600,
  ])
  expect(lines).toMatchObject([{ level: 'info', said: { file: join(dir, name) } }])
  const { line, backupFailed } = await readNotified(app)
  expect(line).toMatchObject({ isFine: true, said: expect.stringContaining(name) })
  expect(backupFailed).toBeNull()

  app.time.now += dayMs
  await backUp()
  expect(names()).toHaveLength(2)
  app.time.now += 2 * dayMs
  expect((await readNotified(app)).line).toMatchObject({
    isFine: false,
    said: expect.stringMatching(/: 2 days old\.$/),
  })
})

test('backups beyond the limit are deleted, and files of others stay', async () => {
  const { app, dir, names, backUp } = await startWithBackups(2)
  await backUp()
  const [first = ''] = names()
  const mark = first.split('-').at(-1) ?? ''
  const foreign = [
    `weekward-2020-01-01T030000.000Z-${mark}`,
    'weekward-2020-01-01T030000.000Z-00000000.backup',
    'before-the-exams.backup',
  ]
  for (const name of foreign) writeFileSync(join(dir, name), 'not ours')
  const link = `weekward-2019-01-01T030000.000Z-${mark}`
  symlinkSync(join(dir, first), join(dir, link))
  for (let day = 0; day < 3; day++) {
    app.time.now += dayMs
    await backUp()
  }
  expect(names()).toEqual(expect.arrayContaining([...foreign, link]))
  expect(names()).not.toContain(first)
  const made = names().filter((name) => name.startsWith('weekward-2026'))
  expect(made).toHaveLength(2)
})

test('a failing backup is logged once, shown on the home and under Health, and retried each hour', async () => {
  const { app, dir, lines, backUp } = await startWithBackups()
  writeFileSync(dir, 'a file is where the folder should be')
  await backUp()
  await backUp()
  app.time.now += hourMs
  await backUp()
  expect(lines).toMatchObject([{ level: 'error', said: { reason: expect.stringContaining(dir) } }])
  const { line, backupFailed } = await readNotified(app)
  expect(line).toMatchObject({ isFine: false, said: expect.stringContaining(' failed: ') })
  expect(backupFailed).toBe(new Date(monday).toISOString())

  rmSync(dir)
  app.time.now += hourMs
  await backUp()
  expect(lines.at(-1)).toMatchObject({ level: 'info' })
  expect(await readNotified(app)).toMatchObject({ line: { isFine: true }, backupFailed: null })
})

test('files of a process that died are deleted after a day, and its claim expires', async () => {
  const { app, dir, names, backUp } = await startWithBackups()
  const dies: MakeBackup = () => new Promise(() => {})
  void backUp(dies)
  await expect.poll(() => readClaims(app)).toHaveLength(1)
  await backUp()
  expect(() => names()).toThrow()
  app.time.now += 7 * hourMs
  await backUp()
  expect(names()).toHaveLength(1)
  const left = join(dir, 'weekward-2026-03-02T170000.000Z-00000000.backup.77.part')
  writeFileSync(left, 'half of it')
  chmodSync(left, 0o600)
  app.time.now = Date.now() + 2 * dayMs
  await backUp()
  expect(names().filter((name) => name.endsWith('.part'))).toEqual([])
})

test('a backup that hangs is ended before its claim ends, and is a failure', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const { app, names, lines, backUp } = await startWithBackups()
  const begun = Promise.withResolvers<void>()
  const hangs: MakeBackup = (stopped) =>
    new Promise((_, reject) => {
      stopped.addEventListener('abort', () => reject(stopped.reason))
      begun.resolve()
    })
  const ended = backUp(hangs)
  await begun.promise
  await vi.advanceTimersByTimeAsync(6 * hourMs - 1)
  await ended
  expect(lines).toMatchObject([{ level: 'error', said: { reason: 'the backup took too long' } }])
  vi.useRealTimers()
  app.time.now += 6 * hourMs
  await backUp()
  expect(names()).toHaveLength(1)
})

test('the process of a backup ends with the reason for ending it', async () => {
  const ending = new AbortController()
  const made = spawnBackup(ending.signal)
  ending.abort(new Error('the backup took too long'))
  await expect(made).rejects.toThrow('the backup took too long')
})

test('a process whose claim has expired leaves the claim of another', async () => {
  const { app, backUp } = await startWithBackups()
  const [slow, other] = [Promise.withResolvers<never>(), Promise.withResolvers<never>()]
  const claimedUntil = (instant: number) =>
    expect.poll(() => readClaims(app)).toEqual([{ value: String(instant) }])
  const ended = backUp(() => slow.promise)
  await claimedUntil(monday + 6 * hourMs)
  app.time.now += 7 * hourMs
  const otherEnded = backUp(() => other.promise)
  await claimedUntil(monday + 13 * hourMs)
  slow.reject(new Error('the disk is full'))
  await ended
  await claimedUntil(monday + 13 * hourMs)
  other.reject(new Error('the disk is full'))
  await otherEnded
  expect(await readClaims(app)).toEqual([])
})
