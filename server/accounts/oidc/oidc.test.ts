import { expect, test } from 'vitest'
import { listSessions } from '#contract/accounts/sessions.ts'
import { listAuditLog } from '#contract/audit/audit.ts'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { basePath, roles } from '#contract/roles.ts'
import { getSchool } from '#contract/school/school.ts'
import { fillProfile, invitePerson, makeProfileCompletion } from '#test/accounts/onboard.ts'
import { startApp } from '#test/app.ts'
import { makePerson } from '#test/factories.ts'
import { openBrowser } from '#test/oidc/browser.ts'
import { signedInReply, startWithProvider } from '#test/oidc/school.ts'

test.each(roles)('a %s signs in through the provider and gets a session', async (role) => {
  const { app, provider, browser } = await startWithProvider()
  const person = await makePerson(app, role)
  provider.who.email = person.email.toUpperCase()
  const { location, status, body } = await browser.signIn(role)
  expect(location).toBe(`${basePath[role]}/login?oidc=1`)
  expect([status, body]).toEqual([200, signedInReply])
  const sessions = await app.call(listSessions[role], { token: body.token })
  expect(sessions.body.map(({ isThis }) => isThis).sort()).toEqual([false, true])

  const admin = await makePerson(app, 'admin')
  const lines = (await app.call(listAuditLog, { token: admin.token })).body
  expect(lines).toMatchObject([
    { deed: 'signed-in', who: { _id: person._id }, after: { signed_in_by: 'provider' } },
  ])
  expect(app.errors).toEqual([])
})

test('an invited student may complete the profile without a password, then signs in', async () => {
  const { app, provider, browser } = await startWithProvider()
  const invited = await invitePerson(app, 'student')
  expect((await fillProfile(app, invited, await makeProfileCompletion(app))).status).toBe(200)
  provider.who.email = invited.email
  expect((await browser.signIn('student')).body).toEqual(signedInReply)
})

test('an invited admin may join by signing in at the provider', async () => {
  const { app, provider, browser } = await startWithProvider()
  provider.who.email = (await invitePerson(app, 'admin')).email
  expect((await browser.signIn('admin')).body).toEqual(signedInReply)
})

test('the browser’s address holds no token, and the provider gets PKCE, state and nonce', async () => {
  const { app, provider, browser } = await startWithProvider()
  provider.who.email = (await makePerson(app, 'student')).email
  const url = await browser.start('student')
  const asked = Object.fromEntries(url.searchParams)
  expect(asked).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    scope: 'openid email',
    client_id: 'weekward',
    redirect_uri: 'http://weekward.test/oidc/callback',
    nonce: expect.stringMatching(/^.{43}$/),
    state: expect.stringMatching(/^student\..{43}$/),
    code_challenge: expect.stringMatching(/^.{43}$/),
  })
  const other = await openBrowser(app).start('student')
  for (const name of ['nonce', 'state', 'code_challenge'])
    expect(other.searchParams.get(name)).not.toBe(asked[name])
  const back = await browser.open(await browser.signInThere(url))
  expect(back.headers.location).toBe('/login?oidc=1')
  const { token } = (await browser.finish('student')).body
  expect(provider.asked.join()).not.toContain(token)
})

test('the cookie is out of reach of scripts and other sites, and with HTTPS of plain HTTP', async () => {
  const { app, browser } = await startWithProvider()
  const cookie = async () => {
    const reply = await browser.open('/oidc/start?role=student')
    return String(reply.headers['set-cookie'])
  }
  const plain = /^weekward-oidc=[\w-]{43}; Path=\/oidc; Max-Age=600; HttpOnly; SameSite=Lax$/
  expect(await cookie()).toMatch(plain)
  app.context.settings.appUrl = 'https://weekward.test'
  expect(await cookie()).toMatch(/; SameSite=Lax; Secure$/)
})

test('the screen that was asked for opens afterwards, if it is one of the role’s', async () => {
  const { app, provider, browser } = await startWithProvider()
  provider.who.email = (await makePerson(app, 'advisor')).email
  const locations = [
    ['/advisor/reviews-list?status=conducted', '/advisor/reviews-list?status=conducted&oidc=1'],
    ['/advisor/review-details/7', '/advisor/review-details/7?oidc=1'],
    ['/reviewer/slots-list', '/advisor/login?oidc=1'],
    ['https://evil.test/advisor', '/advisor?oidc=1'],
    ['//evil.test/x', '/advisor/login?oidc=1'],
    ['no path', '/advisor/login?oidc=1'],
  ]
  for (const [path, location] of locations) {
    const back = await browser.signIn('advisor', path)
    expect([back.location, back.body], path).toEqual([location, signedInReply])
  }
})

test('the page is told of the provider before anybody signs in', async () => {
  const { app } = await startWithProvider()
  const { body } = await app.call(getSchool, {})
  expect(body.oidc).toEqual({ name: 'Keycloak', isOnly: false, canSignOut: false })
})

test('without a provider there is no single sign-on', async () => {
  const app = await startApp()
  const browser = openBrowser(app)
  expect((await app.call(getSchool, {})).body.oidc).toBeNull()
  for (const path of ['/oidc/start?role=student', '/oidc/callback?code=c&state=s']) {
    const reply = await browser.open(path)
    expect([reply.statusCode, reply.json()]).toEqual([404, { message: 'Not found' }])
  }
  expect((await browser.finish('student')).status).toBe(404)
})

test('an unknown role is refused', async () => {
  const { browser } = await startWithProvider()
  for (const query of ['', '?role=', '?role=owner'])
    expect((await browser.open(`/oidc/start${query}`)).statusCode).toBe(400)
})

test('people can sign out at the provider too, and come back to their login', async () => {
  const { app, provider, browser } = await startWithProvider()
  await browser.start('advisor')
  expect((await app.call(getSchool, {})).body.oidc).toMatchObject({ canSignOut: true })
  const to = new URL(String((await browser.open('/oidc/sign-out?role=advisor')).headers.location))
  expect(to.origin + to.pathname).toBe(`${provider.issuer}/session/end`)
  expect(Object.fromEntries(to.searchParams)).toEqual({
    client_id: 'weekward',
    post_logout_redirect_uri: 'http://weekward.test/advisor/login',
  })
  provider.setAway(true)
  app.time.now += 2 * minuteMs
  const back = await browser.open('/oidc/sign-out?role=advisor')
  expect(back.headers.location).toBe('/advisor/login')
  expect(app.errors).toHaveLength(1)
})
