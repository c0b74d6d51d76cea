import { randomBytes } from 'node:crypto'
import { type AddressInfo, createServer } from 'node:net'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '#test/databases/database.ts'
import { canShareDatabase } from '#test/live-app.ts'
import { startServer } from '#test/processes/start-server.ts'

/** A database whose user may have so many connections at a time, and no more. */
async function poorPostgres(connections: number): Promise<string> {
  const { address, db, drop } = await createTestDatabase()
  if (address.kind !== 'postgres') throw new Error('It is not PostgreSQL')
  const role = `poor_${randomBytes(4).toString('hex')}`
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db)
  await run(sql`create role ${sql.ref(role)} login connection limit ${sql.lit(connections)}`)
  await run(sql`grant all on all tables in schema public to ${sql.ref(role)}`)
  onTestFinished(async () => {
    await run(sql`drop owned by ${sql.ref(role)}`)
    await run(sql`drop role ${sql.ref(role)}`)
    await drop()
  })
  return Object.assign(new URL(address.url), { username: role }).href
}

test('with DEMO=off a demo school is not served, and one line explains it', async () => {
  const demo = await startServer()
  await demo.line(/^weekward ready on/)
  demo.signal('SIGTERM')
  await demo.ended
  const school = { ADMIN_EMAIL: 'head@school.test', ADMIN_PASSWORD: 'a good password' }
  const server = await startServer({ DEMO: 'off', ...school, ...demo.place })
  expect(await server.ended).toBe(1)
  const elsewhere = canShareDatabase
    ? 'name another database in DATABASE_URL'
    : 'choose another DATA_DIR or move the demo aside with npm run start-over'
  expect(server.errors).toEqual([
    `weekward: DEMO is off, but this database holds the demo school, whose passwords are public: ${elsewhere}. If real people already use it, block the demo people with npm run start-over -- --keep-people`,
  ])
  expect(server.out).toEqual([])
})

test('it does not start with a first admin whose password is too common', async () => {
  const server = await startServer({
    DEMO: 'off',
    ADMIN_EMAIL: 'head@school.test',
    ADMIN_PASSWORD: '1q2w3e4r',
  })
  expect(await server.ended).toBe(1)
  expect(server.errors).toEqual([
    'weekward: cannot add the admin of ADMIN_EMAIL and ADMIN_PASSWORD: This password is too common. Please choose another.',
  ])
})

test('a port that is in use stops the start with one line', async () => {
  const other = createServer()
  onTestFinished(() => void other.close())
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  // It listens on a port, so its address is one with a port.
  const { port } = other.address() as AddressInfo

  const server = await startServer({ DEMO: 'off', PORT: String(port) })
  expect(await server.ended).toBe(1)
  expect(server.errors).toEqual([
    expect.stringMatching(`^weekward: cannot listen on http://127.0.0.1:${port}: .*in use`),
  ])
})

// SQLite has no connections that could run out.
if (canShareDatabase) {
  test.each([0, 1, 2])(
    'a PostgreSQL with %i free connections stops the start with one line',
    async (free) => {
      const server = await startServer({ DATABASE_URL: await poorPostgres(free) })
      expect(await server.ended).toBe(1)
      expect(server.errors).toEqual([
        expect.stringMatching(/^weekward: cannot use the database: too many connections/),
      ])
      expect(server.out).toEqual([])
    },
  )
}

// Only a file of the embedded database is rewritten.
if (!canShareDatabase) {
  test('the server starts although it cannot remove what an erasure left, and says so', async () => {
    const { address, drop } = await createTestDatabase()
    if (address.kind !== 'sqlite') throw new Error('It is not SQLite')
    onTestFinished(drop)
    const folder = dirname(address.file)
    const database = new DatabaseSync(address.file)
    database.exec('pragma user_version = 7')
    // An index by a function that only this process has keeps the file from being rewritten.
    database.function('own', { deterministic: true }, (value) => value)
    database.exec('create table odd (value); create index odd_index on odd (own(value))')
    database.close()
    const server = await startServer({ DEMO: 'off', DATA_DIR: folder })
    await server.line(/^weekward ready on/)
    expect(server.errors[0]).toBe(
      `weekward: files in ${folder} may hold erased data until the next start: no such function: own`,
    )
  })
}
