import { expect, test } from 'vitest'
import { resetPassword, sendPasswordReset } from '#contract/accounts/recovery.ts'
import { dayMs, hourMs, minuteMs } from '#contract/kit/time.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { choosePassword, invitePerson, onboard, password, secretOf } from '#test/onboard.ts'
import { openSession } from '#test/session.ts'
import { letIn } from '../recovery/actions.ts'
import { type From, noteFailure } from './failures.ts'
import { forgetOldNetworks, rememberNetwork } from './known-networks.ts'

type Onboarded = Awaited<ReturnType<typeof onboard>>
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

/** Failures as wrong passwords leave them, without the time that each takes to be judged. */
async function fail({ context }: TestApp, times: number, from: (failure: number) => From) {
  for (let failure = 0; failure < times; failure++) await noteFailure(context, from(failure))
}

test('after ten failures an account waits there until the first of them is 15 minutes old, and nowhere else', async () => {
  const app = await startApp({ rateLimit: true })
  const { email } = await onboard(app, 'student')
  expect((await signIn(app, email, password, '10.0.0.1')).status).toBe(200)
  for (let failure = 0; failure < 10; failure++) {
    expect((await signIn(app, email, 'wrong', '10.0.0.1')).status).toBe(401)
    app.time.now += minuteMs
  }
  for (const given of ['wrong', password]) {
    const refused = await signIn(app, email.toUpperCase(), given, '10.0.0.1')
    expect(refused.status).toBe(429)
    expect(refused.body).toEqual(tooMany)
    expect(refused.retryAfter).toBe(String(5 * 60))
  }
  expect((await signIn(app, email, password, '10.0.9.9')).status).toBe(200)
  app.time.now += 5 * minuteMs - 1
  expect((await signIn(app, email, password, '10.0.0.1')).status).toBe(429)
  app.time.now += 1
  expect((await signIn(app, email, password, '10.0.0.1')).status).toBe(200)
})

test('an unknown email is limited like a known one', async () => {
  const app = await startApp({ rateLimit: true })
  for (let failure = 0; failure < 10; failure++) {
    expect((await signIn(app, 'nobody@school.test', 'wrong')).status).toBe(401)
  }
  expect((await signIn(app, 'nobody@school.test', 'wrong')).status).toBe(429)
  await fail(app, 90, (one) => ({ email: 'nobody@school.test', address: `10.0.7.${one}` }))
  expect((await signIn(app, 'nobody@school.test', 'wrong', '10.0.9.9')).status).toBe(429)
})

test('who signed in lately from home gets in there, however many guess from everywhere', async () => {
  const app = await startApp({ rateLimit: true })
  const { email } = await onboard(app, 'student')
  expect((await signIn(app, email, password, '192.0.2.7')).status).toBe(200)
  app.time.now += 30 * dayMs - 1
  await fail(app, 99, (one) => ({ email, address: `10.0.0.${one}` }))
  expect((await signIn(app, email, 'wrong', '10.0.9.9')).status).toBe(401)
  const refused = await signIn(app, email, password, '10.0.9.10')
  expect(refused.status).toBe(429)
  expect(refused.body).toEqual(tooMany)
  expect(refused.retryAfter).toBe(String(15 * 60))
  expect((await signIn(app, email, password, '192.0.2.7')).status).toBe(200)
})

test('after 30 days without a login from there a network is strange again', async () => {
  const app = await startApp({ rateLimit: true })
  const { email } = await onboard(app, 'student')
  expect((await signIn(app, email, password, '192.0.2.7')).status).toBe(200)
  app.time.now += 30 * dayMs
  await fail(app, 100, (one) => ({ email, address: `10.0.0.${one}` }))
  expect((await signIn(app, email, password, '192.0.2.7')).status).toBe(429)
})

test('a hundred failures over many accounts keep strangers out of a network, and nobody else', async () => {
  const app = await startApp({ rateLimit: true })
  const [member, newcomer] = [await onboard(app, 'student'), await onboard(app, 'advisor')]
  expect((await signIn(app, member.email, password)).status).toBe(200)
  await fail(app, 99, (one) => ({ email: `nobody-${one}@school.test`, address: '10.0.0.1' }))
  expect((await signIn(app, member.email, 'mistyped')).status).toBe(401)

  const body = { email: newcomer.email, password }
  const at = (remoteAddress: string) =>
    app.app.inject({ method: 'POST', url: '/advisor/login', payload: body, remoteAddress })
  const refused = await at('10.0.0.1')
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe(String(15 * 60))
  expect((await signIn(app, member.email, password)).status).toBe(200)
  expect((await at('10.0.0.2')).statusCode).toBe(200)
})

test('who has a whole IPv6 network is counted once for it, and known in all of it', async () => {
  const app = await startApp({ rateLimit: true })
  const { email } = await onboard(app, 'student')
  expect((await signIn(app, email, password, '2001:db8:0:7::1')).status).toBe(200)
  await fail(app, 100, (one) => ({
    email: `nobody-${one}@school.test`,
    address: `2001:db8:0:7::${one}`,
  }))
  const status = async (from: string, who = 'nobody@school.test', given = 'wrong') =>
    (await signIn(app, who, given, from)).status
  expect(await status('2001:db8:0:7:ffff::1')).toBe(429)
  expect(await status('2001:db8:0:7:ffff::1', email, password)).toBe(200)
  expect(await status('2001:db8:0:8::1')).toBe(401)
})

test.each([
  [
    'their own',
    async (app: TestApp, { _id }: Onboarded) => {
      const token = await openSession(app.context, _id)
      await rememberNetwork(app.context, _id, '192.0.2.7')
      const body = { oldpass: password, newpass: 'battery staple' }
      return app.app.inject({
        ...{ method: 'PUT', url: '/update-password', payload: body },
        ...{ headers: { authorization: token }, remoteAddress: '192.0.2.7' },
      })
    },
  ],
  [
    'one by the link in a mail',
    async (app: TestApp, { _id, email, adminToken: token }: Onboarded) => {
      await app.call(sendPasswordReset.student, { token, body: { id: _id } })
      const mails = app.context.db.selectFrom('outbox').select('body').orderBy('id', 'desc')
      const mail = await mails.where('recipient', '=', email).executeTakeFirstOrThrow()
      const id = mail.body.match(/reset-password\/([\w-]+)/)?.[1] ?? ''
      return app.call(resetPassword.student, {
        params: { id },
        body: { password: 'battery staple' },
      })
    },
  ],
  [
    'one that whoever runs the server has let them set',
    async (app: TestApp, { email }: Onboarded) => {
      const { link } = await letIn(app.context, email, { andSecondFactor: false })
      const params = { id: secretOf(link) }
      return app.call(resetPassword.student, { params, body: { password: 'battery staple' } })
    },
  ],
])('a new password ends the locks of its account: %s', async (_what, change) => {
  const app = await startApp({ rateLimit: true })
  const person = await onboard(app, 'student')
  const { email } = person
  await fail(app, 100, (one) => ({ email, address: `10.0.0.${one % 10}` }))
  for (const from of ['10.0.0.1', '10.0.9.9']) {
    expect((await signIn(app, email, password, from)).status).toBe(429)
  }
  const changed = await change(app, person)
  expect('statusCode' in changed ? changed.statusCode : changed.status).toBe(200)
  for (const from of ['10.0.0.1', '10.0.9.9']) {
    expect((await signIn(app, email, 'battery staple', from)).status).toBe(200)
  }
})

test('the password of an invitation ends the locks of its account too', async () => {
  const app = await startApp({ rateLimit: true })
  const invited = await invitePerson(app, 'student')
  await fail(app, 10, () => ({ email: invited.email, address: '10.0.0.1' }))
  expect((await signIn(app, invited.email, password)).status).toBe(429)
  await choosePassword(app, invited)
  expect((await signIn(app, invited.email, password)).body.studentToken).toMatchObject({
    status: false,
    message: 'Your profile is not complete. Please open the link in your invitation.',
  })
})

test('after the clock was set back nobody waits longer than 15 minutes', async () => {
  const app = await startApp({ rateLimit: true })
  const { email } = await onboard(app, 'student')
  await fail(app, 10, () => ({ email, address: '10.0.0.1' }))
  // Clocks of several processes differ by a little: that undoes no lock.
  app.time.now -= 30_000
  const refused = await signIn(app, email, password)
  expect(refused).toMatchObject({ status: 429, retryAfter: '900' })
  app.time.now -= 6 * 60 * minuteMs
  expect((await signIn(app, email, password)).status).toBe(200)
  await fail(app, 10, () => ({ email, address: '10.0.0.1' }))
  expect(await signIn(app, email, password)).toMatchObject({ status: 429, retryAfter: '900' })
})

test('of a person the networks of the last 50 logins are remembered, for 30 days', async () => {
  const app = await startApp({ rateLimit: true })
  const { email, _id } = await onboard(app, 'student')
  for (let day = 0; day < 52; day++) {
    app.time.now += hourMs
    await rememberNetwork(app.context, _id, `10.0.0.${day}`)
  }
  const known = await app.context.db.selectFrom('known_networks').select('network').execute()
  expect(known).toHaveLength(50)
  await fail(app, 100, (one) => ({ email, address: `10.0.1.${one}` }))
  const status = async (from: string) => (await signIn(app, email, password, from)).status
  expect([await status('10.0.0.0'), await status('10.0.0.1')]).toEqual([429, 429])
  expect([await status('10.0.0.2'), await status('10.0.0.51')]).toEqual([200, 200])

  app.time.now += 30 * dayMs
  await forgetOldNetworks(app.context)
  expect(await app.context.db.selectFrom('known_networks').selectAll().execute()).toEqual([])
})

test('without a trusted proxy an address cannot pass itself off as another', async () => {
  const app = await startApp({ rateLimit: true })
  for (let failure = 0; failure < 10; failure++) {
    const forged = `203.0.113.${failure}`
    const refused = await signIn(app, 'nobody@school.test', 'wrong', '10.0.0.1', forged)
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
    const refused = await signIn(app, 'nobody@school.test', 'wrong', '10.0.0.1', chain)
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

test('logins that succeed do not count as failures', async () => {
  const app = await startApp({ rateLimit: true })
  const { email } = await onboard(app, 'student')
  for (let round = 0; round < 12; round++) {
    expect((await signIn(app, email, password)).status).toBe(200)
  }
})

test('with the right password a person signs in 20 times a minute and 100 times an hour, and others go on', async () => {
  const app = await startApp({ rateLimit: true })
  const [{ email }, other] = [await onboard(app, 'student'), await onboard(app, 'student')]
  const noted = async () => {
    const lines = app.context.db.selectFrom('trail').select('request_id').distinct()
    return (await lines.where('call', '=', 'POST /login').execute()).length
  }
  const signInTogether = (times: number) =>
    Promise.all(Array.from({ length: times }, () => signIn(app, email, password)))

  const first = await signInTogether(25)
  expect(first.filter(({ status }) => status === 200)).toHaveLength(20)
  for (const { body, retryAfter } of first.filter(({ status }) => status !== 200)) {
    expect([body, retryAfter]).toEqual([tooMany, '60'])
  }
  expect(await noted()).toBe(20)
  // Wherever they are, and before anything is hashed: nobody learns whether a password is right.
  expect((await signIn(app, email, 'wrong', '10.0.9.9')).status).toBe(429)
  expect((await signIn(app, other.email, password)).status).toBe(200)

  for (let round = 0; round < 4; round++) {
    app.time.now += minuteMs
    const more = await signInTogether(20)
    expect(more.every(({ status }) => status === 200)).toBe(true)
  }
  app.time.now += minuteMs
  expect(await signIn(app, email, password)).toMatchObject({ status: 429, retryAfter: '3300' })
  expect((await signIn(app, other.email, password)).status).toBe(200)
  app.time.now += 55 * minuteMs
  expect((await signIn(app, email, password)).status).toBe(200)
})

test('one who knows the logins of a demo keeps nobody else out of it', async () => {
  const app = await startApp({ rateLimit: true, demo: true })
  const { email } = await onboard(app, 'student')
  await Promise.all(Array.from({ length: 21 }, () => signIn(app, email, password)))
  expect((await signIn(app, email, password)).status).toBe(429)
  expect((await signIn(app, email, password, '10.0.9.9')).status).toBe(200)
})

test('a network that does not stop signing in leaves places to others who want to', async () => {
  const app = await startApp({ rateLimit: false })
  const { email } = await onboard(app, 'student')
  let goesOn = true
  const statuses = new Set<number>()
  const flood = Array.from({ length: 100 }, async (_, one) => {
    while (goesOn) statuses.add((await signIn(app, `nobody-${one}@school.test`, 'wrong')).status)
  })
  await expect.poll(() => statuses.has(503)).toBe(true)
  const others: number[] = []
  for (let login = 0; login < 5; login++) {
    others.push((await signIn(app, email, password, '10.0.9.9')).status)
  }
  goesOn = false
  await Promise.all(flood)
  expect(others).toEqual([200, 200, 200, 200, 200])
})

test('failures that no longer count are swept', async () => {
  const app = await startApp({ rateLimit: true })
  await fail(app, 5, () => ({ email: 'nobody@school.test', address: '10.0.0.1' }))
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
