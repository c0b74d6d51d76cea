import { expect, test } from 'vitest'
import { readinessChecksPerMinute } from '#contract/limits/limits.ts'
import { startApp } from '#test/app.ts'
import { version } from './version.ts'

test('health shows that the process lives, readiness that its database answers', async () => {
  const app = await startApp({}, { unused: true })
  expect(await app.send('GET', '/healthz')).toMatchObject({
    status: 200,
    body: { status: 'alive', version },
  })
  expect(await app.send('GET', '/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } })
  expect(await app.send('GET', '/in-rotation')).toMatchObject({ status: 200 })

  await app.context.db.destroy()
  expect(await app.send('GET', '/healthz')).toMatchObject({ status: 200 })
  expect(await app.send('GET', '/readyz')).toMatchObject({ status: 503 })
  // Load balancers leave it in: it says in its own words that the database is away.
  expect(await app.send('GET', '/in-rotation')).toMatchObject({ status: 200 })
})

test('readiness checks are limited per minute', async () => {
  const app = await startApp({ rateLimit: true })
  const ask = async () => (await app.send('GET', '/readyz')).status
  for (let at = 0; at < readinessChecksPerMinute; at++) await ask()
  expect(await ask()).toBe(429)
  app.time.now += 60_000
  expect(await ask()).toBe(200)
})
