import { expect, test } from 'vitest'
import { minuteMs, secondMs } from '#contract/kit/time/durations.ts'
import { makePerson } from '#test/factories.ts'
import {
  failedReply,
  signedInReply,
  startWithProvider,
  unreachableReply,
} from '#test/oidc/school.ts'

test('while the provider is away the login says so, the log once, and the school is healthy', async () => {
  const { app, provider, browser } = await startWithProvider()
  const person = await makePerson(app, 'reviewer')
  provider.who.email = person.email
  provider.setAway(true)
  const back = await browser.open('/oidc/start?role=reviewer')
  expect(back.headers.location).toBe('/reviewer/login?oidc=1')
  expect((await browser.finish('reviewer')).body).toEqual(unreachableReply)
  expect(app.errors).toHaveLength(1)
  expect(JSON.parse(app.errors[0] ?? '')).toMatchObject({
    reqId: back.headers['x-request-id'],
    err: { message: 'fetch failed' },
  })
  expect((await app.send('GET', '/readyz')).status).toBe(200)
  app.errors.length = 0

  provider.setAway(false)
  const callback = await browser.signInThere(await browser.start('reviewer'))
  provider.setAway(true)
  await browser.open(callback)
  expect((await browser.finish('reviewer')).body).toEqual(unreachableReply)
  expect(app.errors).toHaveLength(1)
  app.errors.length = 0

  provider.setAway(false)
  expect((await browser.signIn('reviewer')).body).toEqual(signedInReply)
  expect(app.errors).toEqual([])
})

test('the provider is asked for its metadata when needed, and again after a minute', async () => {
  const { app, provider, browser } = await startWithProvider()
  const discoveries = () => provider.asked.filter((path) => path.includes('.well-known')).length
  expect(provider.asked).toEqual([])
  await Promise.all([browser.start('student'), browser.start('student')])
  await browser.start('student')
  expect(discoveries()).toBe(1)
  app.time.now += minuteMs + 1
  await browser.start('student')
  expect(discoveries()).toBe(2)
})

test('the log has what the provider says is wrong', async () => {
  const { app, provider, browser } = await startWithProvider({ clientSecret: 'a wrong secret' })
  provider.who.email = (await makePerson(app, 'student')).email
  expect((await browser.signIn('student')).body).toEqual(failedReply)
  expect(JSON.parse(app.errors.join())).toMatchObject({
    err: { message: expect.stringMatching(/^The provider says: invalid_client: /) },
  })
})

test('a reply of the provider without an end is not read to it', async () => {
  const { app, provider, browser } = await startWithProvider()
  provider.floods(true)
  await browser.open('/oidc/start?role=student')
  expect((await browser.finish('student')).body).toEqual(unreachableReply)
  expect(app.errors.join()).toContain('the provider has sent too much')
  expect(provider.flooded()).toBeLessThan(20_000_000)
})

test('new keys of the provider are used at once', async () => {
  const { app, provider, browser } = await startWithProvider()
  provider.who.email = (await makePerson(app, 'student')).email
  expect((await browser.signIn('student')).body).toEqual(signedInReply)
  provider.rotateKeys()
  expect((await browser.signIn('student')).body).toEqual(signedInReply)
})

test.each([
  [-60, signedInReply],
  [60, signedInReply],
  // The ID token is good for 30 seconds.
  [120, failedReply],
])('with a clock that is %s seconds off, a sign-in ends as expected', async (seconds, result) => {
  const { app, provider, browser } = await startWithProvider()
  provider.who.email = (await makePerson(app, 'student')).email
  app.time.now += seconds * secondMs
  expect((await browser.signIn('student')).body).toEqual(result)
})
