import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { version } from '#server/kit/ops/version.ts'
import { canShareDatabase, openPageSocket } from '#test/live-app.ts'
import { startServer } from '#test/processes/start-server.ts'

async function post(url: string, body: unknown, token?: string) {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: token } : {}) }
  const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: reply.status, body: await reply.json() }
}

const demoAdmin = { email: 'admin@weekward.test', password: 'weekward-demo' }

test('the start prints its URL and the demo logins, and links use that URL', async () => {
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
  await vi.waitFor(() => expect(links()).toContain(added.body.inviteUrl), 30_000)
  expect(readdirSync(join(server.dataDir, 'outbox'))).toEqual([expect.stringMatching(/\.eml$/)])
})

const admin = { email: 'head@school.test', password: 'a good password' }
/** Seeding the demo takes a third of a start. */
const withoutDemo = {
  DEMO: 'off',
  ADMIN_EMAIL: admin.email,
  ADMIN_PASSWORD: admin.password,
}

test('without demo data the first admin of the settings can sign in, and nobody else', async () => {
  const server = await startServer(withoutDemo)
  const url = await server.line(/^weekward ready on (.+)$/)

  expect((await post(`${url}/admin/login`, admin)).status).toBe(200)
  expect((await post(`${url}/admin/login`, demoAdmin)).status).toBe(401)
  expect(server.out.join('\n')).not.toContain('weekward-demo')
})

test('without demo data and first admin it prints a set-up link before it is ready', async () => {
  const server = await startServer({ DEMO: 'off', APP_URL: 'https://school.test' })
  await server.line(/^weekward ready on/)
  const printed = server.out.findIndex((line) =>
    /^https:\/\/school\.test\/set-up\/\S{40,}$/.test(line),
  )
  expect(printed).toBeGreaterThanOrEqual(0)
  expect(printed).toBeLessThan(server.out.findIndex((line) => line.startsWith('weekward ready')))
  // What it is, and for how long, stands before it: the link itself is a line of its own.
  expect(server.out[printed - 1]).toMatch(/Open this link within 1 hour:$/)
  expect(server.errors.join()).not.toContain('/set-up/')
})

/** Begins a login whose body is still to come, once the server has seen it. */
async function beginLogin(url: URL) {
  const body = JSON.stringify(admin)
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
  await vi.waitFor(() => expect(answer).toContain('100 Continue'), 30_000)
  return { end: () => socket.write(body), answer: () => answer }
}

test("a stopping server leaves the load balancer's rotation, keeps answering, and logs its version", async () => {
  const server = await startServer({ ...withoutDemo, DRAIN_SECONDS: '60' })
  const url = await server.line(/^weekward ready on (.+)$/)
  const said = server.errors.map((line) => JSON.parse(line))
  expect(said).toContainEqual(
    expect.objectContaining({ version, msg: `weekward ${version} starts` }),
  )
  const statusOf = async (path: string) => (await fetch(url + path)).status
  expect(await statusOf('/in-rotation')).toBe(200)

  server.signal('SIGTERM')
  await vi.waitFor(async () => expect(await statusOf('/in-rotation')).toBe(404), 30_000)
  expect(await statusOf('/readyz')).toBe(503)
  expect(await statusOf('/healthz')).toBe(200)
  const call = await fetch(`${url}/school`)
  expect(call.status).toBe(200)
  expect(call.headers.get('connection')).toBe('close')
})

// Both databases stop alike; this one also has other processes to take leave of.
if (canShareDatabase) {
  test('a stop finishes running calls, disconnects pages, and does not wait for slow clients', async () => {
    const server = await startServer(withoutDemo)
    const url = new URL(await server.line(/^weekward ready on (.+)$/))
    const { token } = (await post(`${url}admin/login`, admin)).body.message
    const page = await openPageSocket({ url: url.href }, token)
    await beginLogin(url)
    const call = await beginLogin(url)
    // Its connection is kept for the next call.
    expect((await fetch(new URL('/school', url))).status).toBe(200)

    server.signal('SIGTERM')
    expect(await page.ended).toBe('transport close')
    call.end()
    await vi.waitFor(() => expect(call.answer()).toContain('Login success'), 30_000)
    expect(await server.ended).toBe(0)
  })
} else {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s ends it well, once it has answered',
    async (signal) => {
      const server = await startServer(withoutDemo)
      const url = new URL(await server.line(/^weekward ready on (.+)$/))
      const call = await beginLogin(url)

      server.signal(signal)
      await vi.waitFor(() => expect(fetch(`${url}healthz`)).rejects.toThrow(), 30_000)
      server.signal(signal)
      call.end()

      expect(await server.ended).toBe(0)
      expect(call.answer()).toContain('HTTP/1.1 200 OK')
      expect(call.answer()).toContain('Login success')
    },
  )
}

test('other users of the machine can read no files of this or an older version', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'weekward-main-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  mkdirSync(join(dataDir, 'outbox'))
  writeFileSync(join(dataDir, 'outbox/old.eml'), '')
  writeFileSync(join(dataDir, 'weekward.db'), '')
  for (const path of ['', 'outbox', 'outbox/old.eml', 'weekward.db']) {
    chmodSync(join(dataDir, path), 0o777)
  }
  const server = await startServer({ ...withoutDemo, DATA_DIR: dataDir })
  await server.line(/^weekward ready on/)
  const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
  for (const path of ['', ...files]) {
    expect({ path, others: statSync(join(dataDir, path)).mode & 0o077 }).toEqual({
      path,
      others: 0,
    })
  }
})
