import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { startClusterForFile, timeout } from '#test/databases/postgres-commands.ts'
import { queryPostgresColumn as ask } from '#test/databases/postgres-database.ts'
import {
  makeFailedRun,
  runToEnd,
  startSchoolWithWriters,
  startScript,
} from '#test/schools/school-under-writes.ts'
import { copyRows } from './copy-rows.ts'
import { withSnapshot } from './embedded/snapshot.ts'

const { makeDatabase, nowhere } = startClusterForFile()

/** A school in an embedded database, and the command on it. */
function makeSchool() {
  const folder = mkdtempSync(join(tmpdir(), 'weekward-move-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const settings = { DATA_DIR: folder }
  return {
    folder,
    settings,
    file: join(folder, 'weekward.db'),
    seed: (students: number) =>
      runToEnd('seed/main.ts', ['--students', String(students)], settings),
    move: (...args: string[]) => runToEnd('scripts/backup/move.ts', args, settings),
  }
}

test('everything confirmed before the server died is there after the move, and is served', {
  timeout,
}, async () => {
  const place = makeSchool()
  await place.seed(500)
  const to = await makeDatabase()
  const school = await startSchoolWithWriters(place.settings)
  await school.more(20)
  expect(await place.move('--to', to)).toEqual(
    makeFailedRun(`${place.file} is in use: stop the server first`),
  )
  await school.more(20)
  school.server.signal('SIGKILL')
  await school.server.ended
  await school.pause()

  const moved = await place.move('--to', to)
  expect(moved).toMatchObject({ code: 0, errors: [] })
  expect(moved.out).toContainEqual(expect.stringMatching(/^reviews +\d{4} rows {2}[0-9a-f]{64}$/))
  const emails = await ask(to, 'select email from people')
  expect(emails).toEqual(expect.arrayContaining(school.acknowledged))
  expect(readdirSync(place.folder).filter((name) => name.startsWith('moving'))).toEqual([])

  const server = startScript('server/main.ts', [], { PORT: '0', DEMO: 'on', DATABASE_URL: to })
  const url = await server.line(/^weekward ready on (.+)$/)
  const headers = { authorization: school.token }
  expect((await fetch(`${url}/admin/all-advisor`, { headers })).status).toBe(200)
})

test('every table is copied row by row, with foreign keys enforced as before', {
  timeout,
}, async () => {
  const place = makeSchool()
  await place.seed(50)
  const to = await makeDatabase()
  expect(await place.move('--to', to)).toMatchObject({ code: 0 })

  const target = openDatabase({ kind: 'postgres', url: to })
  const source = openDatabase({ kind: 'sqlite', file: place.file })
  onTestFinished(async () => {
    await Promise.all([target.destroy(), source.destroy()])
  })
  for (const table of ['people', 'domains', 'tasks', 'slots', 'reviews', 'facts'] as const) {
    const order = table === 'facts' ? 'name' : 'id'
    const was = await source.selectFrom(table).selectAll().execute()
    const is = await target.selectFrom(table).selectAll().execute()
    const byKey = (rows: object[]) =>
      new Map(rows.map((row) => [new Map(Object.entries(row)).get(order), row]))
    expect(byKey(is)).toEqual(byKey(was))
  }
  expect(
    await ask(to, `select 1 from pg_constraint where contype = 'f' and condeferrable`),
  ).toEqual([])
})

test('a target that holds data is refused and stays as it is', { timeout }, async () => {
  const place = makeSchool()
  await place.seed(3)
  const to = await makeDatabase()
  await place.move('--to', to)
  const before = await ask(to, 'select email from people')
  expect(await place.move('--to', to)).toEqual(
    makeFailedRun('the target database holds data (absences); nothing was moved'),
  )
  expect(await ask(to, 'select email from people')).toEqual(before)
})

test('nothing is moved if a value changes on the way', { timeout }, async () => {
  const place = makeSchool()
  await place.seed(3)
  const url = await makeDatabase()
  const target = openDatabase({ kind: 'postgres', url })
  onTestFinished(() => target.destroy())
  await migrate(target)
  await ask(
    url,
    `create function spoil() returns trigger language plpgsql as $$
      begin new.theory = new.theory / 2; return new; end $$`,
  )
  await ask(
    url,
    'create trigger spoil before insert on reviews for each row execute function spoil()',
  )

  await expect(withSnapshot(place.file, (school) => copyRows(school, target))).rejects.toThrow(
    'reviews was not copied correctly; nothing was moved',
  )
  expect(await ask(url, 'select email from people')).toEqual([])
})

test('a row that PostgreSQL cannot store is named by table and key, and nothing is moved', {
  timeout,
}, async () => {
  const place = makeSchool()
  await place.seed(3)
  const to = await makeDatabase()
  const database = new DatabaseSync(place.file)
  const spoilt = database
    .prepare(
      `update people set address = 'a' || char(0) || 'b'
        where id = (select max(id) from people) returning id`,
    )
    .get()
  database.close()
  expect(await place.move('--to', to)).toEqual(
    makeFailedRun(
      `people ${spoilt?.id} cannot be moved: address contains a NUL character, which PostgreSQL cannot store; nothing was moved`,
    ),
  )
  expect(await ask(to, 'select email from people')).toEqual([])
})

test('invalid arguments and a missing school are refused', {
  timeout,
}, async () => {
  const place = makeSchool()
  const usage = makeFailedRun('usage: npm run move -- --to postgres://user:password@host/database')
  for (const args of [[], ['--to'], ['--to', 'school.db'], ['postgres://x/y'], ['--into', 'x']]) {
    expect(await place.move(...args)).toEqual(usage)
  }
  const to = await makeDatabase()
  expect(await place.move('--to', to)).toEqual(
    makeFailedRun(`there is no database at ${place.file}`),
  )
  await place.seed(3)
  expect(await place.move('--to', nowhere())).toEqual(
    makeFailedRun('cannot use the target database: database "nowhere" does not exist'),
  )
  const set = { ...place.settings, DATABASE_URL: to }
  expect(await runToEnd('scripts/backup/move.ts', ['--to', to], set)).toEqual(
    makeFailedRun('DATABASE_URL is set: run this without it, on the embedded database'),
  )
  expect(
    await ask(to, 'select tablename from pg_tables where schemaname = current_schema()'),
  ).toEqual([])
})
