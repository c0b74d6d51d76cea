import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { databaseUnavailable } from '#contract/kit/refusal.ts'
import { startApp } from '#test/app.ts'
import { canShareDatabase } from '#test/live-app.ts'

test('a false alarm stops no call; while the database is down all calls are refused', async () => {
  const app = await startApp({}, { unused: true })
  const ask = () => app.send('GET', '/school')
  expect((await app.send('GET', '/readyz')).status).toBe(200)
  expect((await ask()).status).toBe(200)

  // Closed within this process; PostgreSQL itself would still answer a new connection.
  if (canShareDatabase) return
  await app.context.db.destroy()
  expect((await app.send('GET', '/readyz')).status).toBe(503)
  await vi.waitFor(
    async () => expect((await ask()).body).toEqual({ message: databaseUnavailable.message }),
    30_000,
  )
  expect((await app.send('GET', '/healthz')).status).toBe(200)
})

if (canShareDatabase) {
  test('a machine that has gone silent within a transaction keeps its locks for a minute at most', async () => {
    const { context } = await startApp()
    const { rows } = await sql`show idle_in_transaction_session_timeout`.execute(context.db)
    expect(rows).toEqual([{ idle_in_transaction_session_timeout: '1min' }])
  })
}
