import { expect, test } from 'vitest'
import { login, updatePassword } from '#contract/accounts/accounts.ts'
import { listAuditLog } from '#contract/audit/audit.ts'
import { hourMs } from '#contract/kit/time/durations.ts'
import { type Role, roles } from '#contract/roles.ts'
import { addFirstAdminFromSettings } from '#server/accounts/school-set-up/actions.ts'
import { onboard, password } from '#test/accounts/onboard.ts'
import { callWithToken, sessionEndedReply, signIn } from '#test/accounts/sign-in.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { makePerson } from '#test/factories.ts'

const change = { oldpass: password, newpass: 'battery staple' }

async function readToken(app: TestApp, email: string, given = password) {
  return (await signIn(app, 'student', email, given)).result?.token
}

const people: Record<Role, (app: TestApp) => Promise<{ email: string }>> = {
  student: (app) => onboard(app, 'student'),
  advisor: (app) => onboard(app, 'advisor'),
  reviewer: (app) => onboard(app, 'reviewer'),
  async admin(app) {
    const admin = { email: 'boss@school.test', password }
    await addFirstAdminFromSettings(app.context, admin)
    return admin
  },
}

/** Signs a person in twice, and returns the path that changes their password. */
async function signedInTwice(app: TestApp, role: Role) {
  const { email } = await people[role](app)
  const enter = async () => (await signIn(app, role, email)).result?.token
  return { here: await enter(), elsewhere: await enter(), path: updatePassword[role].path }
}

test('a changed password ends all sessions but the one that changed it', async () => {
  const app = await startApp()
  const { email } = await onboard(app, 'student')
  const other = await makePerson(app, 'student')
  const [here, elsewhere] = [await readToken(app, email), await readToken(app, email)]

  const { status, body } = await app.call(updatePassword.student, { token: here, body: change })
  expect(status).toBe(200)
  expect(body).toEqual({ message: 'password update successfully.' })
  expect((await callWithToken(app, 'student', here)).status).toBe(200)
  expect((await callWithToken(app, 'student', elsewhere)).status).toBe(401)
  expect((await callWithToken(app, 'student', other.token)).status).toBe(200)
  expect(await readToken(app, email, change.oldpass)).toBeUndefined()
  expect(await readToken(app, email, change.newpass)).toEqual(expect.any(String))
})

test.each(roles)('a %s can get a new token with the new password', async (role) => {
  const app = await startApp()
  const { here: before, elsewhere, path } = await signedInTwice(app, role)
  for (let day = 0; day < 6; day++) {
    app.time.now += 24 * hourMs - 1
    for (const token of [before, elsewhere]) await callWithToken(app, role, token)
  }
  const value = { ...change, renew: true }
  const { status, body } = await app.send<{ token: string }>('PUT', path, {
    token: before,
    body: { value },
  })
  expect(status).toBe(200)
  expect(body).toEqual({ message: 'password update successfully.', token: expect.any(String) })
  expect(body.token).not.toBe(before)
  expect((await callWithToken(app, role, body.token)).status).toBe(200)
  for (const gone of [before, elsewhere]) {
    const refused = await callWithToken(app, role, gone)
    expect(refused.status).toBe(401)
    expect(refused.body).toEqual(sessionEndedReply)
  }
  // It is the same session: a password alone does not extend it.
  app.time.now += 24 * hourMs
  expect((await callWithToken(app, role, body.token)).status).toBe(401)
})

test('a new token is in no stored reply, and its call is not replayed', async () => {
  const app = await startApp()
  const { email } = await onboard(app, 'student')
  const token = await readToken(app, email)
  const asked = { token, body: { ...change, renew: true }, key: 'one press' }
  const first = await app.call(updatePassword.student, asked)
  expect(first.status).toBe(200)
  const again = await app.call(updatePassword.student, asked)
  expect(again.status).toBe(401)
  expect(again.body).toEqual(sessionEndedReply)
  const { db } = app.context
  const stored = [
    await db.selectFrom('idempotency_keys').selectAll().execute(),
    await db.selectFrom('sessions').selectAll().execute(),
    await db.selectFrom('audit_log').selectAll().execute(),
  ]
  expect(JSON.stringify(stored)).not.toContain(first.body.token)
})

test('a new token leaves an entry in the audit log, without the token or its hash', async () => {
  const app = await startApp()
  const { email, adminToken } = await onboard(app, 'student')
  const token = await readToken(app, email)
  await app.call(updatePassword.student, { token, body: { ...change, renew: true } })
  const lines = (await app.call(listAuditLog, { token: adminToken })).body
  const found = lines.flatMap(({ call, about, before, after }) =>
    call === 'PUT /update-password' && about.kind === 'sessions' ? [[before, after]] : [],
  )
  expect(found).toEqual([[{ token_hash: '…' }, { token_hash: '…' }]])
})

test.each([
  ['student', '/update-password', '/login'],
  ['advisor', '/advisor/update-password', '/advisor/login'],
  ['reviewer', '/reviewer/update-password', '/reviewer/login'],
] as const)('a %s changes the password inside value too', async (role, path, loginPath) => {
  const app = await startApp()
  const { email } = await onboard(app, role)
  const token = (await signIn(app, role, email)).result?.token
  const changed = await app.send('PUT', path, { token, body: { value: change } })
  expect(changed.status).toBe(200)
  const again = { email, password: change.newpass }
  expect((await app.send('POST', loginPath, { body: again })).status).toBe(200)
})

test('an admin can change their password too', async () => {
  const app = await startApp()
  const admin = { email: 'boss@school.test', password }
  await addFirstAdminFromSettings(app.context, admin)
  const { body } = await app.call(login.admin, { body: admin })
  const token = body.message?.token
  expect((await app.call(updatePassword.admin, { token, body: change })).status).toBe(200)
  const again = { ...admin, password: change.newpass }
  expect((await app.call(login.admin, { body: again })).status).toBe(200)
  expect((await app.call(login.admin, { body: admin })).status).toBe(401)
})

test('wrong old passwords count as failed logins, so a stolen session cannot keep guessing', async () => {
  const app = await startApp({ rateLimit: true })
  const { email } = await onboard(app, 'student')
  const token = await readToken(app, email)
  const guess = async (oldpass: string) =>
    (await app.call(updatePassword.student, { token, body: { ...change, oldpass } })).status
  for (let failure = 0; failure < 10; failure++) expect(await guess('wrong')).toBe(400)
  expect(await guess(password)).toBe(429)
  expect((await app.call(login.student, { body: { email, password } })).status).toBe(429)
})

test('a wrong old password changes nothing', async () => {
  const app = await startApp()
  const { email } = await onboard(app, 'student')
  const [here, elsewhere] = [await readToken(app, email), await readToken(app, email)]
  const refused = await app.call(updatePassword.student, {
    token: here,
    body: { ...change, oldpass: 'wrong password' },
  })
  expect(refused.status).toBe(400)
  expect(refused.body).toEqual({ message: 'Old password is not same' })
  expect((await callWithToken(app, 'student', elsewhere)).status).toBe(200)
  expect(await readToken(app, email)).toEqual(expect.any(String))
})

test('a new password that is short or empty, and an empty old one, are refused', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'student')
  const cases = [
    [{ newpass: '1234567' }, 'newpass', 'Passwords should be 8 characters long'],
    [{ newpass: '' }, 'newpass', 'please enter vaild password'],
    [{ newpass: undefined }, 'newpass', 'please enter vaild password'],
    [{ oldpass: '' }, 'oldpass', 'please enter your password'],
    [{ oldpass: undefined }, 'oldpass', 'please enter your password'],
  ] as const
  for (const [wrong, field, message] of cases) {
    const refused = await app.send('PUT', '/update-password', {
      token,
      body: { ...change, ...wrong },
    })
    expect(refused.status).toBe(400)
    expect(refused.body).toEqual({ message, errors: { [field]: message } })
  }
})

test('a common new password is refused', async () => {
  const app = await startApp()
  const { email } = await onboard(app, 'student')
  const token = await readToken(app, email)
  const message = 'This password is too common. Please choose another.'
  const body = { ...change, newpass: 'Football1' }
  const refused = await app.call(updatePassword.student, { token, body })
  expect(refused.status).toBe(400)
  expect(refused.body).toEqual({ message, errors: { newpass: message } })
  expect(await readToken(app, email)).toEqual(expect.any(String))
})

test('of two password changes at once one counts', async () => {
  const app = await startApp()
  const { email } = await onboard(app, 'student')
  const token = await readToken(app, email)
  const replies = await Promise.all(
    ['first new one', 'second new one'].map((newpass) =>
      app.call(updatePassword.student, { token, body: { ...change, newpass } }),
    ),
  )
  expect(replies.map((reply) => reply.status).sort()).toEqual([200, 400])
})

test('changing the password needs a session of its own role', async () => {
  const app = await startApp()
  for (const role of roles) {
    const { token } = await makePerson(app, role)
    for (const other of roles) {
      if (other === role) continue
      const refused = await app.call(updatePassword[other], { token, body: change })
      expect(refused.status).toBe(401)
      expect(refused.body).toEqual(sessionEndedReply)
    }
  }
  expect((await app.call(updatePassword.student, { body: change })).status).toBe(401)
})
