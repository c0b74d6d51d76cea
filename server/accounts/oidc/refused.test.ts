import { expect, test } from 'vitest'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { basePath } from '#contract/roles.ts'
import { makePerson } from '#test/factories.ts'
import { openBrowser } from '#test/oidc/browser.ts'
import { expiredReply, failedReply, signedInReply, startWithProvider } from '#test/oidc/school.ts'

const refused = (message: string) => ({ status: false, message })

test('an email that the provider has not verified signs nobody in', async () => {
  const { app, provider, browser } = await startWithProvider()
  Object.assign(provider.who, {
    email: (await makePerson(app, 'student')).email,
    isVerified: false,
  })
  expect((await browser.signIn('student')).body).toEqual(
    refused('Signing in with Keycloak needs an email that is verified there. Yours is not.'),
  )
})

test('an unknown email signs nobody in, and nobody is added', async () => {
  const { app, provider, browser } = await startWithProvider()
  provider.who.email = 'stranger@school.test'
  const count = () => app.context.db.selectFrom('people').select('id').execute()
  const before = await count()
  expect((await browser.signIn('student')).body).toEqual(
    refused(
      'Nobody at this school has the email address stranger@school.test, which Keycloak has for you. Ask your admin to invite you.',
    ),
  )
  expect(await count()).toEqual(before)
})

test('blocked people, people without a profile, and those of another role are told so', async () => {
  const { app, provider, browser } = await startWithProvider()
  const cases = [
    [{ blocked: true }, 'Your account is blocked. Please talk to your admin.'],
    [{ verified: false }, 'Your profile is not complete. Please open the link in your invitation.'],
  ] as const
  for (const [options, message] of cases) {
    provider.who.email = (await makePerson(app, 'student', options)).email
    expect((await browser.signIn('student')).body).toEqual(refused(message))
  }
  provider.who.email = (await makePerson(app, 'reviewer')).email
  expect((await browser.signIn('student')).body).toEqual(
    refused('This is not the login for your account. Sign in at the reviewer login.'),
  )
  expect((await browser.signIn('reviewer')).body).toEqual(signedInReply)
})

test('somebody who cancels at the provider is told so', async () => {
  const { provider, browser } = await startWithProvider()
  provider.who.cancels = true
  expect((await browser.signIn('advisor')).body).toEqual(
    refused('Signing in with Keycloak was cancelled.'),
  )
})

/** Comes back from the provider with a changed callback, and finishes. */
async function comeBack(change: (url: URL) => void) {
  const { app, provider, browser } = await startWithProvider()
  provider.who.email = (await makePerson(app, 'advisor')).email
  const url = new URL(await browser.signInThere(await browser.start('advisor')))
  change(url)
  const { location } = (await browser.open(url.href)).headers
  return { app, location, body: (await browser.finish('advisor')).body }
}

test.each([
  ['missing', (url: URL) => url.searchParams.delete('state'), '/login?oidc=1'],
  ['wrong', (url: URL) => url.searchParams.set('state', 'advisor.x'), '/advisor/login?oidc=1'],
])('a callback whose state is %s signs nobody in', async (_what, change, location) => {
  const { app, ...back } = await comeBack(change)
  expect(back).toEqual({ location, body: expiredReply })
  // The provider was not even asked.
  expect(app.errors).toEqual([])
})

test('a callback with a wrong code signs nobody in', async () => {
  const { app, body } = await comeBack((url) => url.searchParams.set('code', 'made-up'))
  expect(body).toEqual(failedReply)
  expect(app.errors).toHaveLength(1)
})

test('a callback in the name of another issuer signs nobody in', async () => {
  const { body } = await comeBack((url) => url.searchParams.set('iss', 'https://evil.test'))
  expect(body).toEqual(failedReply)
})

test('an ID token for another nonce signs nobody in', async () => {
  const { app, provider, browser } = await startWithProvider()
  provider.who.email = (await makePerson(app, 'student')).email
  const url = await browser.start('student')
  url.searchParams.set('nonce', 'of another attempt')
  await browser.open(await browser.signInThere(url))
  expect((await browser.finish('student')).body).toEqual(failedReply)
})

test('a code that was caught is worth nothing without the verifier of its attempt', async () => {
  const { app, provider, browser } = await startWithProvider()
  provider.who.email = (await makePerson(app, 'student')).email
  const caught = new URL(await browser.signInThere(await browser.start('student')))
  const thief = openBrowser(app)
  const own = await thief.start('student')
  caught.searchParams.set('state', own.searchParams.get('state') ?? '')
  await thief.open(caught.href)
  expect((await thief.finish('student')).body).toEqual(failedReply)
})

test('a callback works once: repeated, it signs nobody in', async () => {
  const { app, provider, browser } = await startWithProvider()
  provider.who.email = (await makePerson(app, 'student')).email
  const callback = await browser.signInThere(await browser.start('student'))
  const before = new Map(browser.cookies)
  await browser.open(callback)
  await browser.open(callback)
  expect((await browser.finish('student')).body).toEqual(signedInReply)
  expect((await browser.finish('student')).body).toEqual(expiredReply)
  for (const [name, value] of before) browser.cookies.set(name, value)
  await browser.open(callback)
  expect((await browser.finish('student')).body).toEqual(expiredReply)
})

test('two pages that finish the same sign-in at once get one session', async () => {
  const { app, provider, browser } = await startWithProvider()
  provider.who.email = (await makePerson(app, 'student')).email
  await browser.open(await browser.signInThere(await browser.start('student')))
  const both = await Promise.all([browser.finish('student'), browser.finish('student')])
  expect(both.map(({ body }) => body).sort((a, b) => b.status - a.status)).toEqual([
    signedInReply,
    expiredReply,
  ])
})

test('another browser cannot go on with an attempt, neither before nor after the provider', async () => {
  const { app, provider, browser } = await startWithProvider()
  provider.who.email = (await makePerson(app, 'student')).email
  const other = openBrowser(app)
  const callback = await browser.signInThere(await browser.start('student'))
  expect((await other.open(callback)).headers.location).toBe('/login?oidc=1')
  expect((await other.finish('student')).body).toEqual(expiredReply)
  await other.start('student')
  await other.open(callback)
  expect((await other.finish('student')).body).toEqual(expiredReply)
  await browser.open(callback)
  expect((await other.finish('student')).body).toEqual(expiredReply)
  expect((await browser.finish('student')).body).toEqual(signedInReply)
})

test('whoever planted their own attempt in a browser does not get that person’s session', async () => {
  const { app, provider, browser: victim } = await startWithProvider()
  provider.who.email = (await makePerson(app, 'student')).email
  const attacker = openBrowser(app)
  const url = await attacker.start('student')
  for (const [name, value] of attacker.cookies) victim.cookies.set(name, value)
  await victim.open(await victim.signInThere(url))
  expect((await attacker.finish('student')).body).toEqual(expiredReply)
})

test('an attempt is over after ten minutes, at the provider and at the second step', async () => {
  const { app, provider, browser } = await startWithProvider()
  provider.who.email = (await makePerson(app, 'student')).email
  const late = await browser.signInThere(await browser.start('student'))
  app.time.now += 10 * minuteMs
  await browser.open(late)
  expect((await browser.finish('student')).body).toEqual(expiredReply)

  app.time.now = Date.now()
  await browser.open(await browser.signInThere(await browser.start('student')))
  app.time.now += 10 * minuteMs
  expect((await browser.finish('student')).body).toEqual(expiredReply)
})

test('an attempt of one role ends at no other role’s login', async () => {
  const { app, provider, browser } = await startWithProvider()
  provider.who.email = (await makePerson(app, 'student')).email
  const back = await browser.open(await browser.signInThere(await browser.start('student')))
  expect(back.headers.location).toBe(`${basePath.student}/login?oidc=1`)
  expect((await browser.finish('admin')).body).toEqual(expiredReply)
  expect((await browser.finish('student')).body).toEqual(signedInReply)
})
