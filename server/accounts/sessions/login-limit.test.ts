import { expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { onboard, password } from '#test/onboard.ts'

const minuteMs = 60_000
const tooMany = { message: 'Too many failed logins. Please try again in a few minutes.' }

async function signIn(
  { app }: TestApp,
  email: string,
  given: string,
  from = '10.0.0.1',
  forwardedFor?: string,
) {
  const reply = await app.inject({
    method: 'POST',
    url: '/login',
    payload: { email, password: given },
    remoteAddress: from,
    headers: forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
  })
  return { status: reply.statusCode, body: reply.json(), retryAfter: reply.headers['retry-after'] }
}

test('after ten failures an account waits until the first of them is 15 minutes old', async () => {
  const app = await startApp({ rateLimit: true })
  const { email } = await onboard(app, 'student')
  for (let failure = 0; failure < 10; failure++) {
    const from = `10.0.0.${failure}`
    expect((await signIn(app, email, 'wrong', from)).status).toBe(401)
    app.time.now += minuteMs
  }
  for (const given of ['wrong', password]) {
    const refused = await signIn(app, email.toUpperCase(), given, '10.0.9.9')
    expect(refused.status).toBe(429)
    expect(refused.body).toEqual(tooMany)
    expect(refused.retryAfter).toBe(String(5 * 60))
  }
  app.time.now += 5 * minuteMs - 1
  expect((await signIn(app, email, password, '10.0.9.9')).status).toBe(429)
  app.time.now += 1
  expect((await signIn(app, email, password, '10.0.9.9')).status).toBe(200)
})

test('an unknown email is limited like a known one', async () => {
  const app = await startApp({ rateLimit: true })
  for (let failure = 0; failure < 10; failure++) {
    const from = `10.0.0.${failure}`
    expect((await signIn(app, 'nobody@school.test', 'wrong', from)).status).toBe(401)
  }
  expect((await signIn(app, 'nobody@school.test', 'wrong', '10.0.9.9')).status).toBe(429)
})

test('after ten failures over many accounts their address waits, and others do not', async () => {
  const app = await startApp({ rateLimit: true })
  const { email } = await onboard(app, 'student')
  for (let failure = 0; failure < 10; failure++) {
    expect((await signIn(app, `nobody-${failure}@school.test`, 'wrong')).status).toBe(401)
  }
  const refused = await signIn(app, email, password)
  expect(refused.status).toBe(429)
  expect(refused.retryAfter).toBe(String(15 * 60))
  expect((await signIn(app, email, password, '10.0.0.2')).status).toBe(200)
})

test('who has a whole IPv6 network is counted once for it', async () => {
  const app = await startApp({ rateLimit: true })
  for (let failure = 0; failure < 10; failure++) {
    const from = `2001:db8:0:7::${failure}`
    expect((await signIn(app, `nobody-${failure}@school.test`, 'wrong', from)).status).toBe(401)
  }
  const status = async (from: string) =>
    (await signIn(app, 'nobody@school.test', 'wrong', from)).status
  expect(await status('2001:db8:0:7:ffff::1')).toBe(429)
  expect(await status('2001:db8:0:8::1')).toBe(401)
})

test('without a trusted proxy an address cannot pass itself off as another', async () => {
  const app = await startApp({ rateLimit: true })
  for (let failure = 0; failure < 10; failure++) {
    const forged = `203.0.113.${failure}`
    const refused = await signIn(app, `nobody-${failure}@school.test`, 'wrong', '10.0.0.1', forged)
    expect(refused.status).toBe(401)
  }
  const more = await signIn(app, 'nobody@school.test', 'wrong', '10.0.0.1', '203.0.113.99')
  expect(more.status).toBe(429)
})

test('behind a trusted proxy each client counts by its own address, whatever it claims', async () => {
  const app = await startApp({ rateLimit: true, trustProxy: ['10.0.0.0/24'] })
  for (let failure = 0; failure < 10; failure++) {
    // What the client sent stands in front of what the proxies have added.
    const chain = `203.0.113.${failure}, 198.51.100.1, 10.0.0.2`
    const refused = await signIn(app, `nobody-${failure}@school.test`, 'wrong', '10.0.0.1', chain)
    expect(refused.status).toBe(401)
  }
  const status = async (from: string, chain: string) =>
    (await signIn(app, 'nobody@school.test', 'wrong', from, chain)).status
  expect(await status('10.0.0.1', '198.51.100.1')).toBe(429)
  expect(await status('10.0.0.1', '198.51.100.2')).toBe(401)
  expect(await status('192.0.2.1', '198.51.100.1')).toBe(401)
})

test('of many wrong guesses at once ten are judged and the rest refused', async () => {
  const app = await startApp({ rateLimit: true })
  const { email } = await onboard(app, 'student')
  const replies = await Promise.all(
    Array.from({ length: 25 }, (_, guess) => signIn(app, email, `guess ${guess}`)),
  )
  expect(replies.filter((reply) => reply.status === 401)).toHaveLength(10)
  expect(replies.filter((reply) => reply.status === 429)).toHaveLength(15)
})

test('of a burst of logins some are told to come again soon, and other calls do not wait for it', async () => {
  const app = await startApp({ rateLimit: false })
  let isOver = false
  const burst = Promise.all(
    Array.from({ length: 200 }, (_, one) => signIn(app, `nobody-${one}@school.test`, 'wrong')),
  ).finally(() => {
    isOver = true
  })
  expect((await app.send('GET', '/school')).status).toBe(200)
  expect(isOver).toBe(false)

  const replies = await burst
  const refused = replies.filter((reply) => reply.status === 503)
  expect(replies.filter((reply) => reply.status === 401).length).toBe(200 - refused.length)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThanOrEqual(200 - 66)
  for (const { body, retryAfter } of refused) {
    expect(body).toEqual({ message: 'Too many at once just now. Please try again in a moment.' })
    expect(retryAfter).toBe('2')
  }
  expect((await signIn(app, 'nobody@school.test', 'wrong')).status).toBe(401)
})

test('logins that succeed are not counted', async () => {
  const app = await startApp({ rateLimit: true })
  const { email } = await onboard(app, 'student')
  for (let round = 0; round < 12; round++) {
    expect((await signIn(app, email, password)).status).toBe(200)
  }
})

test('failures that no longer count are swept', async () => {
  const app = await startApp({ rateLimit: true })
  for (let failure = 0; failure < 5; failure++) await signIn(app, 'nobody@school.test', 'wrong')
  app.time.now += 15 * minuteMs
  await signIn(app, 'somebody@school.test', 'wrong')
  const left = await app.context.db.selectFrom('login_failures').select('email').execute()
  expect(left).toEqual([{ email: 'somebody@school.test' }])
})

test('with the limit off any number of failures is judged', async () => {
  const app = await startApp({ rateLimit: false })
  for (let failure = 0; failure < 12; failure++) {
    expect((await signIn(app, 'nobody@school.test', 'wrong')).status).toBe(401)
  }
})

test('the right password among many guesses at once does not get through', async () => {
  const app = await startApp({ rateLimit: true })
  const { email } = await onboard(app, 'student')
  const guesses = [...Array.from({ length: 40 }, (_, guess) => `guess ${guess}`), password]
  const replies = await Promise.all(guesses.map((guess) => signIn(app, email, guess)))
  expect(replies.at(-1)?.status).toBe(429)
})
