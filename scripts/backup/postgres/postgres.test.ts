import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type Cluster, startCluster } from '#test/postgres.ts'
import { askPostgres as ask, makeDatabaseIn } from '#test/postgres-database.ts'
import { runToEnd, startProject, startWritingSchool } from '#test/writing-school.ts'
import { reach, startProgram } from './programs.ts'

const timeout = 60_000
let cluster: Cluster
beforeAll(async () => {
  cluster = await startCluster()
}, timeout)
afterAll(() => cluster.stop())

const makeDatabase = () => makeDatabaseIn(cluster)

const emails = (url: string) => ask(url, 'select email from people order by id')
const seed = (url: string, students: number) =>
  runToEnd('seed/main.ts', ['--students', String(students)], { DATABASE_URL: url })
const backup = (url: string, ...args: string[]) =>
  runToEnd('scripts/backup/backup.ts', args, { DATABASE_URL: url })
const restore = (url: string, ...args: string[]) =>
  runToEnd('scripts/backup/restore.ts', args, { DATABASE_URL: url })

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'weekward-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const said = (line: string) => ({ code: 1, out: [], errors: [`weekward: ${line}`] })

/** Everything in the database but the rows: columns, constraints, indexes. */
async function schemaOf(url: string): Promise<unknown[]> {
  return ask(
    url,
    `select format('%s %s %s', table_name, column_name, data_type) as what
        from information_schema.columns where table_schema = 'public'
      union all select conrelid::regclass || pg_get_constraintdef(oid)
        from pg_constraint where connamespace = 'public'::regnamespace
      union all select indexdef from pg_indexes where schemaname = 'public' order by 1`,
  )
}

test('a backup while people are added is whole, and comes back in another database', {
  timeout,
}, async () => {
  const [from, to] = [await makeDatabase(), await makeDatabase()]
  await seed(from, 300)
  const school = await startWritingSchool({ DATABASE_URL: from, DATA_DIR: makeFolder() })
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
  expect(await emails(to)).toEqual(expect.arrayContaining(before))
  const halves = `select email from people where email like 'added-%' and (
    id not in (select person_id from invitations) or email not in (select recipient from outbox))`
  expect(await ask(to, halves)).toEqual([])
  expect(await schemaOf(to)).toEqual(await schemaOf(from))
  expect(await ask(to, 'select id from reviews order by id')).toEqual(
    await ask(from, 'select id from reviews order by id'),
  )
})

test('a restore refuses while a server runs and where data would be lost, and replaces when told to', {
  timeout,
}, async () => {
  const url = await makeDatabase()
  await seed(url, 3)
  const before = await emails(url)
  const file = join(makeFolder(), 'school.backup')
  await backup(url, file)
  const school = await startWritingSchool({ DATABASE_URL: url, DATA_DIR: makeFolder() })
  await school.more(3)
  await school.pause()

  const inUse = said('a server uses this database: stop it first')
  expect(await restore(url, file)).toEqual(inUse)
  expect(await restore(url, file, '--replace')).toEqual(inUse)
  school.server.signal('SIGTERM')
  expect(await school.server.ended).toBe(0)
  expect(await restore(url, file)).toEqual(
    said('this database holds data; nothing was changed: give --replace to lose that data'),
  )
  expect(await emails(url)).toEqual(expect.arrayContaining(school.acknowledged))

  expect(await restore(url, file, '--replace')).toMatchObject({ code: 0, errors: [] })
  expect(await emails(url)).toEqual(before)
})

test('a restore that is killed while it writes leaves the old school, whole', {
  timeout,
}, async () => {
  const [from, to] = [await makeDatabase(), await makeDatabase()]
  await seed(from, 300)
  await seed(to, 3)
  const file = join(makeFolder(), 'school.backup')
  await backup(from, file)
  const before = [await emails(to), await schemaOf(to)]

  // It comes as far as the table that is held here, and can go no further.
  const holder = new pg.Client(to)
  await holder.connect()
  await holder.query('begin; lock table reviews in access share mode')
  const args = [file, '--replace']
  const running = startProject('scripts/backup/restore.ts', args, { DATABASE_URL: to })
  const waiting = `select 1 from pg_locks where not granted`
  await vi.waitFor(async () => expect(await ask(to, waiting)).not.toEqual([]), 20_000)
  running.signal('SIGKILL')
  expect(await running.ended).toBe(null)
  await holder.end()

  expect([await emails(to), await schemaOf(to)]).toEqual(before)
  expect(await restore(to, ...args)).toMatchObject({ code: 0, errors: [] })
  expect(await emails(to)).toEqual(await emails(from))
})

test('what is no backup, cut off, or from a newer version is refused, and nothing is changed', {
  timeout,
}, async () => {
  const url = await makeDatabase()
  await seed(url, 20)
  const before = await emails(url)
  const folder = makeFolder()
  const [file, bad] = [join(folder, 'school.backup'), join(folder, 'bad.backup')]
  await backup(url, file)
  const refused = async (reason: string) => {
    expect(await restore(url, bad, '--replace')).toEqual(said(reason))
    expect(await emails(url)).toEqual(before)
  }

  await refused(`there is no file ${bad}`)
  writeFileSync(bad, 'not a backup at all')
  await refused(`${bad} is no backup of Weekward`)
  writeFileSync(bad, 'SQLite format 3\0 and more')
  await refused(
    `${bad} is from the embedded database: restore it without DATABASE_URL, then npm run move`,
  )
  const whole = readFileSync(file)
  writeFileSync(bad, whole.subarray(0, whole.length - 10_000))
  await refused(
    `${bad} cannot be restored: pg_restore failed: error: could not read from input file: end of file`,
  )
  await ask(url, `insert into kysely_migration values ('0999-later', '')`)
  await backup(url, bad, '--replace')
  await refused(
    `${bad} cannot be restored: it is from a newer version of Weekward (0999-later): use that version or a later one`,
  )
})

test('changed bytes and a foreign schema are refused, and the row that does not fit is named', {
  timeout,
}, async () => {
  const [from, to] = [await makeDatabase(), await makeDatabase()]
  await seed(from, 3)
  const run = async (statements: string) => {
    const client = new pg.Client(from)
    await client.connect()
    await client.query(statements)
    await client.end()
  }
  const file = join(makeFolder(), 'school.backup')
  await backup(from, file)
  const changed = readFileSync(file)
  changed[2_000] = (changed[2_000] ?? 0) ^ 1
  writeFileSync(file, changed)
  const refusal = (reason: string | RegExp) =>
    expect.objectContaining({
      code: 1,
      errors: [expect.stringMatching(reason)],
    })
  expect(await restore(to, file)).toEqual(refusal(/its checksum differs$/))

  const spoils = `create function let_in() returns trigger language plpgsql as $$
    begin delete from sessions; return new; end $$`
  for (const [spoil, reason, mend] of [
    [
      `${spoils}; create trigger let_in after insert on people for each row execute function let_in()`,
      'there is a function let_in',
      'drop function let_in cascade',
    ],
    [
      'drop index trail_person_id_index',
      'there is no index CREATE INDEX trail_person_id_index ON trail',
      'create index trail_person_id_index on trail (person_id)',
    ],
    [
      'create view everybody as select * from people',
      'there is a view everybody',
      'drop view everybody',
    ],
    [
      'alter table people add column note text',
      'there is a column people.note',
      'alter table people drop column note',
    ],
    [
      'create rule gone as on insert to trail do instead nothing',
      'there is a rule gone of trail',
      'drop rule gone on trail',
    ],
    [
      'alter table trail disable trigger trail_unchanged',
      'there is a trigger trail_unchanged of trail',
      'alter table trail enable trigger trail_unchanged',
    ],
  ] as const) {
    await run(spoil)
    await backup(from, file, '--replace')
    expect(await restore(to, file)).toEqual(refusal(`its schema is not Weekward's: ${reason}`))
    await run(mend)
  }
  await run(
    `set session_replication_role = replica;
    update tasks set domain_id = 'nowhere' where id = (select min(id) from tasks)`,
  )
  await backup(from, file, '--replace')
  expect(await restore(to, file)).toEqual(
    refusal(/"tasks" violates foreign key.*; Key \(domain_id\)=\(nowhere\) is not present/),
  )
  expect(await schemaOf(to)).toEqual([])
  await run(
    `set session_replication_role = replica;
    update tasks set domain_id = (select min(id) from domains) where domain_id = 'nowhere'`,
  )
  await backup(from, file, '--replace')
  expect(await restore(to, file)).toMatchObject({ code: 0, errors: [] })
  expect(await schemaOf(to)).toEqual(await schemaOf(from))
})

test('a backup that is told to end leaves no file, and nothing that goes on', {
  timeout,
}, async () => {
  const url = await makeDatabase()
  await seed(url, 3)
  const folder = makeFolder()
  const holder = new pg.Client(url)
  await holder.connect()
  await holder.query('begin; lock table reviews in access exclusive mode')
  const args = [join(folder, 'school.backup')]
  const running = startProject('scripts/backup/backup.ts', args, { DATABASE_URL: url })
  const dumping = `select 1 from pg_stat_activity where application_name = 'pg_dump'`
  await vi.waitFor(async () => expect(await ask(url, dumping)).not.toEqual([]), 20_000)
  running.signal('SIGTERM')
  expect(await running.ended).toBe(1)
  await holder.end()

  await vi.waitFor(async () => expect(await ask(url, dumping)).toEqual([]), 20_000)
  expect(readdirSync(folder)).toEqual([])
})

test('where there is no school there is no backup', { timeout }, async () => {
  const folder = makeFolder()
  const file = join(folder, 'school.backup')
  expect(await backup(await makeDatabase(), file)).toEqual(said('no school is in this database'))
  expect(await backup(cluster.url('nowhere'), file)).toEqual(
    said('database "nowhere" does not exist'),
  )
  expect(readdirSync(folder)).toEqual([])
})

test('a program of PostgreSQL that is missing is named, with what to install', () => {
  expect(() => startProgram('pg_absent', [])).toThrow(
    'pg_absent is missing: install the package postgresql-client',
  )
})

test('a password is given to the programs where other users of the machine cannot see it', () => {
  const { dbname, env } = reach(
    'postgres://ana:s%40cret@db.school.test:5433/school?sslmode=require',
  )
  expect(dbname).toBe('postgres://ana@db.school.test:5433/school?sslmode=require')
  expect(env.PGPASSWORD).toBe('s@cret')
})
