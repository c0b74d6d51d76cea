import { expect, test } from 'vitest'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { enableFullHashCost } from '#test/accounts/full-hash-cost.ts'
import { onboard, password } from '#test/accounts/onboard.ts'
import { signInFrom } from '#test/accounts/sign-in.ts'
import { startApp } from '#test/app.ts'

const tooMany = { message: 'Too many failed logins. Please try again in a few minutes.' }

test('with the right password a person signs in 20 times a minute and 100 times an hour, and others go on', async () => {
  const app = await startApp({ rateLimit: true })
  const [{ email }, other] = [await onboard(app, 'student'), await onboard(app, 'student')]
  const noted = async () => {
    const lines = app.context.db.selectFrom('audit_log').select('request_id').distinct()
    return (await lines.where('call', '=', 'POST /login').execute()).length
  }
  const signInTogether = (times: number) =>
    Promise.all(Array.from({ length: times }, () => signInFrom(app, email, password)))

  const first = await signInTogether(25)
  expect(first.filter(({ status }) => status === 200)).toHaveLength(20)
  for (const { body, retryAfter } of first.filter(({ status }) => status !== 200)) {
    expect([body, retryAfter]).toEqual([tooMany, '60'])
  }
  expect(await noted()).toBe(20)
  // In any network, and before hashing: a refusal does not reveal whether the password is right.
  expect((await signInFrom(app, email, 'wrong', '10.0.9.9')).status).toBe(429)
  expect((await signInFrom(app, other.email, password)).status).toBe(200)

  for (let round = 0; round < 4; round++) {
    app.time.now += minuteMs
    const more = await signInTogether(20)
    expect(more.every(({ status }) => status === 200)).toBe(true)
  }
  app.time.now += minuteMs
  expect(await signInFrom(app, email, password)).toMatchObject({ status: 429, retryAfter: '3300' })
  expect((await signInFrom(app, other.email, password)).status).toBe(200)
  app.time.now += 55 * minuteMs
  expect((await signInFrom(app, email, password)).status).toBe(200)
})

test('someone who uses the demo logins up locks out nobody else', async () => {
  const app = await startApp({ rateLimit: true, demo: true })
  const { email } = await onboard(app, 'student')
  await Promise.all(Array.from({ length: 21 }, () => signInFrom(app, email, password)))
  expect((await signInFrom(app, email, password)).status).toBe(429)
  expect((await signInFrom(app, email, password, '10.0.9.9')).status).toBe(200)
})

test('in a burst of logins some are asked to retry soon, and other calls do not wait', async () => {
  enableFullHashCost()
  const app = await startApp({ rateLimit: false })
  let isOver = false
  const burst = Promise.all(
    Array.from({ length: 200 }, (_, one) => signInFrom(app, `nobody-${one}@school.test`, 'wrong')),
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
    expect(body).toEqual({ message: 'Too many requests at once. Please try again in a moment.' })
    expect(retryAfter).toBe('2')
  }
  expect((await signInFrom(app, 'nobody@school.test', 'wrong')).status).toBe(401)
})
