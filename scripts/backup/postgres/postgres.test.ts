import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import {
  backup,
  makeFolder,
  readEmails,
  readSchema,
  restore,
  seed,
  startClusterForFile,
  timeout,
} from '#test/databases/postgres-commands.ts'
import { queryPostgresColumn as ask } from '#test/databases/postgres-database.ts'
import {
  makeFailedRun,
  startSchoolWithWriters,
  startScript,
} from '#test/schools/school-under-writes.ts'
import { formatDataLossMessage } from '../arguments.ts'

const { makeDatabase, nowhere } = startClusterForFile()

test('a backup during writes is consistent and can be restored into another database', {
  timeout,
}, async () => {
  const [from, to] = [await makeDatabase(), await makeDatabase()]
  await seed(from, 300)
  const school = await startSchoolWithWriters({ DATABASE_URL: from, DATA_DIR: makeFolder() })
  await school.more(20)
  const before = [...school.acknowledged]
  const folder = makeFolder()
  const file = join(folder, 'school.backup')
  const saved = await backup(from, file)
  await school.more(20)
  await school.pause()

  expect(saved).toMatchObject({ code: 0, errors: [] })
  expect(readdirSync(folder)).toEqual(['school.backup'])
  expect(statSync(file).mode & 0o077).toBe(0)
  expect(await restore(to, file)).toMatchObject({ code: 0, errors: [] })
  expect(await readEmails(to)).toEqual(expect.arrayContaining(before))
  const halves = `select email from people where email like 'added-%' and (
    id not in (select person_id from invitations) or email not in (select recipient from outbox))`
  expect(await ask(to, halves)).toEqual([])
  expect(await readSchema(to)).toEqual(await readSchema(from))
  expect(await ask(to, 'select id from reviews order by id')).toEqual(
    await ask(from, 'select id from reviews order by id'),
  )
})

test('a restore refuses while a server runs or data would be lost, and replaces when told to', {
  timeout,
}, async () => {
  const url = await makeDatabase()
  await seed(url, 3)
  const before = await readEmails(url)
  const file = join(makeFolder(), 'school.backup')
  await backup(url, file)
  const school = await startSchoolWithWriters({ DATABASE_URL: url, DATA_DIR: makeFolder() })
  await school.more(3)
  await school.pause()

  const inUse = makeFailedRun('a server is using this database: stop it first')
  expect(await restore(url, file)).toEqual(inUse)
  expect(await restore(url, file, '--replace')).toEqual(inUse)
  school.server.signal('SIGTERM')
  expect(await school.server.ended).toBe(0)
  expect(await restore(url, file)).toEqual(makeFailedRun(formatDataLossMessage('this database')))
  expect(await readEmails(url)).toEqual(expect.arrayContaining(school.acknowledged))

  expect(await restore(url, file, '--replace')).toMatchObject({ code: 0, errors: [] })
  expect(await readEmails(url)).toEqual(before)
})

test('killing a restore while it writes leaves the old school intact', {
  timeout,
}, async () => {
  const [from, to] = [await makeDatabase(), await makeDatabase()]
  await seed(from, 300)
  await seed(to, 3)
  const file = join(makeFolder(), 'school.backup')
  await backup(from, file)
  const before = [await readEmails(to), await readSchema(to)]

  // It gets as far as this locked table and waits.
  const holder = new pg.Client(to)
  await holder.connect()
  await holder.query('begin; lock table reviews in access share mode')
  const args = [file, '--replace']
  const running = startScript('scripts/backup/restore.ts', args, { DATABASE_URL: to })
  const waiting = `select 1 from pg_locks where not granted`
  await vi.waitFor(async () => expect(await ask(to, waiting)).not.toEqual([]), 20_000)
  running.signal('SIGKILL')
  expect(await running.ended).toBe(null)
  await holder.end()

  expect([await readEmails(to), await readSchema(to)]).toEqual(before)
  expect(await restore(to, ...args)).toMatchObject({ code: 0, errors: [] })
  expect(await readEmails(to)).toEqual(await readEmails(from))
})

test('a backup that is told to stop leaves neither file nor process', {
  timeout,
}, async () => {
  const url = await makeDatabase()
  await seed(url, 3)
  const folder = makeFolder()
  const holder = new pg.Client(url)
  await holder.connect()
  await holder.query('begin; lock table reviews in access exclusive mode')
  const args = [join(folder, 'school.backup')]
  const running = startScript('scripts/backup/backup.ts', args, { DATABASE_URL: url })
  const dumping = `select 1 from pg_stat_activity where application_name = 'pg_dump'`
  await vi.waitFor(async () => expect(await ask(url, dumping)).not.toEqual([]), 20_000)
  running.signal('SIGTERM')
  expect(await running.ended).toBe(1)
  await holder.end()

  await vi.waitFor(async () => expect(await ask(url, dumping)).toEqual([]), 20_000)
  expect(readdirSync(folder)).toEqual([])
})

test('without a school there is no backup', { timeout }, async () => {
  const folder = makeFolder()
  const file = join(folder, 'school.backup')
  expect(await backup(await makeDatabase(), file)).toEqual(
    makeFailedRun('this database holds no school'),
  )
  expect(await backup(nowhere(), file)).toEqual(makeFailedRun('database "nowhere" does not exist'))
  expect(readdirSync(folder)).toEqual([])
})
