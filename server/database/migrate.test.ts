import { dirname } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { demoLogins } from '#contract/school/school.ts'
import { createEmptyDatabase } from '#test/databases/database.ts'
import { migrationNames as names, runMigrations, sampleFact } from '#test/databases/migrations.ts'
import { startScript } from '#test/schools/school-under-writes.ts'
import { openDatabase } from './connect.ts'
import { migrate } from './migrate.ts'

const timeout = 60_000

async function makeEmpty() {
  const { address, drop } = await createEmptyDatabase()
  const db = openDatabase(address)
  onTestFinished(async () => {
    await db.destroy()
    await drop()
  })
  const settings =
    address.kind === 'sqlite'
      ? { DATA_DIR: dirname(address.file) }
      : { DATABASE_URL: address.url, DATA_DIR: '/dev/null' }
  const start = (more: NodeJS.ProcessEnv) =>
    startScript('server/main.ts', [], { PORT: '0', ...settings, ...more })
  /** The migrations that were made, each as often as it was. */
  const made = async () => {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
    return rows.map(({ name }) => name).sort()
  }
  /** The names of all tables but those in which migrations are noted. */
  const tables = async () => (await db.introspection.getTables()).map(({ name }) => name)
  return { db, start, made, tables }
}

const firstAdmin = { ADMIN_EMAIL: 'head@school.test', ADMIN_PASSWORD: 'a good password' }

test.each([
  ['demo data', { DEMO: 'on' }, demoLogins.admin],
  [
    'the first admin',
    { DEMO: 'off', ...firstAdmin },
    {
      email: firstAdmin.ADMIN_EMAIL,
      password: firstAdmin.ADMIN_PASSWORD,
    },
  ],
] as const)(
  'servers that start at once on an empty database all become ready, with one schema and %s',
  async (_what, settings, admin) => {
    const { db, start, made } = await makeEmpty()
    const servers = [start(settings), start(settings)]
    const urls = await Promise.all(servers.map(({ line }) => line(/^weekward ready on (.+)$/)))
    for (const url of urls) {
      const reply = await fetch(`${url}/admin/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(admin),
      })
      expect(reply.status).toBe(200)
    }
    expect(await made()).toEqual(names)
    const admins = db.selectFrom('people').select('email').where('role', '=', 'admin')
    expect(await admins.execute()).toEqual([{ email: admin.email }])
  },
  timeout,
)

test('a database of a newer version stops the start with one line, and stays unchanged', {
  timeout,
}, async () => {
  const { db, start, made } = await makeEmpty()
  await migrate(db)
  await sql`insert into kysely_migration values ('0999-later', ${new Date().toISOString()})`.execute(
    db,
  )

  const server = start({ DEMO: 'on' })
  expect(await server.ended).toBe(1)
  expect(server.errors).toEqual([
    'weekward: cannot use the database: it is from a newer version of Weekward (0999-later). Use that version or a later one',
  ])
  expect(server.out).toEqual([])
  expect(await made()).toEqual([...names, '0999-later'])
  expect(await db.selectFrom('people').select('id').execute()).toEqual([])
})

test('a failing migration rolls back those before it in the same start', {
  timeout,
}, async () => {
  const { db, start, made, tables } = await makeEmpty()
  // Somebody's own table is in the way of the last migration so far.
  await sql`create table chat_lines (id text)`.execute(db)

  const server = start({ DEMO: 'on' })
  expect(await server.ended).toBe(1)
  expect(server.errors).toEqual([
    expect.stringMatching(/^weekward: cannot use the database: .*chat_lines.* already exists/),
  ])
  expect(await made()).toEqual([])
  expect(await tables()).toEqual(['chat_lines'])
})

test('a school keeps its data through every migration since the first schema', {
  timeout,
}, async () => {
  const { db, made } = await makeEmpty()
  await runMigrations(db, names, async (tx, name) => {
    if (name === names[0]) await tx.insertInto('facts').values(sampleFact).execute()
    const kept = tx.selectFrom('facts').selectAll().where('name', '=', sampleFact.name)
    expect(await kept.execute(), name).toEqual([sampleFact])
  })
  expect(await made()).toEqual(names)
})
