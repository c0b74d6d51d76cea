import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { openPage, severalProcesses } from '#test/live.ts'
import { startProcess } from '#test/process.ts'

const root = join(import.meta.dirname, '..')

/** Starts the server as a service manager would, on a database of its own. */
async function startServer(settings: Record<string, string> = {}) {
  const database = await freshDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'weekward-main-'))
  onTestFinished(async () => {
    await database.drop()
    rmSync(dataDir, { recursive: true })
  })
  const { PATH } = process.env
  const url = database.address.kind === 'postgres' ? { DATABASE_URL: database.address.url } : {}
  const env = { PATH, PORT: '0', DATA_DIR: dataDir, DEMO: 'on', ...url, ...settings }
  const server = startProcess(process.execPath, ['server/main.ts'], { cwd: root, env })
  return { ...server, dataDir, place: { DATA_DIR: dataDir, ...url } }
}

/** A database whose user may have so many connections at a time, and no more. */
async function poorPostgres(connections: number): Promise<string> {
  const { address, db, drop } = await freshDatabase()
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

async function post(url: string, body: unknown, token?: string) {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: token } : {}) }
  const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: reply.status, body: await reply.json() }
}

const demoAdmin = { email: 'admin@weekward.test', password: 'weekward-demo' }

test('it says where it is ready and who can sign in, and its links lead there', async () => {
  const server = await startServer()
  const url = await server.line(/^weekward ready on (http:\/\/127\.0\.0\.1:\d+)$/)
  await server.line(/admin@weekward\.test +weekward-demo/)
  for (const role of ['student', 'advisor', 'reviewer']) {
    expect(server.out.join('\n')).toContain(`${role}@weekward.test`)
  }

  const signedIn = await post(`${url}/admin/login`, demoAdmin)
  const { token } = signedIn.body.message
  const person = { name: 'Ana', email: 'ana@school.test' }
  const added = await post(`${url}/admin/add-advisor`, person, token)
  expect(added.body.inviteUrl).toMatch(new RegExp(`^${url}/advisor/set-password/.`))

  const links = () => server.errors.map((line) => JSON.parse(line).link)
  await vi.waitFor(() => expect(links()).toContain(added.body.inviteUrl), 10_000)
  expect(readdirSync(join(server.dataDir, 'outbox'))).toEqual([expect.stringMatching(/\.eml$/)])
})

test('without demo data the first admin of the settings can sign in, and nobody else', async () => {
  const admin = { email: 'head@school.test', password: 'a good password' }
  const server = await startServer({
    DEMO: 'off',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  })
  const url = await server.line(/^weekward ready on (.+)$/)

  expect((await post(`${url}/admin/login`, admin)).status).toBe(200)
  expect((await post(`${url}/admin/login`, demoAdmin)).status).toBe(401)
  expect(server.out.join('\n')).not.toContain('weekward-demo')
})

test('with DEMO=off a demo school is not served, and one line says what to do', async () => {
  const demo = await startServer()
  await demo.line(/^weekward ready on/)
  demo.signal('SIGTERM')
  await demo.ended
  const school = { ADMIN_EMAIL: 'head@school.test', ADMIN_PASSWORD: 'a good password' }
  const server = await startServer({ DEMO: 'off', ...school, ...demo.place })
  expect(await server.ended).toBe(1)
  const elsewhere = severalProcesses
    ? 'name another database in DATABASE_URL'
    : 'choose another DATA_DIR, or move the demo aside with npm run start-over'
  expect(server.errors).toEqual([
    `weekward: this database holds the demo school, whose logins everybody knows, and DEMO is off: ${elsewhere}, or, where real people are in it already, block the demo's people with npm run start-over -- --keep-people`,
  ])
  expect(server.out).toEqual([])
})

test('it does not start with a first admin whose password is one of the most used', async () => {
  const server = await startServer({
    DEMO: 'off',
    ADMIN_EMAIL: 'head@school.test',
    ADMIN_PASSWORD: '1q2w3e4r',
  })
  expect(await server.ended).toBe(1)
  expect(server.errors).toEqual([
    'weekward: the admin of ADMIN_EMAIL and ADMIN_PASSWORD cannot be added: This is one of the most used passwords. Please choose another.',
  ])
})

test('without demo data and first admin it says that nobody can sign in', async () => {
  const server = await startServer({ DEMO: 'off' })
  await server.line(/^weekward ready on/)
  expect(server.out.join('\n')).toContain('ADMIN_EMAIL')
})

/** Begins a login whose body is still to come, once the server has seen it. */
async function beginLogin(url: URL) {
  const body = JSON.stringify(demoAdmin)
  const socket = connect(Number(url.port), url.hostname)
  onTestFinished(() => void socket.destroy())
  let answer = ''
  socket.setEncoding('utf8').on('data', (part) => {
    answer += part
  })
  socket.on('error', () => {})
  socket.write(
    `POST /admin/login HTTP/1.1\r\nhost: ${url.host}\r\ncontent-type: application/json\r\n` +
      `content-length: ${body.length}\r\nexpect: 100-continue\r\n\r\n`,
  )
  await vi.waitFor(() => expect(answer).toContain('100 Continue'), 10_000)
  return { end: () => socket.write(body), answer: () => answer }
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s ends it well, once it has answered',
  async (signal) => {
    const server = await startServer()
    const url = new URL(await server.line(/^weekward ready on (.+)$/))
    const call = await beginLogin(url)

    server.signal(signal)
    await vi.waitFor(() => expect(fetch(`${url}healthz`)).rejects.toThrow(), 10_000)
    server.signal(signal)
    call.end()

    expect(await server.ended).toBe(0)
    expect(call.answer()).toContain('HTTP/1.1 200 OK')
    expect(call.answer()).toContain('Login success')
  },
)

// Both databases stop alike; this one also has other processes to take leave of.
if (severalProcesses) {
  test('a stop answers what was asked, cuts pages that come again, and waits for nobody slow', async () => {
    const server = await startServer()
    const url = new URL(await server.line(/^weekward ready on (.+)$/))
    const { token } = (await post(`${url}admin/login`, demoAdmin)).body.message
    const page = await openPage({ url: url.href }, token)
    await beginLogin(url)
    const call = await beginLogin(url)
    // Its connection is kept for the next call.
    expect((await fetch(new URL('/school', url))).status).toBe(200)

    server.signal('SIGTERM')
    expect(await page.ended).toBe('transport close')
    call.end()
    await vi.waitFor(() => expect(call.answer()).toContain('Login success'), 10_000)
    expect(await server.ended).toBe(0)
  })
}

test('nobody else on the machine can read what it writes, nor what an older version wrote', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'weekward-main-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  mkdirSync(join(dataDir, 'outbox'))
  writeFileSync(join(dataDir, 'outbox/old.eml'), '')
  writeFileSync(join(dataDir, 'weekward.db'), '')
  for (const path of ['', 'outbox', 'outbox/old.eml', 'weekward.db']) {
    chmodSync(join(dataDir, path), 0o777)
  }
  const server = await startServer({ DATA_DIR: dataDir })
  await server.line(/^weekward ready on/)
  const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
  for (const path of ['', ...files]) {
    expect({ path, others: statSync(join(dataDir, path)).mode & 0o077 }).toEqual({
      ...{ path, others: 0 },
    })
  }
})

test('a wrong setting stops the start with one line', async () => {
  const server = await startServer({ TIME_ZONE: 'Mars/Olympus' })
  expect(await server.ended).toBe(1)
  expect(server.errors).toEqual([
    'weekward: a setting is wrong: TIME_ZONE must be a zone such as Europe/Berlin',
  ])
  expect(server.out).toEqual([])
})

test('a port that is in use stops the start with one line', async () => {
  const other = createServer()
  onTestFinished(() => void other.close())
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  // It listens on a port, so its address is one with a port.
  const { port } = other.address() as AddressInfo

  const server = await startServer({ PORT: String(port) })
  expect(await server.ended).toBe(1)
  expect(server.errors).toEqual([
    expect.stringMatching(`^weekward: cannot listen on http://127.0.0.1:${port}: .*in use`),
  ])
})

test('a near miss of a setting’s name is one warning, and the server starts', async () => {
  const server = await startServer({ RATE_LIMITS: 'off' })
  await server.line(/^weekward ready on/)
  expect(server.errors.filter((line) => line.startsWith('weekward: '))).toEqual([
    'weekward: RATE_LIMITS is no setting and changes nothing: is RATE_LIMIT meant?',
  ])
})

// SQLite has no connections that could run out.
if (severalProcesses) {
  test.each([0, 1, 2])(
    'a PostgreSQL with %i free connections stops the start with one line',
    async (free) => {
      const server = await startServer({ DATABASE_URL: await poorPostgres(free) })
      expect(await server.ended).toBe(1)
      expect(server.errors).toEqual([
        expect.stringMatching(/^weekward: the database cannot be used: too many connections/),
      ])
      expect(server.out).toEqual([])
    },
  )
}

test('a database that does not answer stops the start with one line without its password', async () => {
  const server = await startServer({ DATABASE_URL: 'postgres://weekward:s3cret@127.0.0.1:1/x' })
  expect(await server.ended).toBe(1)
  expect(server.errors).toEqual([
    'weekward: the database cannot be used: connect ECONNREFUSED 127.0.0.1:1',
  ])
})

test('a folder that cannot be written stops the start with one line', async () => {
  const server = await startServer({ DATABASE_URL: '', DATA_DIR: '/dev/null/weekward' })
  expect(await server.ended).toBe(1)
  expect(server.errors).toEqual([
    expect.stringMatching(/^weekward: the database cannot be opened: .*\/dev\/null\/weekward/),
  ])
})
