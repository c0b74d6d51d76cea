import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { formatChecksumMismatch } from '#server/database/backup/checksum.ts'
import { makeFolder, seed, startClusterForFile } from '#test/databases/postgres-commands.ts'
import { queryPostgresColumn } from '#test/databases/postgres-database.ts'
import { makeSchoolFolders, queryColumn } from '#test/databases/sqlite-commands.ts'
import type { TestProcess } from '#test/processes/process.ts'
import { makeFailedRun, runToEnd, startScript } from '#test/schools/school-under-writes.ts'
import { unpack, versions } from '#test/versions/older-school.ts'

const timeout = 120_000
const { makeDatabase } = startClusterForFile()
const emails = 'select email from people order by email'

type Settings = Record<string, string>
/** A school's database of either kind, with a function to query it. */
type Place = { settings: Settings; ask: (query: string) => unknown[] | Promise<unknown[]> }
const places: [kind: string, make: () => Promise<Place>][] = [
  [
    'the embedded database',
    async () => {
      const { settings, database } = makeSchoolFolders()
      return { settings, ask: (query) => queryColumn(database, query) }
    },
  ],
  [
    'PostgreSQL',
    async () => {
      const url = await makeDatabase()
      const settings = { DATABASE_URL: url, DATA_DIR: makeFolder() }
      return { settings, ask: (query) => queryPostgresColumn(url, query) }
    },
  ],
]

/** Starts a server and waits for a line in its log. */
async function serve(settings: Settings, until: RegExp): Promise<TestProcess> {
  const server = startScript('server/main.ts', [], { PORT: '0', DEMO: 'on', ...settings })
  await server.line(/^weekward ready on (.+)$/)
  await vi.waitFor(() => expect(server.errors.join('\n')).toMatch(until), timeout / 4)
  return server
}

async function end(server: TestProcess): Promise<void> {
  server.signal('SIGTERM')
  expect(await server.ended).toBe(0)
}

const namesIn = (folder: string) => readdirSync(folder).sort()
const wholeBackup = /"msg":"the school is backed up"/

test.each(places)(
  'a school on %s is backed up once soon after the start and can be restored',
  {
    timeout,
  },
  async (_, make) => {
    const [from, to, dir] = [await make(), await make(), join(makeFolder(), 'backups')]
    const settings = { ...from.settings, BACKUP_DIR: dir }
    await end(await serve(settings, wholeBackup))
    const [name = ''] = namesIn(dir)
    const file = join(dir, name)
    expect([statSync(dir).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o600])
    await end(await serve(settings, /listening/))
    expect(namesIn(dir)).toEqual([name])

    expect(await runToEnd('scripts/backup/restore.ts', [file], to.settings)).toMatchObject({
      code: 0,
      errors: [],
    })
    expect(await to.ask(emails)).toEqual(await from.ask(emails))
    // Otherwise the restored school would wait for hours for the backup that it came from.
    expect(await to.ask(`select name from facts where name like '%claimed%'`)).toEqual([])
  },
)

test.each(places)(
  'a %s backup encrypted for a public key needs the private key',
  {
    timeout,
  },
  async (_, make) => {
    const [from, to, folder] = [await make(), await make(), makeFolder()]
    const keys = [await generateIdentity(), await generateIdentity()] as const
    const [identity, another] = keys.map((key, at) => {
      const file = join(folder, `identity-${at}.txt`)
      writeFileSync(file, `# created: today\n${key}\n`)
      return file
    }) as [string, string]
    const dir = join(folder, 'backups')
    const BACKUP_KEY = await identityToRecipient(keys[0])
    await end(await serve({ ...from.settings, BACKUP_DIR: dir, BACKUP_KEY }, wholeBackup))
    const [name = '', sum = ''] = namesIn(dir)
    expect([name, sum]).toEqual([expect.stringMatching(/\.backup\.age$/), `${name}.sha256`])
    const file = join(dir, name)
    const content = readFileSync(file)
    expect(content.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n-> X25519 /)
    for (const email of await from.ask(emails)) {
      expect(content.includes(String(email))).toBe(false)
    }
    expect([file, `${file}.sha256`].map((one) => statSync(one).mode & 0o777)).toEqual([
      0o600, 0o600,
    ])
    execFileSync('sha256sum', ['--check', '--status', sum], { cwd: dir })
    expect(namesIn(from.settings.DATA_DIR ?? '').filter((one) => one.includes('plain'))).toEqual([])

    const restore = (...args: string[]) => runToEnd('scripts/backup/restore.ts', args, to.settings)
    expect(await restore(file)).toEqual(
      makeFailedRun(
        `${file} is encrypted: use --identity with the file that holds the private key`,
      ),
    )
    expect((await restore(file, '--identity', another)).errors[0]).toMatch(
      `weekward: ${file} cannot be decrypted: no identity matched`,
    )
    const changed = join(folder, 'changed.age')
    content[content.length - 100] = (content[content.length - 100] ?? 0) ^ 1
    writeFileSync(changed, content)
    expect(await restore(changed, '--identity', identity)).toMatchObject({ code: 1 })
    writeFileSync(file, content)
    expect(await restore(file, '--identity', identity)).toEqual(
      makeFailedRun(formatChecksumMismatch(file)),
    )
    content[content.length - 100] = (content[content.length - 100] ?? 0) ^ 1
    writeFileSync(file, content)
    expect(await restore(file, '--identity', identity)).toMatchObject({ code: 0, errors: [] })
    expect(await to.ask(emails)).toEqual(await from.ask(emails))
    expect(namesIn(to.settings.DATA_DIR ?? '').filter((one) => one.includes('plain'))).toEqual([])

    // Also with the command.
    const byHand = join(folder, 'by-hand.age')
    const settings = { ...from.settings, BACKUP_KEY }
    expect(await runToEnd('scripts/backup/backup.ts', [byHand], settings)).toMatchObject({
      code: 0,
    })
    expect(readFileSync(byHand, 'latin1').slice(0, 21)).toBe('age-encryption.org/v1')
  },
)

/** Creates a school as an older version left it. */
async function layDown({ settings }: Place, version: string): Promise<void> {
  const { DATA_DIR = '', DATABASE_URL } = settings
  mkdirSync(DATA_DIR, { recursive: true })
  if (DATABASE_URL === undefined) {
    return writeFileSync(join(DATA_DIR, 'weekward.db'), unpack(version, 'weekward.db.gz'))
  }
  const client = new pg.Client(DATABASE_URL)
  await client.connect()
  await client.query(unpack(version, 'school.sql.gz').toString())
  await client.end()
}

test.each(
  places.flatMap(([kind, make]) => versions.map((version) => [version, kind, make] as const)),
)(
  'a school of version %s on %s is backed up before its schema changes, and comes back as it was',
  {
    timeout,
  },
  async (version, _, make) => {
    const [from, to] = [await make(), await make()]
    await layDown(from, version)
    const before = await from.ask('select name from kysely_migration order by name')
    const dir = join(from.settings.DATA_DIR ?? '', 'backups')
    await end(
      await serve(from.settings, /backed up the school before the schema change: .*-before-00/),
    )
    const after = await from.ask('select name from kysely_migration order by name')
    expect(after.length).toBeGreaterThan(before.length)
    const [name = ''] = namesIn(dir)
    expect(name).toContain(`-before-${after[before.length]}.backup`)
    await end(await serve(from.settings, /listening/))
    expect(namesIn(dir)).toEqual([name])

    const file = join(dir, name)
    expect(await runToEnd('scripts/backup/restore.ts', [file], to.settings)).toMatchObject({
      code: 0,
      errors: [],
    })
    expect(await to.ask('select name from kysely_migration order by name')).toEqual(before)
  },
)

test('without pg_dump the schema is not changed, and one line says what to install', {
  timeout,
}, async () => {
  const [, make] = places[1] ?? []
  const place = (await make?.()) ?? { settings: {}, ask: () => [] }
  await layDown(place, versions[0] ?? '')
  const before = await place.ask('select name from kysely_migration')
  // A PATH without PostgreSQL's programs.
  const hidden =
    'PATH=/usr/bin:/bin; mount -t tmpfs tmpfs /usr/lib/postgresql && PATH=/nowhere exec "$0" server/main.ts'
  const env = { ...place.settings, PORT: '0', DEMO: 'on' }
  const args = ['-m', '/bin/sh', '-c', hidden, process.execPath]
  const { status, stderr } = spawnSync('/usr/bin/unshare', args, { env, encoding: 'utf8' })
  expect([status, stderr]).toEqual([
    1,
    'weekward: cannot use the database: the backup before the schema change failed: pg_dump is missing: install the package postgresql-client\n',
  ])
  expect(await place.ask('select name from kysely_migration')).toEqual(before)
})

test('a server stopped during a backup stops in time and leaves no partial file', {
  timeout,
}, async () => {
  const url = await makeDatabase()
  await seed(url, 3)
  const [dir, DATA_DIR] = [join(makeFolder(), 'backups'), makeFolder()]
  const server = startScript('server/main.ts', [], {
    PORT: '0',
    DEMO: 'on',
    DATABASE_URL: url,
    BACKUP_DIR: dir,
    DATA_DIR,
  })
  const holder = new pg.Client(url)
  await holder.connect()
  await holder.query('begin; lock table advisor_settings in access exclusive mode')
  await server.line(/^weekward ready on (.+)$/)
  const dumping = `select 1 from pg_stat_activity where application_name = 'pg_dump'`
  await vi.waitFor(
    async () => expect(await queryPostgresColumn(url, dumping)).not.toEqual([]),
    20_000,
  )
  await end(server)
  await holder.end()
  await vi.waitFor(async () => expect(await queryPostgresColumn(url, dumping)).toEqual([]), 20_000)
  await vi.waitFor(() => expect(namesIn(dir)).toEqual([]), 20_000)
  expect(
    await queryPostgresColumn(url, `select name from facts where name like '%backup%'`),
  ).toEqual([])
})
