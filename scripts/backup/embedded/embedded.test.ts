import { existsSync, readdirSync, readFileSync, rmSync, statSync, watch } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeSchoolFolders, queryColumn } from '#test/databases/sqlite-commands.ts'
import {
  makeFailedRun,
  runToEnd,
  startSchoolWithWriters,
  startScript,
} from '#test/schools/school-under-writes.ts'
import { formatDataLossMessage } from '../arguments.ts'

const timeout = 60_000

function assertIntact(file: string): void {
  expect(queryColumn(file, 'pragma integrity_check')).toEqual(['ok'])
  expect(queryColumn(file, 'pragma foreign_key_check')).toEqual([])
  // A person is stored together with their invitation and its mail.
  const halves = `select email from people where email like 'added-%' and (
    id not in (select person_id from invitations) or email not in (select recipient from outbox))`
  expect(queryColumn(file, halves)).toEqual([])
}

const emails = (file: string) => queryColumn(file, 'select email from people')

test('a backup during writes is consistent and contains everything confirmed before', {
  timeout,
}, async () => {
  const place = makeSchoolFolders()
  await place.seed(1000)
  const school = await startSchoolWithWriters(place.settings)
  await school.more(20)
  const before = [...school.acknowledged]
  const saved = await place.backup(place.file)
  await school.more(20)
  await school.pause()

  expect(saved).toMatchObject({ code: 0, errors: [] })
  assertIntact(place.file)
  expect(emails(place.file)).toEqual(expect.arrayContaining(before))
  expect(queryColumn(place.file, 'select count(*) from reviews')).toEqual(
    queryColumn(place.database, 'select count(*) from reviews'),
  )
  expect(readdirSync(place.folder).sort()).toEqual(['data', 'school.backup'])
  expect(statSync(place.file).mode & 0o077).toBe(0)
})

test('a restore refuses while a server runs, and restores the school after it has stopped', {
  timeout,
}, async () => {
  const place = makeSchoolFolders()
  const school = await startSchoolWithWriters(place.settings)
  await school.more(5)
  await school.pause()
  const before = emails(place.database)
  await place.backup(place.file)
  const later = { name: 'Ben', email: 'later@school.test' }
  const headers = { 'content-type': 'application/json', authorization: school.token }
  const body = JSON.stringify(later)
  await fetch(`${school.url}/admin/add-advisor`, { method: 'POST', headers, body })

  const inUse = makeFailedRun(`${place.database} is in use: stop the server first`)
  expect(await place.restore(place.file)).toEqual(inUse)
  expect(await place.restore(place.file, '--replace')).toEqual(inUse)
  school.server.signal('SIGTERM')
  expect(await school.server.ended).toBe(0)
  expect(await place.restore(place.file)).toEqual(
    makeFailedRun(formatDataLossMessage(place.database)),
  )
  expect(emails(place.database)).toContain(later.email)

  expect(await place.restore(place.file, '--replace')).toMatchObject({ code: 0, errors: [] })
  assertIntact(place.database)
  expect(emails(place.database)).toEqual(before)
  const again = startScript('server/main.ts', [], { PORT: '0', ...place.settings })
  const url = await again.line(/^weekward ready on (.+)$/)
  const list = await fetch(`${url}/admin/all-advisor`, {
    headers: { authorization: school.token },
  })
  expect(list.status).toBe(200)
})

test('killing a restore while it writes leaves the old school intact', {
  timeout,
}, async () => {
  const place = makeSchoolFolders()
  await place.seed(1500)
  await place.backup(place.file)
  const settings = { DATA_DIR: join(place.folder, 'other') }
  const target = join(settings.DATA_DIR, 'weekward.db')
  const restore = [place.file, '--replace']
  const journal = `${target}-journal`

  let wasCutOff = false
  // On a busy machine the kill may come too late. Then it is tried again.
  for (let turn = 0; turn < 10 && !wasCutOff; turn++) {
    rmSync(settings.DATA_DIR, { recursive: true, force: true })
    await runToEnd('seed/main.ts', ['--students', '3'], settings)
    const before = emails(target)
    const running = startScript('scripts/backup/restore.ts', restore, settings)
    const watcher = watch(settings.DATA_DIR, (_event, name) => {
      // SQLite's rollback journal exists until the transaction is complete.
      if (name === 'weekward.db-journal') running.signal('SIGKILL')
    })
    await running.ended
    watcher.close()
    wasCutOff = existsSync(journal) && statSync(journal).size > 0
    assertIntact(target)
    if (wasCutOff) expect(emails(target)).toEqual(before)
  }
  expect(wasCutOff).toBe(true)

  expect(await runToEnd('scripts/backup/restore.ts', restore, settings)).toMatchObject({ code: 0 })
  expect(emails(target)).toEqual(emails(place.file))
  expect(readdirSync(settings.DATA_DIR)).not.toContain('weekward.db.restoring')
})

test(
  'a backup overwrites no file and creates no database',
  async () => {
    const place = makeSchoolFolders()
    expect(await place.backup(place.file)).toEqual(
      makeFailedRun(`there is no database at ${place.database}`),
    )
    expect(readdirSync(place.folder)).toEqual([])
    await place.seed(3)
    await place.backup(place.file)
    const before = readFileSync(place.file)
    expect(await place.backup(place.file)).toEqual(
      makeFailedRun(`${place.file} already exists: choose another name or use --replace`),
    )
    expect(readFileSync(place.file).equals(before)).toBe(true)
    expect(await place.backup(place.file, '--replace')).toMatchObject({ code: 0 })
    const nowhere = join(place.folder, 'nowhere')
    expect(await place.backup(join(nowhere, 'a'))).toEqual(
      makeFailedRun(`there is no folder ${nowhere}`),
    )
  },
  timeout,
)

test.each(['backup', 'restore'] as const)(
  '%s says how it is used',
  async (name) => {
    const place = makeSchoolFolders()
    for (const args of [[], ['a', 'b'], ['a', '--force']]) {
      expect(await place[name](...args)).toEqual(
        makeFailedRun(
          `usage: npm run ${name} -- FILE [--replace]${name === 'restore' ? ' [--identity FILE]' : ''}`,
        ),
      )
    }
  },
  timeout,
)
