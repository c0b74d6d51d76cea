import { expect, test } from 'vitest'
import { addPerson, blockUnblock, updatePassword } from '#contract/accounts/accounts.ts'
import { changeEmail, checkConfirmEmail, checkUndoEmail } from '#contract/accounts/change-email.ts'
import { resetPassword, sendPasswordReset } from '#contract/accounts/links/password-reset.ts'
import { listAuditLog } from '#contract/audit/audit.ts'
import { dayMs, hourMs } from '#contract/kit/time/durations.ts'
import { listNotifications } from '#contract/notifications/list.ts'
import { listPeople } from '#contract/people/people.ts'
import { basePath, roles } from '#contract/roles.ts'
import { password } from '#test/accounts/onboard.ts'
import {
  applyEmailChange,
  confirmEmailChange,
  makeOwner,
  newEmail,
  readEmail,
  readMailedSecret,
  requestEmailChange,
  undoEmailChange,
} from '#test/accounts/own-email.ts'
import {
  advanceToNextCode,
  onboardWithSecondFactor,
  tryLogin,
} from '#test/accounts/second-factor.ts'
import { startApp } from '#test/app.ts'
import { makePerson } from '#test/factories.ts'
import { invitation, queueMail, readMailsTo } from '#test/mail/mails.ts'

const badLink = { message: 'This link is not valid or has expired.' }

test.each(roles)('a %s changes their email, and the old address undoes it', async (role) => {
  const app = await startApp()
  const owner = await makeOwner(app, role)
  const { status, body } = await requestEmailChange(app, owner, { email: newEmail.toUpperCase() })
  expect(status).toBe(200)
  expect(body).toEqual({
    message:
      'A confirmation link is on its way to your new email address. Nothing changes until you open it.',
  })
  expect((await readEmail(app, owner)).email).toBe(owner.email)
  const [mail] = await readMailsTo(app, newEmail)
  expect(mail?.subject).toBe('Confirm your new email address for Weekward')
  expect(mail?.body).toContain(`\n\nhttp://weekward.test${basePath[role]}/confirm-email/`)
  expect(mail?.body).toContain('after 24 hours, on Tue 3 Mar, 12:00 PM (America/New York).')

  const confirmed = await confirmEmailChange(app, role, await readMailedSecret(app, newEmail))
  expect(confirmed.body.message).toBe(
    'Your email address has been changed. Sign in with the new one from now on.',
  )
  const now = await readEmail(app, owner)
  expect(now.email).toBe(newEmail)
  expect(now.search_key).toMatch(new RegExp(` ${newEmail}$`))
  // The person stays signed in, and signs in with the new email from now on.
  expect((await app.send('GET', `${basePath[role]}/sessions`, owner)).status).toBe(200)
  expect((await tryLogin(app, owner)).status).toBe(401)
  expect((await tryLogin(app, { role, email: newEmail })).result?.status).toBe(true)

  const { body: heard } = await app.call(listNotifications[role], { token: owner.token, query: {} })
  expect(heard).toMatchObject([
    {
      kind: 'email-changed',
      text: `The email address of your account is now ${newEmail}. If this was not you, contact your admin right away.`,
      path: `${basePath[role]}/${role === 'admin' ? 'account' : 'profile'}`,
    },
  ])
  const found = (await readMailsTo(app, owner.email)).at(-1)
  expect(found?.subject).toBe('Your email address for Weekward was changed')
  expect(found?.body).toContain(`from ${owner.email} to ${newEmail} on Mon 2 Mar, 12:00 PM`)
  expect(found?.body).toContain('after 7 days, on Mon 9 Mar, 1:00 PM (America/New York).')
  const undone = await undoEmailChange(app, role, await readMailedSecret(app, owner.email))
  expect(undone.body.message).toBe(
    'Your old email address has been restored, and all sessions have ended. Your password no longer works. A link to set a new one is on its way to your old email address.',
  )
  expect((await readEmail(app, owner)).email).toBe(owner.email)
  expect((await app.send('GET', `${basePath[role]}/sessions`, owner)).status).toBe(401)
})

test('a change needs the password, and wrong ones count as failed logins', async () => {
  const app = await startApp({ rateLimit: true })
  const owner = await makeOwner(app)
  const message = 'password is incorrect'
  for (let times = 0; times < 10; times++) {
    const refused = await requestEmailChange(app, owner, { password: 'guess' })
    expect(refused).toMatchObject({ status: 400, body: { message, errors: { password: message } } })
  }
  app.time.now += 61 * 60_000
  for (let times = 0; times < 10; times++) await tryLogin(app, owner, undefined, 'guess')
  expect((await requestEmailChange(app, owner)).status).toBe(429)
  expect(await readMailsTo(app, newEmail)).toEqual([])
})

test('with a second factor a change needs a code too, and each code works once', async () => {
  const app = await startApp()
  const owner = await onboardWithSecondFactor(app)
  const needed = 'Please enter the code from your authenticator app.'
  expect(await requestEmailChange(app, owner)).toMatchObject({
    status: 400,
    body: { message: needed, errors: { code: needed } },
  })
  const wrong = 'This code is not correct. Please try again.'
  const isWrong = { status: 400, body: { message: wrong, errors: { code: wrong } } }
  expect(await requestEmailChange(app, owner, { code: '000000' })).toMatchObject(isWrong)
  expect(await readMailsTo(app, newEmail)).toEqual([])
  const code = advanceToNextCode(app, owner.key)
  expect((await requestEmailChange(app, owner, { code })).status).toBe(200)
  expect(await requestEmailChange(app, owner, { code })).toMatchObject(isWrong)
  // It stays on with the new email.
  await confirmEmailChange(app, 'student', await readMailedSecret(app, newEmail))
  const entered = await tryLogin(app, { role: 'student', email: newEmail })
  expect(entered.result).toMatchObject({ status: false, codeNeeded: true })
})

test('an email in use by any role, even since the request, cannot be taken', async () => {
  const app = await startApp()
  const owner = await makeOwner(app)
  const { email, token } = await makePerson(app, 'admin')
  const taken = { status: 409, body: { message: 'This email is already in use' } }
  expect(await requestEmailChange(app, owner, { email })).toMatchObject(taken)
  const own = await requestEmailChange(app, owner, { email: owner.email })
  expect(own).toMatchObject({
    status: 400,
    body: { message: 'This is already your email address' },
  })

  await requestEmailChange(app, owner)
  const secret = await readMailedSecret(app, newEmail)
  await app.call(addPerson.advisor, { token, body: { name: 'Nova', email: newEmail } })
  expect(await confirmEmailChange(app, 'student', secret)).toMatchObject(taken)
  expect((await readEmail(app, owner)).email).toBe(owner.email)
})

test('an old email that someone else has now cannot be restored', async () => {
  const app = await startApp()
  const owner = await makeOwner(app)
  const secret = await applyEmailChange(app, owner)
  const { token } = await makePerson(app, 'admin')
  await app.call(addPerson.advisor, { token, body: { name: 'Nova', email: owner.email } })
  expect((await undoEmailChange(app, 'student', secret)).status).toBe(409)
  expect((await readEmail(app, owner)).email).toBe(newEmail)
})

test('a link works once, until it expires, for its role only, and a later request invalidates it', async () => {
  const app = await startApp()
  const owner = await makeOwner(app)
  await requestEmailChange(app, owner)
  const first = await readMailedSecret(app, newEmail)
  await requestEmailChange(app, owner)
  const secret = await readMailedSecret(app, newEmail)
  const dead = { status: 404, body: badLink }
  expect(await confirmEmailChange(app, 'student', first)).toMatchObject(dead)
  expect(await confirmEmailChange(app, 'advisor', secret)).toMatchObject(dead)
  // It is a confirmation link, so it undoes nothing.
  expect(await undoEmailChange(app, 'student', secret)).toMatchObject(dead)
  app.time.now += 24 * hourMs
  expect(await confirmEmailChange(app, 'student', secret)).toMatchObject(dead)
  app.time.now -= 1
  const both = await Promise.all([1, 2].map(() => confirmEmailChange(app, 'student', secret)))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404])

  const back = await readMailedSecret(app, owner.email)
  expect(await confirmEmailChange(app, 'student', back)).toMatchObject(dead)
  expect(await undoEmailChange(app, 'admin', back)).toMatchObject(dead)
  app.time.now += 7 * dayMs
  expect(await undoEmailChange(app, 'student', back)).toMatchObject(dead)
  app.time.now -= 1
  const undone = await Promise.all([1, 2].map(() => undoEmailChange(app, 'student', back)))
  expect(undone.map(({ status }) => status).sort()).toEqual([200, 404])
})

test.each(roles)(
  'before it is used a link of a %s is known to be good, or to be none',
  async (role) => {
    const app = await startApp()
    const owner = await makeOwner(app, role)
    const check = async (id: string, as = role) => {
      const of = [checkConfirmEmail[as], checkUndoEmail[as]]
      return Promise.all(of.map((one) => app.call(one, { params: { id } })))
    }
    const good = { status: 200, body: { isGood: true } }
    const dead = { status: 404, body: badLink }
    await requestEmailChange(app, owner)
    const secret = await readMailedSecret(app, newEmail)
    // It can be checked repeatedly.
    expect(await check(secret)).toMatchObject([good, dead])
    expect(await check(secret)).toMatchObject([good, dead])
    expect(await check(secret, role === 'advisor' ? 'student' : 'advisor')).toMatchObject([
      dead,
      dead,
    ])
    app.time.now += 24 * hourMs
    expect(await check(secret)).toMatchObject([dead, dead])
    app.time.now -= 1
    expect((await confirmEmailChange(app, role, secret)).status).toBe(200)
    expect(await check(secret)).toMatchObject([dead, dead])

    const back = await readMailedSecret(app, owner.email)
    expect(await check(back)).toMatchObject([dead, good])
    app.time.now += 7 * dayMs
    expect(await check(back)).toMatchObject([dead, dead])
    app.time.now -= 1
    expect((await undoEmailChange(app, role, back)).status).toBe(200)
    expect(await check(back)).toMatchObject([dead, dead])
  },
)

test('after two changes the first address can undo both, and then no other address can', async () => {
  const app = await startApp()
  const owner = await makeOwner(app)
  const first = await applyEmailChange(app, owner)
  const second = await applyEmailChange(app, { ...owner, email: newEmail }, 'newer@elsewhere.test')
  await requestEmailChange(app, owner, { email: 'newest@elsewhere.test' })
  const asked = await readMailedSecret(app, 'newest@elsewhere.test')
  expect((await undoEmailChange(app, 'student', first)).status).toBe(200)
  expect((await readEmail(app, owner)).email).toBe(owner.email)
  expect((await undoEmailChange(app, 'student', second)).status).toBe(404)
  expect((await confirmEmailChange(app, 'student', asked)).status).toBe(404)
})

test('a person blocked meanwhile cannot change their email, nor once they are unblocked', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const owner = await makeOwner(app)
  await requestEmailChange(app, owner)
  const secret = await readMailedSecret(app, newEmail)
  for (const action of ['block', 'unblock'] as const) {
    await app.call(blockUnblock.student, { token, body: { id: owner._id, action } })
    expect((await confirmEmailChange(app, 'student', secret)).status).toBe(404)
  }
})

test('a change that an intruder asked for ends with the owner’s new password', async () => {
  const app = await startApp()
  const owner = await makeOwner(app)
  await requestEmailChange(app, owner)
  const secret = await readMailedSecret(app, newEmail)
  const body = { oldpass: password, newpass: 'battery staple' }
  expect((await app.call(updatePassword.student, { token: owner.token, body })).status).toBe(200)
  expect((await confirmEmailChange(app, 'student', secret)).status).toBe(404)
})

test('a reset link emailed to the old address is invalidated by the change', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const owner = await makeOwner(app)
  await app.call(sendPasswordReset.student, { token, body: { id: owner._id } })
  const mail = (await readMailsTo(app, owner.email)).at(-1)?.body
  const id = mail?.match(/\/reset-password\/(\S+)/)?.[1] ?? ''
  await applyEmailChange(app, owner)
  const reset = { params: { id }, body: { password: 'battery staple' } }
  expect((await app.call(resetPassword.student, reset)).status).toBe(404)
})

test('waiting emails follow the person to the new address and back, except those about security', async () => {
  const app = await startApp()
  const owner = await makeOwner(app)
  const kinds = ['booked', 'several-notices', 'new-browser', 'second-factor-off'] as const
  for (const kind of kinds)
    await queueMail(app, { ...invitation, kind, personId: owner._id, recipient: owner.email })
  const kindsTo = async (email: string) =>
    (await readMailsTo(app, email))
      .map(({ kind }) => kind)
      .filter((kind) => kinds.some((one) => one === kind))
  const back = await applyEmailChange(app, owner)
  expect(await kindsTo(newEmail)).toEqual(['booked', 'several-notices'])
  expect(await kindsTo(owner.email)).toEqual(['new-browser', 'second-factor-off'])
  await undoEmailChange(app, 'student', back)
  expect(await kindsTo(newEmail)).toEqual([])
  expect(await kindsTo(owner.email)).toEqual(kinds)
})

test('a person can request ten changes an hour, for any addresses', async () => {
  const app = await startApp({ rateLimit: true })
  const owner = await makeOwner(app)
  const { email } = await makePerson(app, 'advisor')
  for (let times = 0; times < 10; times++) {
    expect((await requestEmailChange(app, owner, { email })).status).toBe(409)
  }
  expect((await requestEmailChange(app, owner)).status).toBe(429)
  expect((await requestEmailChange(app, await makeOwner(app))).status).toBe(200)
  app.time.now += hourMs
  expect((await requestEmailChange(app, owner)).status).toBe(200)
})

test('an invalid email is refused at its field', async () => {
  const app = await startApp()
  const owner = await makeOwner(app)
  for (const [email, message] of [
    ['', 'please enter the new email'],
    ['nobody', 'Invalid email'],
  ]) {
    const refused = await requestEmailChange(app, owner, { email })
    expect(refused).toMatchObject({ status: 400, body: { message, errors: { email: message } } })
  }
  const { body } = await app.call(changeEmail.student, { body: { email: newEmail, password } })
  expect(body).toMatchObject({ Auth: false })
})

test('admins find the person by the new email, and the audit log has each step without secrets', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const owner = await makeOwner(app)
  const secret = await applyEmailChange(app, owner)
  const query = { search: newEmail }
  expect((await app.call(listPeople.student, { token, query })).body).toMatchObject([
    { _id: owner._id, email: newEmail },
  ])
  await undoEmailChange(app, 'student', secret)
  const lines = (await app.call(listAuditLog, { token })).body
  const own = lines.filter(({ about }) => about._id === owner._id).slice(0, 5)
  const who = { _id: owner._id }
  expect(own).toMatchObject([
    { deed: 'password-link-made', who },
    { deed: 'password-withdrawn', who },
    { deed: 'email-taken-back', who, before: { email: newEmail }, after: { email: owner.email } },
    { deed: 'email-changed', who, before: { email: owner.email }, after: { email: newEmail } },
    { deed: 'email-change-asked', who, after: { wanted_email: newEmail } },
  ])
  expect(JSON.stringify(lines)).not.toContain(secret)
})
