import { expect, test } from 'vitest'
import { setPassword, updatePassword } from '#contract/accounts/accounts.ts'
import { checkInvitation } from '#contract/accounts/links/check-links.ts'
import {
  forgotPassword,
  resetPassword,
  sendPasswordReset,
} from '#contract/accounts/links/password-reset.ts'
import {
  beginSecondFactor,
  getSecondFactor,
  setSecondFactorRoles,
} from '#contract/accounts/second-factor.ts'
import { getSchool } from '#contract/school/school.ts'
import { makeResetLinkByEmail } from '#server/accounts/recovery/actions.ts'
import { sendRequestedResets } from '#server/accounts/recovery/forgot-password.ts'
import { addFirstAdminFromSettings } from '#server/accounts/school-set-up/actions.ts'
import {
  choosePassword,
  fillProfile,
  invitePerson,
  makeProfileCompletion,
  onboard,
  password,
} from '#test/accounts/onboard.ts'
import { openSession } from '#test/accounts/session.ts'
import { signIn } from '#test/accounts/sign-in.ts'
import type { TestApp } from '#test/app.ts'
import { readMailsTo } from '#test/mail/mails.ts'
import { signedInReply, startWithProvider } from '#test/oidc/school.ts'

const off = { message: 'Passwords are turned off at this school. Please use single sign-on.' }
const wrong = { message: 'password is incorrect' }
const boss = { email: 'boss@school.test', password }

/** A school in which people have passwords, and then only one admin keeps one. */
async function start() {
  const school = await startWithProvider()
  const { app } = school
  app.time.now -= 1
  await addFirstAdminFromSettings(app.context, boss)
  app.time.now += 1
  const student = await onboard(app, 'student')
  const other = await invitePerson(app, 'admin')
  await choosePassword(app, other)
  const only = (passwordAdmin: 'first' | { email: string }) => {
    app.context.settings.oidc = { ...school.provider.settings, passwordAdmin }
  }
  only('first')
  return { ...school, student, other, only }
}

const resultOf = async (app: TestApp, role: 'student' | 'admin', email: string) =>
  (await signIn(app, role, email)).result

test('with single sign-on only, the admin who was added first still signs in by password', async () => {
  const { app, student } = await start()
  expect((await app.call(getSchool, {})).body.oidc).toMatchObject({
    name: 'Keycloak',
    isOnly: true,
  })
  expect(await resultOf(app, 'student', student.email)).toEqual({ status: false, ...off })
  expect(await resultOf(app, 'admin', boss.email)).toEqual(signedInReply)
})

test('a person’s account says whether they sign in with a password', async () => {
  const { app, student } = await start()
  const usesPassword = async (role: 'student' | 'admin', token: string) =>
    (await app.call(getSecondFactor[role], { token })).body.usesPassword
  const { result } = await signIn(app, 'admin', boss.email)
  expect(await usesPassword('admin', result?.token ?? '')).toBe(true)
  expect(await usesPassword('admin', student.adminToken)).toBe(false)
  expect(await usesPassword('student', await openSession(app.context, student._id))).toBe(false)
})

test('whoever tries passwords there does not learn which were right before', async () => {
  const { app, student, other } = await start()
  for (const { email } of [other, student])
    for (const tried of [password, 'wrong horse'])
      expect((await signIn(app, 'admin', email, tried)).body).toEqual(wrong)
})

test('the setting can name another admin, who alone keeps the password', async () => {
  const { app, other, only } = await start()
  only({ email: other.email })
  expect(await resultOf(app, 'admin', other.email)).toEqual(signedInReply)
  expect((await signIn(app, 'admin', boss.email)).body).toEqual(wrong)
})

test('everybody else signs in through the provider, the admin too', async () => {
  const { provider, browser, student } = await start()
  provider.who.email = student.email
  expect((await browser.signIn('student')).body).toEqual(signedInReply)
  provider.who.email = boss.email
  provider.rotateKeys()
  expect((await browser.signIn('admin')).body).toEqual(signedInReply)
})

test('new passwords are refused by every way to one', async () => {
  const { app, student, only, provider } = await start()
  const token = await openSession(app.context, student._id)
  const { adminToken } = student
  const refused = [
    app.call(forgotPassword.student, { body: { email: student.email } }),
    app.call(sendPasswordReset.student, { token: adminToken, body: { id: student._id } }),
    app.call(updatePassword.student, {
      token,
      body: { oldpass: password, newpass: 'battery staple' },
    }),
    app.call(beginSecondFactor.student, { token, body: { password } }),
  ]
  for (const { status, body } of await Promise.all(refused))
    expect([status, body]).toEqual([409, off])
  const andSecondFactor = false
  await expect(
    makeResetLinkByEmail(app.context, student.email, { andSecondFactor }),
  ).rejects.toThrow(off.message)

  // A link from before the switch is worth nothing either.
  app.context.settings.oidc = provider.settings
  const { link } = await makeResetLinkByEmail(app.context, student.email, { andSecondFactor })
  only('first')
  const { status, body } = await app.call(resetPassword.student, {
    params: { id: link.split('/').at(-1) ?? '' },
    body: { password: 'battery staple' },
  })
  expect([status, body]).toEqual([409, off])
})

test('the admin with a password can still ask for a new one, and nobody else is emailed a link', async () => {
  const { app, other } = await start()
  for (const email of [boss.email, other.email])
    expect((await app.call(forgotPassword.admin, { body: { email } })).status).toBe(200)
  await sendRequestedResets(app.context)
  const subjects = async (email: string) =>
    (await readMailsTo(app, email)).map(({ subject }) => subject)
  expect(await subjects(boss.email)).toHaveLength(1)
  // The invitation alone.
  expect(await subjects(other.email)).toHaveLength(1)
})

test('an invited student completes the profile without a password, then signs in', async () => {
  const { app, provider, browser } = await start()
  const invited = await invitePerson(app, 'student')
  const [mail] = await readMailsTo(app, invited.email)
  expect(mail?.body).toContain('Complete your profile, then sign in with Keycloak.')
  provider.who.email = invited.email
  expect((await browser.signIn('student')).body.message).toBe(
    'Your profile is not complete. Please open the link in your invitation.',
  )
  const params = { id: invited.secret }
  const check = await app.call(checkInvitation.student, { params })
  expect(check.body).toMatchObject({ hasPassword: false, usesPassword: false })
  const set = await app.call(setPassword.student, { params, body: { password } })
  expect([set.status, set.body]).toEqual([409, off])
  expect((await fillProfile(app, invited, await makeProfileCompletion(app))).status).toBe(200)
  expect((await browser.signIn('student')).body).toEqual(signedInReply)
})

test('an invited admin joins by signing in at the provider', async () => {
  const { app, provider, browser } = await start()
  const invited = await invitePerson(app, 'admin')
  const [mail] = await readMailsTo(app, invited.email)
  expect(mail?.body).toContain('Sign in with Keycloak.')
  provider.who.email = invited.email
  expect((await browser.signIn('admin')).body).toEqual(signedInReply)
  const params = { id: invited.secret }
  expect((await app.call(checkInvitation.admin, { params })).status).toBe(404)
})

test('where the school requires a second factor, it must be the provider’s', async () => {
  const { app, provider, browser, student } = await start()
  const body = { roles: ['student' as const] }
  await app.call(setSecondFactorRoles, { token: student.adminToken, body })
  provider.who.email = student.email
  expect((await browser.signIn('student')).body).toEqual({
    status: false,
    message: 'Your school requires a second factor. Set one up at Keycloak and sign in with it.',
  })
  provider.who.amr = ['pwd', 'otp']
  provider.rotateKeys()
  expect((await browser.signIn('student')).body).toEqual(signedInReply)
})
