import { expect, test } from 'vitest'
import { signInFrom } from '#test/accounts/sign-in.ts'
import { startApp } from '#test/app.ts'

test('without a trusted proxy an address cannot pass itself off as another', async () => {
  const app = await startApp({ rateLimit: true })
  for (let failure = 0; failure < 10; failure++) {
    const forged = `203.0.113.${failure}`
    const refused = await signInFrom(app, 'nobody@school.test', 'wrong', '10.0.0.1', forged)
    expect(refused.status).toBe(401)
  }
  const more = await signInFrom(app, 'nobody@school.test', 'wrong', '10.0.0.1', '203.0.113.99')
  expect(more.status).toBe(429)
})

test('behind a trusted proxy each client is counted by its real address, whatever it claims', async () => {
  const app = await startApp({ rateLimit: true, trustProxy: ['10.0.0.0/24'] })
  for (let failure = 0; failure < 10; failure++) {
    // The client's own value comes before those the proxies have added.
    const chain = `203.0.113.${failure}, 198.51.100.1, 10.0.0.2`
    const refused = await signInFrom(app, 'nobody@school.test', 'wrong', '10.0.0.1', chain)
    expect(refused.status).toBe(401)
  }
  const status = async (from: string, chain: string) =>
    (await signInFrom(app, 'nobody@school.test', 'wrong', from, chain)).status
  expect(await status('10.0.0.1', '198.51.100.1')).toBe(429)
  expect(await status('10.0.0.1', '198.51.100.2')).toBe(401)
  expect(await status('192.0.2.1', '198.51.100.1')).toBe(401)
})
