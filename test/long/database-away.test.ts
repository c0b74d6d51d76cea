import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { logout } from '#contract/accounts/accounts.ts'
import { changedEvent } from '#contract/kit/socket-event.ts'
import { queryPostgresColumn } from '#test/databases/postgres-database.ts'
import { openPageSocket } from '#test/live-app.ts'
import { makeOwnClusterSchool, startServer } from '#test/schools/own-cluster-school.ts'

const awayForMs = 20_000

type Call = { ms: number; status: number; email: string }

/** Writers and readers that continue whatever the replies, like the pages of many people. */
function keepCalling(server: Awaited<ReturnType<typeof startServer>>, token: string) {
  const calls: Call[] = []
  let isRunning = true
  onTestFinished(() => {
    isRunning = false
  })
  async function call(caller: number): Promise<void> {
    for (let turn = 0; isRunning; turn++) {
      const email = caller % 2 ? `added-${caller}-${turn}@school.test` : ''
      const began = performance.now()
      const { status } = email
        ? await server.send('POST', '/admin/add-advisor', token, { name: 'Ana', email })
        : await server.send('GET', '/admin/all-domain', token)
      calls.push({ ms: performance.now() - began, status, email })
      await setTimeout(10)
    }
  }
  const all = Array.from({ length: 16 }, (_, caller) => call(caller))
  return {
    calls,
    async end() {
      isRunning = false
      await Promise.all(all)
    },
  }
}

test.each(['crash', 'pause'] as const)(
  '20 seconds under load without PostgreSQL (%s)',
  async (how) => {
    const school = await makeOwnClusterSchool()
    const { cluster } = school
    const server = await startServer(school)
    const token = await server.signIn()
    const load = keepCalling(server, token)
    const answered = (status: number) => load.calls.filter((one) => one.status === status)
    await vi.waitFor(() => expect(answered(200).length).toBeGreaterThan(200), 20_000)

    if (how === 'crash') await cluster.crash('immediate')
    else cluster.pause()
    await vi.waitFor(() => expect(answered(503).length).toBeGreaterThan(0), 20_000)
    await setTimeout(awayForMs)
    expect(await server.status('/readyz')).toBe(503)
    const before = answered(200).length
    const backAt = performance.now()
    if (how === 'crash') cluster.start()
    else cluster.resume()
    await vi.waitFor(() => expect(answered(200).length).toBeGreaterThan(before), 20_000)
    const resumedAfter = performance.now() - backAt
    await vi.waitFor(() => expect(answered(200).length).toBeGreaterThan(before + 200), 20_000)
    await load.end()
    expect(await server.status('/readyz')).toBe(200)

    expect(new Set(load.calls.map(({ status }) => status))).toEqual(new Set([200, 503]))
    const longest = Math.max(...load.calls.map(({ ms }) => ms))
    const refusals = answered(503)
      .map(({ ms }) => ms)
      .toSorted((a, b) => a - b)
    const median = refusals[Math.floor(refusals.length / 2)] ?? 0
    process.stdout.write(
      `${how}: ${refusals.length} refused (median ${median.toFixed(1)} ms), longest call ${longest.toFixed(0)} ms, calls again after ${resumedAfter.toFixed(0)} ms\n`,
    )
    const there = new Set(await queryPostgresColumn(school.database, 'select email from people'))
    expect(answered(200).filter(({ email }) => email && !there.has(email))).toEqual([])
  },
)

const away = {
  status: 503,
  retryAfter: '2',
  body: { message: 'The data is unavailable right now. Please try again in a moment.' },
}

test('while PostgreSQL is away calls are told so, and all goes on when it is back', async () => {
  const school = await makeOwnClusterSchool()
  const one = await startServer(school)
  const other = await startServer(school)
  const token = await one.signIn()
  const page = await openPageSocket(other, token)
  const ask = () => one.send('GET', '/admin/all-domain', token)
  expect((await ask()).status).toBe(200)

  await school.cluster.crash('immediate')
  await vi.waitFor(async () => expect(await ask()).toEqual(away), 30_000)
  expect(await Promise.all(Array.from({ length: 50 }, ask))).toEqual(Array(50).fill(away))
  await vi.waitFor(async () => expect(await other.status('/readyz')).toBe(503), 30_000)
  expect(await one.status('/readyz')).toBe(503)
  expect(await one.status('/healthz')).toBe(200)

  school.cluster.start()
  await vi.waitFor(async () => expect(await one.status('/readyz')).toBe(200), 30_000)
  await vi.waitFor(async () => expect((await ask()).status).toBe(200), 30_000)

  // What a page was not told of in the meantime it asks for.
  await page.next(changedEvent)
  // The two servers hear each other again, and mail is sent again.
  const listening = `select pid from pg_stat_activity where query like 'LISTEN %'`
  await vi.waitFor(
    async () => expect(await queryPostgresColumn(school.database, listening)).toHaveLength(2),
    30_000,
  )
  expect((await one.send(logout.admin.method, logout.admin.path, token)).status).toBe(200)
  expect(await page.ended).toBe('io server disconnect')
  const again = await one.signIn()
  const ana = { name: 'Ana', email: 'ana@school.test' }
  expect((await one.send('POST', '/admin/add-advisor', again, ana)).status).toBe(200)
  await vi.waitFor(
    () => expect(readdirSync(join(school.dataDir, 'outbox'))).toHaveLength(1),
    30_000,
  )
}, 180_000)
