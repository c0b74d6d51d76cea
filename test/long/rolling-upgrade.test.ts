import { io } from 'socket.io-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { login, loginResultField } from '#contract/accounts/accounts.ts'
import { addDomain, listDomains } from '#contract/domains/domains.ts'
import { toUrl } from '#contract/kit/endpoint.ts'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { getHome, listReviews } from '#contract/reviews/reviews.ts'
import { demoLogins } from '#contract/school/school.ts'
import { listOwnSlots } from '#contract/slots/slots.ts'
import { findFreePort } from '#test/databases/postgres.ts'
import { queryPostgresColumn } from '#test/databases/postgres-database.ts'
import { startHaproxy } from '#test/deploy/haproxy.ts'
import { startProcess } from '#test/processes/process.ts'
import { makeOwnClusterSchool } from '#test/schools/own-cluster-school.ts'
import { makeNextVersion } from '#test/versions/next-version.ts'

const here = process.cwd()
const callers = 24

test('three processes are replaced one by one by a version with another schema, and no call fails', {
  timeout: 5 * minuteMs,
}, async () => {
  const school = await makeOwnClusterSchool()
  const next = makeNextVersion()
  const ports: [number, number, number] = [
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
  ]

  async function start(port: number, cwd: string) {
    const { PATH } = process.env
    const server = startProcess(process.execPath, ['server/main.ts'], {
      cwd,
      env: {
        PATH,
        PORT: String(port),
        DATABASE_URL: school.database,
        DATA_DIR: school.dataDir,
        DEMO: 'on',
        RATE_LIMIT: 'off',
        TRUST_PROXY: '127.0.0.1',
        DRAIN_SECONDS: '3',
      },
    })
    await server.line(/^weekward ready on (.+)$/)
    return { server, port }
  }

  const old = []
  for (const port of ports) old.push(await start(port, here))
  const url = await startHaproxy(ports)
  await vi.waitUntil(() => inRotation(url), 20_000)

  const load = await keepCalling(url)
  const page = openPage(url, load.token)
  await load.answers(300)
  for (const { server, port } of old) {
    server.signal('SIGTERM')
    expect(await server.ended).toBe(0)
    await start(port, next.folder)
    // The load balancer has noticed, and calls have reached both versions.
    await load.answers(300)
  }
  const { statuses, added, slowestMs } = await load.end()
  process.stdout.write(
    `three processes replaced: ${JSON.stringify(statuses)}, the slowest answer after ${slowestMs} ms, the page connected ${page.connected()} times\n`,
  )

  expect(Object.keys(statuses)).toEqual(['200'])
  for (const port of ports) {
    const reply = await fetch(`http://127.0.0.1:${port}/healthz`)
    expect(await reply.json()).toEqual({ status: 'alive', version: next.version })
  }
  expect(
    await queryPostgresColumn(
      school.database,
      `select name from domains where name like 'Under load %'`,
    ),
  ).toHaveLength(added)
  await vi.waitUntil(() => page.socket.connected, 20_000)
  expect(page.connected()).toBeGreaterThan(1)
})

async function inRotation(url: string): Promise<boolean> {
  return fetch(`${url}/in-rotation`).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** The socket of a page that stays open. */
function openPage(url: string, token: string) {
  const socket = io(url, { transports: ['websocket'], forceNew: true, auth: { token } })
  onTestFinished(() => void socket.disconnect())
  let times = 0
  socket.on('connect', () => {
    times += 1
  })
  return { socket, connected: () => times }
}

/** People of all roles who read, and admins who make changes, one call after the other. */
async function keepCalling(url: string) {
  const signIn = async (role: keyof typeof demoLogins) => {
    const reply = await ask(toUrl(login[role]), '', demoLogins[role])
    const { message, ...body } = await reply.json()
    return String((body[loginResultField[role]] ?? message).token)
  }
  const token = await signIn('admin')
  const reads = [
    { path: toUrl(listDomains), token },
    { path: toUrl(getHome), token: await signIn('student') },
    { path: toUrl(listOwnSlots), token: await signIn('reviewer') },
    { path: toUrl(listReviews.advisor), token: await signIn('advisor') },
  ]
  const statuses: Record<string, number> = {}
  let isRunning = true
  let count = 0
  let added = 0
  let slowestMs = 0
  onTestFinished(() => {
    isRunning = false
  })

  function ask(path: string, as: string, body?: unknown): Promise<Response> {
    return fetch(url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', ...(as ? { authorization: as } : {}) },
      body: body === undefined ? null : JSON.stringify(body),
    })
  }

  async function call(caller: number): Promise<void> {
    for (let turn = 0; isRunning; turn++) {
      const read = caller % 3 ? reads[(caller + turn) % reads.length] : undefined
      const began = performance.now()
      const status = await (read
        ? ask(read.path, read.token)
        : ask(toUrl(addDomain), token, { name: `Under load ${caller} ${turn}` })
      ).then(
        async (reply) => {
          const text = await reply.text()
          return reply.ok ? '200' : `${reply.status} ${read?.path ?? 'add'} ${text}`
        },
        (error: Error) => `${error.message} ${error.cause}`,
      )
      slowestMs = Math.max(slowestMs, Math.round(performance.now() - began))
      statuses[status] = (statuses[status] ?? 0) + 1
      if (!read && status === '200') added += 1
      count += 1
    }
  }

  const all = Array.from({ length: callers }, (_, caller) => call(caller))
  return {
    token,
    async answers(more: number): Promise<void> {
      const wanted = count + more
      await expect.poll(() => count, { timeout: minuteMs }).toBeGreaterThan(wanted)
    },
    async end() {
      isRunning = false
      await Promise.all(all)
      return { statuses, added, slowestMs }
    },
  }
}
