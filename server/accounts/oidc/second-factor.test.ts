import { expect, test } from 'vitest'
import { beginSecondFactor, setSecondFactorRoles } from '#contract/accounts/second-factor.ts'
import { getProfile } from '#contract/people/profile.ts'
import { makeCode, onboardWithSecondFactor } from '#test/accounts/second-factor.ts'
import { makePerson } from '#test/factories.ts'
import { openBrowser } from '#test/oidc/browser.ts'
import { expiredReply, signedInReply, startWithProvider } from '#test/oidc/school.ts'

const codeNeeded = {
  status: false,
  codeNeeded: true,
  message: 'Please enter the code from your authenticator app.',
}

test('without a second factor at the provider, the person’s own is asked for', async () => {
  const { app, provider, browser } = await startWithProvider()
  const { email, key } = await onboardWithSecondFactor(app)
  provider.who.email = email
  expect((await browser.signIn('student')).body).toEqual(codeNeeded)
  const wrong = await browser.finish('student', '000000')
  expect([wrong.status, wrong.body]).toEqual([
    401,
    { message: 'This code is not correct. Please try again.' },
  ])
  const code = makeCode(key, app.time.now, 1)
  expect((await browser.finish('student', code)).body).toEqual(signedInReply)
  expect((await browser.finish('student', code)).body).toEqual(expiredReply)
})

test('ten wrong codes lock the account at this network, as at the password login', async () => {
  const { app, provider, browser } = await startWithProvider()
  app.context.settings.rateLimit = true
  const { email, key } = await onboardWithSecondFactor(app)
  provider.who.email = email
  await browser.signIn('student')
  for (let one = 0; one < 10; one++)
    expect((await browser.finish('student', '000000')).status).toBe(401)
  expect((await browser.finish('student', makeCode(key, app.time.now, 1))).status).toBe(429)
})

test.each([['mfa'], ['pwd', 'otp'], ['pwd', 'hwk'], ['pwd', 'sms']])(
  'a second factor at the provider (%s) is enough',
  async (...amr) => {
    const { app, provider, browser } = await startWithProvider()
    const { email } = await onboardWithSecondFactor(app)
    Object.assign(provider.who, { email, amr })
    expect((await browser.signIn('student')).body).toEqual(signedInReply)
  },
)

test('where the school requires a second factor, the provider’s counts, and a password does not', async () => {
  const { app, provider } = await startWithProvider()
  const admin = await makePerson(app, 'admin')
  const reviewer = await makePerson(app, 'reviewer')
  const body = { roles: ['reviewer' as const] }
  await app.call(setSecondFactorRoles, { token: admin.token, body })
  provider.who.email = reviewer.email
  const statusWith = async (amr: string[]) => {
    provider.who.amr = amr
    // The provider remembers by what a browser has signed in there.
    const { token } = (await openBrowser(app).signIn('reviewer')).body
    return (await app.call(getProfile.reviewer, { token })).status
  }
  expect(await statusWith(['pwd', 'mfa'])).toBe(200)
  expect(await statusWith(['pwd'])).toBe(403)
  expect(await statusWith([])).toBe(403)
})

test('a person without a password learns how to set one, and guessing does not lock their account', async () => {
  const { app, provider, browser } = await startWithProvider()
  const { email } = await makePerson(app, 'student')
  provider.who.email = email
  const { token } = (await browser.signIn('student')).body
  const begun = await app.call(beginSecondFactor.student, { token, body: { password: 'a guess' } })
  expect([begun.status, begun.body]).toEqual([
    409,
    { message: 'You have no password yet. Log out and choose ‘Forgot password?’ to set one.' },
  ])
  expect(await app.context.db.selectFrom('login_failures').selectAll().execute()).toEqual([])
})
