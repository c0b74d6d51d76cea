import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { logout } from '#contract/accounts.ts'
import { demoLogins } from '#contract/school.ts'
import { openPage, severalProcesses } from '#test/live.ts'
import { type Cluster, startCluster } from '#test/postgres.ts'
import { askPostgres, makeDatabaseIn } from '#test/postgres-database.ts'
import { startProject } from '#test/writing-school.ts'

type School = { database: string; dataDir: string }

async function makeSchool(): Promise<School & { cluster: Cluster }> {
  const cluster = await startCluster()
  const dataDir = mkdtempSync(join(tmpdir(), 'weekward-away-'))
  onTestFinished(() => {
    cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return { cluster, database: await makeDatabaseIn(cluster), dataDir }
}

async function startServer({ database, dataDir }: School) {
  const server = startProject('server/main.ts', [], {
    ...{ PORT: '0', DEMO: 'on', DATABASE_URL: database, DATA_DIR: dataDir },
  })
  const url = await server.line(/^weekward ready on (.+)$/)

  async function send(method: string, path: string, token: string, body?: unknown) {
    const headers = { 'content-type': 'application/json', authorization: token }
    const reply = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) })
    return {
      status: reply.status,
      retryAfter: reply.headers.get('retry-after'),
      body: await reply.json(),
    }
  }
  return {
    url,
    send,
    status: async (path: string) => (await fetch(`${url}${path}`)).status,
    async signIn(): Promise<string> {
      return (await send('POST', '/admin/login', '', demoLogins.admin)).body.message.token
    },
  }
}

const away = {
  status: 503,
  retryAfter: '2',
  body: { message: 'The data cannot be reached just now. Please try again in a moment.' },
}

if (severalProcesses) {
  test('while PostgreSQL is away calls are told so, and all goes on when it is back', async () => {
    const school = await makeSchool()
    const one = await startServer(school)
    const other = await startServer(school)
    const token = await one.signIn()
    const page = await openPage(other, token)
    const ask = () => one.send('GET', '/admin/all-domain', token)
    expect((await ask()).status).toBe(200)

    for (const halt of [school.cluster.halt, school.cluster.pause]) {
      halt()
      await vi.waitFor(async () => expect(await ask()).toEqual(away), 20_000)
      expect(await Promise.all(Array.from({ length: 50 }, ask))).toEqual(Array(50).fill(away))
      await vi.waitFor(async () => expect(await other.status('/readyz')).toBe(503), 10_000)
      expect(await one.status('/readyz')).toBe(503)
      expect(await one.status('/healthz')).toBe(200)

      if (halt === school.cluster.halt) school.cluster.start()
      else school.cluster.resume()
      await vi.waitFor(async () => expect(await one.status('/readyz')).toBe(200), 10_000)
      await vi.waitFor(async () => expect((await ask()).status).toBe(200), 10_000)
    }

    // The two servers hear each other again, and mail is sent again.
    const listening = `select pid from pg_stat_activity where query like 'LISTEN %'`
    await vi.waitFor(
      async () => expect(await askPostgres(school.database, listening)).toHaveLength(2),
      15_000,
    )
    expect((await one.send(logout.admin.method, logout.admin.path, token)).status).toBe(200)
    expect(await page.ended).toBe('io server disconnect')
    const again = await one.signIn()
    const ana = { name: 'Ana', email: 'ana@school.test' }
    expect((await one.send('POST', '/admin/add-advisor', again, ana)).status).toBe(200)
    await vi.waitFor(
      () => expect(readdirSync(join(school.dataDir, 'outbox'))).toHaveLength(1),
      10_000,
    )
  }, 90_000)
}
