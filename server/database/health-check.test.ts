import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { logout } from '#contract/accounts.ts'
import { changed } from '#contract/kit/socket.ts'
import { startApp } from '#test/app.ts'
import { askPostgres } from '#test/databases/postgres-database.ts'
import { openPage, severalProcesses } from '#test/live.ts'
import { makeSchool, startServer } from '#test/schools/away-school.ts'

const away = {
  status: 503,
  retryAfter: '2',
  body: { message: 'The data is unavailable right now. Please try again in a moment.' },
}

test('a suspicion that is unfounded stops nobody; one that is not is told to every call', async () => {
  const app = await startApp()
  const ask = () => app.send('GET', '/school')
  expect((await app.send('GET', '/readyz')).status).toBe(200)
  expect((await ask()).status).toBe(200)

  // Closed within this process; PostgreSQL itself would still answer a new connection.
  if (severalProcesses) return
  await app.context.db.destroy()
  expect((await app.send('GET', '/readyz')).status).toBe(503)
  await vi.waitFor(async () => expect((await ask()).body).toEqual(away.body), 30_000)
  expect((await app.send('GET', '/healthz')).status).toBe(200)
})

if (severalProcesses) {
  test('while PostgreSQL is away calls are told so, and all goes on when it is back', async () => {
    const school = await makeSchool()
    const one = await startServer(school)
    const other = await startServer(school)
    const token = await one.signIn()
    const page = await openPage(other, token)
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
    await page.next(changed)
    // The two servers hear each other again, and mail is sent again.
    const listening = `select pid from pg_stat_activity where query like 'LISTEN %'`
    await vi.waitFor(
      async () => expect(await askPostgres(school.database, listening)).toHaveLength(2),
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
}
