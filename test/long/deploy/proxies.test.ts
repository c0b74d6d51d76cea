import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { connect, type TLSSocket } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { login } from '#contract/accounts/accounts.ts'
import { listAuditLog } from '#contract/audit/audit.ts'
import { addDomain, listDomains } from '#contract/domains/domains.ts'
import { toUrl } from '#contract/kit/endpoint.ts'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { demoLogins } from '#contract/school/school.ts'
import { openDatabase } from '#server/database/connect.ts'
import { findFreePort } from '#test/databases/postgres.ts'
import { startOnHeldSocket } from '#test/deploy/socket-activation.ts'
import {
  startCaddy,
  startNginx,
  startNginxWithConnectionLimit,
  type TlsProxy,
} from '#test/deploy/tls-proxies.ts'

const proxies = { Caddy: startCaddy, nginx: startNginx }
const pauseMs = 200
const behindProxy = { TRUST_PROXY: '127.0.0.1' }

async function signIn({ url, ask }: TlsProxy): Promise<string> {
  const { status, body } = await ask(url + toUrl(login.admin, {}, {}), {
    body: demoLogins.admin,
  })
  expect(status).toBe(200)
  return JSON.parse(body).message.token
}

test.for(Object.entries(proxies))(
  '%s as we set it up passes on pages, sockets and addresses, and refuses what is too long',
  { timeout: 3 * minuteMs },
  async ([_name, start]) => {
    const port = await findFreePort()
    await startOnHeldSocket(port, behindProxy)
    const proxy = await start(port)
    const { url, ask } = proxy
    const token = await signIn(proxy)

    const page = await ask(`${url}/admin/login`, { headers: { 'sec-fetch-mode': 'navigate' } })
    expect(page.body).toContain('<title>Weekward</title>')

    expect(await openSocket(proxy, token)).toMatch(/^40/)

    // A forged address in the request is ignored. The real one counts.
    await ask(url + toUrl(addDomain, {}, {}), {
      token,
      body: { name: 'Behind a proxy' },
      from: '127.0.0.7',
      headers: { 'x-forwarded-for': '203.0.113.9' },
    })
    const auditLog = await ask(url + toUrl(listAuditLog, {}, {}), { token })
    expect(JSON.parse(auditLog.body)[0]).toMatchObject({ address: '127.0.0.7' })

    const tooLong = (bytes: number) =>
      ask(url + toUrl(addDomain, {}, {}), { token, body: { name: 'x'.repeat(bytes) } })
    // The first refusal is Weekward's own, the second may be the proxy's.
    const refused = await tooLong(300_000)
    expect(refused.status).toBe(413)
    expect(JSON.parse(refused.body)).toHaveProperty('message')
    expect((await tooLong(2_000_000)).status).toBe(413)
  },
)

test.for(Object.entries(proxies))(
  'behind %s and on the socket of systemd no call fails while Weekward starts anew',
  { timeout: 5 * minuteMs },
  async ([name, start]) => {
    const port = await findFreePort()
    const weekward = await startOnHeldSocket(port, { ...behindProxy, RATE_LIMIT: 'off' })
    const proxy = await start(port)
    const load = keepCalling(proxy, await signIn(proxy))
    for (const _restart of [1, 2, 3]) {
      await load.answers(300)
      await weekward.restart()
    }
    await load.answers(300)
    const { statuses, slowestMs, added } = await load.end()
    process.stdout.write(
      `${name}: three restarts, ${JSON.stringify(statuses)}, the slowest answer after ${slowestMs} ms\n`,
    )
    expect(Object.keys(statuses)).toEqual(['200'])
    expect(await domainsIn(weekward.dataDir)).toBe(added)
  },
)

const head = 'POST /login HTTP/1.1\r\nhost: weekward.school.org\r\n'
const slow = {
  headers: head,
  body: `${head}content-type: application/json\r\ncontent-length: 90\r\n\r\n{`,
}

test.for(Object.entries(proxies))(
  '%s as we set it up cuts a slow client off',
  { timeout: 3 * minuteMs },
  async ([_name, start]) => {
    const port = await findFreePort()
    await startOnHeldSocket(port, behindProxy)
    const proxy = await start(port)
    // A client slower than the timeouts that sends something now and then.
    const cutOff = (text: string, more: string) =>
      new Promise((resolve) => {
        const socket = openTls(proxy)
        socket.write(text)
        const timer = setInterval(() => socket.write(more), 12_000)
        onTestFinished(() => clearInterval(timer))
        socket.resume().once('close', resolve)
      })
    await Promise.all([cutOff(slow.headers, 'x-slow: yes\r\n'), cutOff(slow.body, ' ')])
    expect((await proxy.ask(`${proxy.url}/healthz`)).status).toBe(200)
  },
)

test('nginx with our configuration limits the connections of a network', async () => {
  const port = await findFreePort()
  await startOnHeldSocket(port, behindProxy)
  const proxy = await startNginxWithConnectionLimit({ connections: 2 }, port)
  const token = await signIn(proxy)
  for (const _page of [1, 2]) expect(await openSocket(proxy, token)).toMatch(/^40/)
  expect((await proxy.ask(`${proxy.url}/healthz`)).status).toBe(429)
  const elsewhere = { from: '127.0.0.7' }
  expect((await proxy.ask(`${proxy.url}/healthz`, elsewhere)).status).toBe(200)
})

/** A connection to a proxy without a request. */
function openTls({ url, trust }: TlsProxy): TLSSocket {
  const { hostname: servername, port } = new URL(url)
  const socket = connect({ ...trust, host: servername, servername, port: Number(port) })
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  return socket
}

/** Opens a page's socket. Returns the reply, 40 if it is accepted. */
function openSocket({ url, trust }: TlsProxy, token: string): Promise<string> {
  const address = `${url.replace('https', 'wss')}/socket.io/?EIO=4&transport=websocket`
  const socket = new WebSocket(address, trust)
  onTestFinished(() => socket.terminate())
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.on('message', (data) => {
      const said = String(data)
      if (said.startsWith('4')) resolve(said)
      else socket.send(`40${JSON.stringify({ token })}`)
    })
  })
}

async function domainsIn(dataDir: string): Promise<number> {
  const db = openDatabase({ kind: 'sqlite', file: join(dataDir, 'weekward.db') })
  const found = await db
    .selectFrom('domains')
    .select('id')
    .where('name', 'like', 'Under load %')
    .execute()
  await db.destroy()
  return found.length
}

/** Eight clients that add domains and eight that read them, each at most five times a second. */
function keepCalling({ url, ask }: TlsProxy, token: string) {
  const statuses: Record<string, number> = {}
  let isRunning = true
  let slowestMs = 0
  let added = 0
  let count = 0

  async function call(caller: number): Promise<void> {
    for (let turn = 0; isRunning; turn++) {
      const began = performance.now()
      const status = await (caller % 2
        ? ask(url + toUrl(addDomain, {}, {}), {
            token,
            body: { name: `Under load ${caller} ${turn}` },
          })
        : ask(url + toUrl(listDomains, {}, {}), { token })
      ).then(
        ({ status, body }) => (status === 200 ? '200' : `${status} ${body}`),
        (error: Error) => error.message,
      )
      statuses[status] = (statuses[status] ?? 0) + 1
      slowestMs = Math.max(slowestMs, Math.round(performance.now() - began))
      if (caller % 2 && status === '200') added += 1
      count += 1
      await wait(pauseMs)
    }
  }

  const all = Array.from({ length: 16 }, (_, caller) => call(caller))
  return {
    /** Waits for so many further replies. */
    async answers(more: number): Promise<void> {
      const wanted = count + more
      await expect.poll(() => count, { timeout: minuteMs }).toBeGreaterThan(wanted)
    },
    async end() {
      isRunning = false
      await Promise.all(all)
      return { statuses, slowestMs, added }
    },
  }
}
