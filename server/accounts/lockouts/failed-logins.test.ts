import { expect, test } from 'vitest'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { onboard, password } from '#test/accounts/onboard.ts'
import { recordFailedLogins, signInFrom } from '#test/accounts/sign-in.ts'
import { startApp } from '#test/app.ts'

const tooMany = { message: 'Too many failed logins. Please try again in a few minutes.' }

test('after ten failures an account is locked out in that network only, until the first is 15 minutes old', async () => {
  const app = await startApp({ rateLimit: true })
  const { email } = await onboard(app, 'student')
  expect((await signInFrom(app, email, password, '10.0.0.1')).status).toBe(200)
  for (let failure = 0; failure < 10; failure++) {
    expect((await signInFrom(app, email, 'wrong', '10.0.0.1')).status).toBe(401)
    app.time.now += minuteMs
  }
  for (const given of ['wrong', password]) {
    const refused = await signInFrom(app, email.toUpperCase(), given, '10.0.0.1')
    expect(refused.status).toBe(429)
    expect(refused.body).toEqual(tooMany)
    expect(refused.retryAfter).toBe(String(5 * 60))
  }
  expect((await signInFrom(app, email, password, '10.0.9.9')).status).toBe(200)
  app.time.now += 5 * minuteMs - 1
  expect((await signInFrom(app, email, password, '10.0.0.1')).status).toBe(429)
  app.time.now += 1
  expect((await signInFrom(app, email, password, '10.0.0.1')).status).toBe(200)
})

test('an unknown email is limited like a known one', async () => {
  const app = await startApp({ rateLimit: true })
  for (let failure = 0; failure < 10; failure++) {
    expect((await signInFrom(app, 'nobody@school.test', 'wrong')).status).toBe(401)
  }
  expect((await signInFrom(app, 'nobody@school.test', 'wrong')).status).toBe(429)
  await recordFailedLogins(app, 90, (one) => ({
    email: 'nobody@school.test',
    address: `10.0.7.${one}`,
  }))
  expect((await signInFrom(app, 'nobody@school.test', 'wrong', '10.0.9.9')).status).toBe(429)
})

test('a hundred failures over many accounts lock out only people new to the network', async () => {
  const app = await startApp({ rateLimit: true })
  const [member, newcomer] = [await onboard(app, 'student'), await onboard(app, 'advisor')]
  expect((await signInFrom(app, member.email, password)).status).toBe(200)
  await recordFailedLogins(app, 99, (one) => ({
    email: `nobody-${one}@school.test`,
    address: '10.0.0.1',
  }))
  expect((await signInFrom(app, member.email, 'mistyped')).status).toBe(401)

  const body = { email: newcomer.email, password }
  const at = (remoteAddress: string) =>
    app.app.inject({ method: 'POST', url: '/advisor/login', payload: body, remoteAddress })
  const refused = await at('10.0.0.1')
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe(String(15 * 60))
  expect((await signInFrom(app, member.email, password)).status).toBe(200)
  expect((await at('10.0.0.2')).statusCode).toBe(200)
})

test('logins that succeed do not count as failures', async () => {
  const app = await startApp({ rateLimit: true })
  const { email } = await onboard(app, 'student')
  for (let round = 0; round < 12; round++) {
    expect((await signInFrom(app, email, password)).status).toBe(200)
  }
})

test('nobody is locked out for longer than 15 minutes after the clock was set back', async () => {
  const app = await startApp({ rateLimit: true })
  const { email } = await onboard(app, 'student')
  await recordFailedLogins(app, 10, () => ({ email, address: '10.0.0.1' }))
  // A small difference between the clocks of processes ends no lockout.
  app.time.now -= 30_000
  const refused = await signInFrom(app, email, password)
  expect(refused).toMatchObject({ status: 429, retryAfter: '900' })
  app.time.now -= 6 * 60 * minuteMs
  expect((await signInFrom(app, email, password)).status).toBe(200)
  await recordFailedLogins(app, 10, () => ({ email, address: '10.0.0.1' }))
  expect(await signInFrom(app, email, password)).toMatchObject({ status: 429, retryAfter: '900' })
})

test('of many wrong guesses at once ten are judged and the rest refused', async () => {
  const app = await startApp({ rateLimit: true })
  const { email } = await onboard(app, 'student')
  const replies = await Promise.all(
    Array.from({ length: 25 }, (_, guess) => signInFrom(app, email, `guess ${guess}`)),
  )
  expect(replies.filter((reply) => reply.status === 401)).toHaveLength(10)
  expect(replies.filter((reply) => reply.status === 429)).toHaveLength(15)
})

test('the right password among many simultaneous guesses is refused', async () => {
  const app = await startApp({ rateLimit: true })
  const { email } = await onboard(app, 'student')
  const guesses = [...Array.from({ length: 40 }, (_, guess) => `guess ${guess}`), password]
  const replies = await Promise.all(guesses.map((guess) => signInFrom(app, email, guess)))
  expect(replies.at(-1)?.status).toBe(429)
})

test('failures that no longer count are deleted', async () => {
  const app = await startApp({ rateLimit: true })
  await recordFailedLogins(app, 5, () => ({ email: 'nobody@school.test', address: '10.0.0.1' }))
  app.time.now += 15 * minuteMs
  await signInFrom(app, 'somebody@school.test', 'wrong')
  const left = await app.context.db.selectFrom('login_failures').select('email').execute()
  expect(left).toEqual([{ email: 'somebody@school.test' }])
})

test('without the limit any number of failures is checked', async () => {
  const app = await startApp({ rateLimit: false })
  for (let failure = 0; failure < 12; failure++) {
    expect((await signInFrom(app, 'nobody@school.test', 'wrong')).status).toBe(401)
  }
})
