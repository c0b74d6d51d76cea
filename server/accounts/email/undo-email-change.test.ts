import { expect, test } from 'vitest'
import { blockUnblock } from '#contract/accounts/accounts.ts'
import {
  forgotPassword,
  resetPassword,
  sendPasswordReset,
} from '#contract/accounts/links/password-reset.ts'
import { removeSecondFactor } from '#contract/accounts/second-factor.ts'
import { makeCalendarLink } from '#contract/calendar/feed.ts'
import { dayMs, hourMs } from '#contract/kit/time/durations.ts'
import { emailUndoDays, passwordResetHours } from '#contract/limits/accounts.ts'
import { getProfile } from '#contract/people/profile.ts'
import { roles } from '#contract/roles.ts'
import { password } from '#test/accounts/onboard.ts'
import {
  applyEmailChange,
  confirmEmailChange,
  type EmailOwner,
  makeOwner,
  newEmail,
  readEmail,
  readMailedSecret,
  undoEmailChange,
} from '#test/accounts/own-email.ts'
import { advanceToNextCode, enableSecondFactor, tryLogin } from '#test/accounts/second-factor.ts'
import { openSession } from '#test/accounts/session.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { makePerson } from '#test/factories.ts'
import { readMailsTo } from '#test/mail/mails.ts'
import { sendRequestedResets } from '../recovery/forgot-password.ts'

const ownPassword = 'battery staple'

/** Sets a password by the link in the newest mail to an address. */
async function setByMail(app: TestApp, { role, email }: EmailOwner, given = ownPassword) {
  const mail = (await readMailsTo(app, email)).at(-1)?.body ?? ''
  const id = mail.match(/\/reset-password\/(\S+)/)?.[1] ?? ''
  return app.call(resetPassword[role], { params: { id }, body: { password: given } })
}

/** Changes a student's email with a code, and returns the secret of the link that takes it back. */
async function changeWithCode(
  app: TestApp,
  { token, email }: EmailOwner,
  code = '',
): Promise<string> {
  const value = { email: newEmail, password, code }
  await app.send('PUT', '/change-email', { token, body: { value } })
  await confirmEmailChange(app, 'student', await readMailedSecret(app, newEmail))
  return readMailedSecret(app, email)
}

test.each(roles)(
  'a %s whose account was taken over gets it back by the old address alone',
  async (role) => {
    const app = await startApp()
    const owner = await makeOwner(app, role)
    const back = await applyEmailChange(app, owner)
    // What an intruder who knows the password does next.
    const { token } = owner
    await enableSecondFactor(app, role, token)
    const { url } = (await app.call(makeCalendarLink[role], { token })).body
    const feed = async () => (await app.app.inject({ url: new URL(url).pathname })).statusCode
    expect(await feed()).toBe(200)

    expect((await undoEmailChange(app, role, back)).status).toBe(200)
    expect((await tryLogin(app, owner)).status).toBe(401)
    expect(await feed()).toBe(404)
    expect((await setByMail(app, owner)).status).toBe(200)
    const entered = await tryLogin(app, owner, undefined, ownPassword)
    expect(entered.result).toMatchObject({ status: true })
  },
)

test('a second factor that was on before the change stays', async () => {
  const app = await startApp()
  const owner = await makeOwner(app)
  const { key } = await enableSecondFactor(app, 'student', owner.token)
  app.time.now += hourMs
  await undoEmailChange(
    app,
    'student',
    await changeWithCode(app, owner, advanceToNextCode(app, key)),
  )
  expect((await setByMail(app, owner)).status).toBe(200)
  const login = (code?: string) => tryLogin(app, owner, code, ownPassword)
  expect((await login()).result).toMatchObject({ status: false, codeNeeded: true })
  expect((await login(advanceToNextCode(app, key))).result).toMatchObject({ status: true })
})

test('a second factor with which an intruder replaced another is switched off', async () => {
  const app = await startApp()
  const owner = await makeOwner(app)
  const { token } = owner
  const { recoveryCodes } = await enableSecondFactor(app, 'student', token)
  app.time.now += hourMs
  const [first, code = ''] = recoveryCodes
  const back = await changeWithCode(app, owner, first)
  await app.call(removeSecondFactor.student, { token, body: { password, code } })
  await enableSecondFactor(app, 'student', token)
  await undoEmailChange(app, 'student', back)
  expect((await setByMail(app, owner)).status).toBe(200)
  const entered = await tryLogin(app, owner, undefined, ownPassword)
  expect(entered.result).toMatchObject({ status: true })
})

test('a blocked person gets the old email back, but no link', async () => {
  const app = await startApp()
  const admin = await makePerson(app, 'admin')
  const owner = await makeOwner(app)
  const back = await applyEmailChange(app, owner)
  const body = { id: owner._id, action: 'block' } as const
  await app.call(blockUnblock.student, { token: admin.token, body })
  expect((await undoEmailChange(app, 'student', back)).body.message).toBe(
    'Your old email address has been restored, and all sessions have ended.',
  )
  expect((await readMailsTo(app, owner.email)).at(-1)?.body).not.toContain('/reset-password/')
})

test.each(roles)(
  'the password that a %s had then is not set again, by no link, until there is another',
  async (role) => {
    const app = await startApp()
    const owner = await makeOwner(app, role)
    await undoEmailChange(app, role, await applyEmailChange(app, owner))
    const said = 'Please choose a password different from the old one.'
    const refused = { status: 400, body: { message: said, errors: { password: said } } }
    expect(await setByMail(app, owner, password)).toMatchObject(refused)
    // The link mailed with it has expired by now, and they request another.
    app.time.now += passwordResetHours * hourMs
    await app.call(forgotPassword[role], { body: { email: owner.email } })
    await sendRequestedResets(app.context)
    expect(await setByMail(app, owner, password)).toMatchObject(refused)
    expect((await setByMail(app, owner)).status).toBe(200)

    app.time.now += hourMs
    await app.call(forgotPassword[role], { body: { email: owner.email } })
    await sendRequestedResets(app.context)
    expect((await setByMail(app, owner, password)).status).toBe(200)
  },
)

test('the old password stays refused after a second undo without a password', async () => {
  const app = await startApp()
  const owner = await makeOwner(app)
  const first = await applyEmailChange(app, owner)
  const second = await applyEmailChange(app, { ...owner, email: newEmail }, 'third@elsewhere.test')
  await undoEmailChange(app, 'student', second)
  await undoEmailChange(app, 'student', first)
  expect((await setByMail(app, owner, password)).status).toBe(400)
  expect((await setByMail(app, owner)).status).toBe(200)
})

test('no email tells a person without a password that it keeps working', async () => {
  const app = await startApp()
  const admin = await makePerson(app, 'admin')
  const { _id: id, email, ...owner } = await makeOwner(app)
  const newestAfter = async (asked: Promise<unknown>) => {
    await asked
    await sendRequestedResets(app.context)
    return (await readMailsTo(app, email)).at(-1)?.body
  }
  const sent = 'An admin of your school sent you this link to set a new password.'
  const asked = 'Someone asked to reset the password for your account.'
  const stays = 'Your current password keeps working until then.'
  const ask = () => newestAfter(app.call(forgotPassword.student, { body: { email } }))
  const send = () =>
    newestAfter(app.call(sendPasswordReset.student, { token: admin.token, body: { id } }))
  expect(await ask()).toContain(`${asked} ${stays}`)
  expect(await send()).toContain(`${sent} ${stays}`)
  await undoEmailChange(app, 'student', await applyEmailChange(app, { ...owner, _id: id, email }))
  const [askedAfter, sentAfter] = [await ask(), await send()]
  expect(askedAfter).toContain(asked)
  expect(sentAfter).toContain(sent)
  expect(`${askedAfter} ${sentAfter}`).not.toContain('stays')
})

test('an intruder’s address gets no link once the owner has changed the email back', async () => {
  const app = await startApp()
  const owner = await makeOwner(app)
  const third = { ...owner, email: 'third@elsewhere.test' }
  const first = await applyEmailChange(app, owner)
  const second = await applyEmailChange(app, { ...owner, email: newEmail }, third.email)
  expect(await applyEmailChange(app, third, owner.email)).toBe('no link')
  expect((await readMailsTo(app, third.email)).at(-1)?.body).toContain(
    `from ${third.email} to ${owner.email} on Mon 2 Mar, 12:00 PM`,
  )
  expect((await undoEmailChange(app, 'student', second)).status).toBe(404)
  expect(await readEmail(app, owner)).toMatchObject({ email: owner.email })
  // The owner’s own link still locks the intruder out.
  expect((await undoEmailChange(app, 'student', first)).status).toBe(200)
  expect(await readEmail(app, owner)).toMatchObject({ email: owner.email })
})

test('an address gets a link to undo a change back to one that can undo nothing any more', async () => {
  const app = await startApp()
  const owner = await makeOwner(app)
  await applyEmailChange(app, owner)
  app.time.now += emailUndoDays * dayMs
  const token = await openSession(app.context, owner._id)
  const back = await applyEmailChange(app, { ...owner, token, email: newEmail }, owner.email)
  expect((await undoEmailChange(app, 'student', back)).status).toBe(200)
  expect(await readEmail(app, owner)).toMatchObject({ email: newEmail })
})

/** An intruder changes an email twice, then an admin corrects it. Returns the links that undo it. */
async function correctAfterTwoChanges(app: TestApp, owner: EmailOwner, email: string) {
  const first = await applyEmailChange(app, owner)
  const second = await applyEmailChange(app, { ...owner, email: newEmail }, 'third@elsewhere.test')
  const { token } = await makePerson(app, 'admin')
  const body = { value: { id: owner._id, email } }
  expect((await app.send('PUT', '/admin/edit-student', { token, body })).status).toBe(200)
  return { first, second }
}

test('no link brings back another email once an admin has corrected it', async () => {
  const app = await startApp()
  const owner = await makeOwner(app)
  const { first, second } = await correctAfterTwoChanges(app, owner, 'corrected@school.test')
  for (const link of [second, first])
    expect((await undoEmailChange(app, 'student', link)).status).toBe(404)
  expect(await readEmail(app, owner)).toMatchObject({ email: 'corrected@school.test' })
})

test('the link in the owner’s mail still locks an intruder out once an admin has corrected the email', async () => {
  const app = await startApp()
  const owner = await makeOwner(app)
  const { first, second } = await correctAfterTwoChanges(app, owner, owner.email)
  expect((await undoEmailChange(app, 'student', second)).status).toBe(404)
  expect((await undoEmailChange(app, 'student', first)).status).toBe(200)
  expect((await app.call(getProfile.student, { token: owner.token })).status).toBe(401)
  expect((await setByMail(app, owner)).status).toBe(200)
})
