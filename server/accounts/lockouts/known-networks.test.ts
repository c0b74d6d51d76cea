import { expect, test } from 'vitest'
import { dayMs, hourMs } from '#contract/kit/time/durations.ts'
import { inTransaction } from '#server/kit/context.ts'
import { onboard, password } from '#test/accounts/onboard.ts'
import { recordFailedLogins, signInFrom } from '#test/accounts/sign-in.ts'
import { startApp } from '#test/app.ts'
import { forgetOldNetworks, rememberNetwork } from './known-networks.ts'

const tooMany = { message: 'Too many failed logins. Please try again in a few minutes.' }

test('who signed in lately from home gets in there, however many guess from everywhere', async () => {
  const app = await startApp({ rateLimit: true })
  const { email } = await onboard(app, 'student')
  expect((await signInFrom(app, email, password, '192.0.2.7')).status).toBe(200)
  app.time.now += 30 * dayMs - 1
  await recordFailedLogins(app, 99, (one) => ({ email, address: `10.0.0.${one}` }))
  expect((await signInFrom(app, email, 'wrong', '10.0.9.9')).status).toBe(401)
  const refused = await signInFrom(app, email, password, '10.0.9.10')
  expect(refused.status).toBe(429)
  expect(refused.body).toEqual(tooMany)
  expect(refused.retryAfter).toBe(String(15 * 60))
  expect((await signInFrom(app, email, password, '192.0.2.7')).status).toBe(200)
})

test('a network is unknown again after 30 days without a login from it', async () => {
  const app = await startApp({ rateLimit: true })
  const { email } = await onboard(app, 'student')
  expect((await signInFrom(app, email, password, '192.0.2.7')).status).toBe(200)
  app.time.now += 30 * dayMs
  await recordFailedLogins(app, 100, (one) => ({ email, address: `10.0.0.${one}` }))
  expect((await signInFrom(app, email, password, '192.0.2.7')).status).toBe(429)
})

test('an IPv6 network counts as one, and is known as a whole', async () => {
  const app = await startApp({ rateLimit: true })
  const { email } = await onboard(app, 'student')
  expect((await signInFrom(app, email, password, '2001:db8:0:7::1')).status).toBe(200)
  await recordFailedLogins(app, 100, (one) => ({
    email: `nobody-${one}@school.test`,
    address: `2001:db8:0:7::${one}`,
  }))
  const status = async (from: string, who = 'nobody@school.test', given = 'wrong') =>
    (await signInFrom(app, who, given, from)).status
  expect(await status('2001:db8:0:7:ffff::1')).toBe(429)
  expect(await status('2001:db8:0:7:ffff::1', email, password)).toBe(200)
  expect(await status('2001:db8:0:8::1')).toBe(401)
})

test('a person’s last 50 networks are remembered for 30 days', async () => {
  const app = await startApp({ rateLimit: true })
  const { email, _id } = await onboard(app, 'student')
  for (let day = 0; day < 52; day++) {
    app.time.now += hourMs
    await inTransaction(app.context, (tx) => rememberNetwork(tx, _id, `10.0.0.${day}`))
  }
  const known = await app.context.db.selectFrom('known_networks').select('network').execute()
  expect(known).toHaveLength(50)
  await recordFailedLogins(app, 100, (one) => ({ email, address: `10.0.1.${one}` }))
  const status = async (from: string) => (await signInFrom(app, email, password, from)).status
  expect([await status('10.0.0.0'), await status('10.0.0.1')]).toEqual([429, 429])
  expect([await status('10.0.0.2'), await status('10.0.0.51')]).toEqual([200, 200])

  app.time.now += 30 * dayMs
  await forgetOldNetworks(app.context)
  expect(await app.context.db.selectFrom('known_networks').selectAll().execute()).toEqual([])
})
