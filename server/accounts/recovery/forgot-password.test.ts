import { expect, test } from 'vitest'
import { checkPasswordReset } from '#contract/accounts/links/check-links.ts'
import {
  forgotPassword,
  resetPassword,
  sendPasswordReset,
} from '#contract/accounts/links/password-reset.ts'
import { listAuditLog } from '#contract/audit/audit.ts'
import { hourMs } from '#contract/kit/time/durations.ts'
import { basePath, type Role, roles } from '#contract/roles.ts'
import { onboard } from '#test/accounts/onboard.ts'
import {
  advanceToNextCode,
  onboardWithSecondFactor,
  tryLogin,
} from '#test/accounts/second-factor.ts'
import { openSession } from '#test/accounts/session.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { makeRefuseRows } from '#test/databases/refuse-rows.ts'
import { makePerson } from '#test/factories.ts'
import { readMailsTo } from '#test/mail/mails.ts'
import { sendRequestedResets } from './forgot-password.ts'

const newPassword = 'battery staple'

const ask = (app: TestApp, role: Role, email: string) =>
  app.call(forgotPassword[role], { body: { email } })

/** Requests a link, runs the server's periodic job, and returns the mailed secrets. */
async function secretsAfter(app: TestApp, role: Role, email: string): Promise<string[]> {
  expect((await ask(app, role, email)).status).toBe(200)
  await sendRequestedResets(app.context)
  const mails = await readMailsTo(app, email.toLowerCase())
  return mails.map(({ body }) => body.match(/\/reset-password\/(\S+)/)?.[1] ?? '')
}

const set = (app: TestApp, role: Role, id: string) =>
  app.call(resetPassword[role], { params: { id }, body: { password: newPassword } })

/** Returns the stored requests without the columns that vary. */
async function readAsks({ context }: TestApp) {
  const rows = await context.db.selectFrom('forgotten_passwords').selectAll().execute()
  return rows.map(({ id: _, request_id: __, email: ___, ...same }) => same)
}

test.each(roles)(
  'a %s who has forgotten the password asks for a link at the login',
  async (role) => {
    const app = await startApp()
    const { email } = await makePerson(app, role)
    const { body } = await ask(app, role, email.toUpperCase())
    const who = { student: 'a student', advisor: 'an advisor', reviewer: 'a reviewer' }
    const named = role === 'admin' ? 'an admin' : who[role]
    expect(body).toEqual({
      message: `If there is ${named} with this email, a password reset link is on its way.`,
      isMailed: false,
    })
    await sendRequestedResets(app.context)
    const [mail, ...others] = await readMailsTo(app, email)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Set a new password for Weekward')
    expect(mail?.body).toContain('after one hour, on Mon 2 Mar, 1:00 PM (America/New York).')
    const secret = mail?.body.match(/\/reset-password\/(\S+)/)?.[1] ?? ''
    expect(mail?.body).toContain(
      `\n\nhttp://weekward.test${basePath[role]}/reset-password/${secret}\n\n`,
    )
    expect((await set(app, role, secret)).status).toBe(200)
    const entered = await tryLogin(app, { role, email }, undefined, newPassword)
    expect(entered.result).toMatchObject({ status: true })
  },
)

test('a request that cannot be handled does not keep later ones from being handled', async () => {
  const app = await startApp()
  const [first, second] = [await makePerson(app, 'advisor'), await makePerson(app, 'advisor')]
  for (const { email } of [first, second]) await ask(app, 'advisor', email)
  const others = { table: 'outbox', column: 'person_id', allowed: `<> '${first._id}'` }
  const { refuse, allow } = makeRefuseRows(app, others)
  await refuse()
  await expect(sendRequestedResets(app.context)).rejects.toThrow(
    'not all password reset requests were handled',
  )
  expect(await readMailsTo(app, first.email)).toEqual([])
  expect(await readMailsTo(app, second.email)).toHaveLength(1)
  await allow()
  await sendRequestedResets(app.context)
  expect(await readMailsTo(app, first.email)).toHaveLength(1)
  expect(await readMailsTo(app, second.email)).toHaveLength(1)
})

test('the call replies and works the same for every email, and looks nobody up', async () => {
  const app = await startApp()
  const known = await makePerson(app, 'advisor')
  const others = [
    'nobody@school.test',
    (await makePerson(app, 'advisor', { blocked: true })).email,
    (await makePerson(app, 'advisor', { verified: false })).email,
    (await makePerson(app, 'student')).email,
  ]
  const { status, body } = await ask(app, 'advisor', known.email)
  for (const email of others) {
    expect(await ask(app, 'advisor', email)).toMatchObject({ status, body })
  }
  const [first, ...more] = await readAsks(app)
  expect(more).toEqual(others.map(() => first))
  // The difference comes later, and only the person who can sign in gets a mail.
  expect(await app.context.db.selectFrom('outbox').selectAll().execute()).toEqual([])
  await sendRequestedResets(app.context)
  const mails = await app.context.db.selectFrom('outbox').select('recipient').execute()
  expect(mails).toEqual([{ recipient: known.email }])
  const lines = await app.context.db.selectFrom('audit_log').select('subject_id').execute()
  expect(lines).toEqual([{ subject_id: known._id }])
})

test('with a mail server the answer says that an email comes', async () => {
  const app = await startApp({ smtpUrl: 'smtp://mail.school.test' })
  expect((await ask(app, 'student', 'nobody@school.test')).body.isMailed).toBe(true)
})

test('a link works once within an hour, and a new one invalidates it', async () => {
  const app = await startApp()
  const { email } = await onboard(app, 'student')
  const isGood = async (id: string) =>
    (await app.call(checkPasswordReset.student, { params: { id } })).status === 200
  // The first mail is the invitation.
  const [, first = ''] = await secretsAfter(app, 'student', email)
  const [, , second = ''] = await secretsAfter(app, 'student', email)
  expect(await isGood(first)).toBe(false)
  app.time.now += hourMs
  expect((await set(app, 'student', second)).status).toBe(404)
  app.time.now -= 1
  const both = await Promise.all([set(app, 'student', second), set(app, 'student', second)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
})

test('a link sent by an admin is valid for a day', async () => {
  const app = await startApp()
  const { _id: id, email, adminToken: token } = await onboard(app, 'student')
  await app.call(sendPasswordReset.student, { token, body: { id } })
  const secret = (await readMailsTo(app, email)).at(-1)?.body.match(/\/reset-password\/(\S+)/)?.[1]
  app.time.now += 23 * hourMs
  expect((await set(app, 'student', secret ?? '')).status).toBe(200)
})

test('a valid link from an admin is not replaced by requests at the login', async () => {
  const app = await startApp()
  const { _id: id, email, adminToken: token } = await onboard(app, 'student')
  await secretsAfter(app, 'student', email)
  await app.call(sendPasswordReset.student, { token, body: { id } })
  const sent = (await readMailsTo(app, email)).at(-1)?.body.match(/\/reset-password\/(\S+)/)?.[1]
  app.time.now += 24 * hourMs - 1
  const { body } = await ask(app, 'student', 'nobody@school.test')
  expect((await ask(app, 'student', email)).body).toEqual(body)
  await sendRequestedResets(app.context)
  expect(await readMailsTo(app, email)).toHaveLength(3)
  const check = { params: { id: sent ?? '' } }
  expect((await app.call(checkPasswordReset.student, check)).status).toBe(200)
  // Once it has expired, a link can be requested again.
  app.time.now += hourMs
  const secret = (await secretsAfter(app, 'student', email)).at(-1) ?? ''
  expect((await set(app, 'student', secret)).status).toBe(200)
})

test('a link from an admin replaces one requested at the login', async () => {
  const app = await startApp()
  const { _id: id, email, adminToken: token } = await onboard(app, 'student')
  const [, asked = ''] = await secretsAfter(app, 'student', email)
  await app.call(sendPasswordReset.student, { token, body: { id } })
  const check = { params: { id: asked } }
  expect((await app.call(checkPasswordReset.student, check)).status).toBe(404)
})

test('the new password ends all sessions, and the second factor stays', async () => {
  const app = await startApp()
  const person = await onboardWithSecondFactor(app)
  const token = await openSession(app.context, person._id)
  const secret = (await secretsAfter(app, 'student', person.email)).at(-1) ?? ''
  expect((await app.send('GET', '/profile', { token })).status).toBe(200)
  expect((await set(app, 'student', secret)).status).toBe(200)
  expect((await app.send('GET', '/profile', { token })).status).toBe(401)
  const asked = await tryLogin(app, person, undefined, newPassword)
  expect(asked.result).toMatchObject({ status: false, codeNeeded: true })
  const code = advanceToNextCode(app, person.key)
  expect((await tryLogin(app, person, code, newPassword)).status).toBe(200)
})

test('an address gets at most three emails an hour, even for simultaneous requests', async () => {
  const app = await startApp({ rateLimit: true })
  const { email } = await makePerson(app, 'student')
  const { email: other } = await makePerson(app, 'student')
  const mailed = async () => {
    await sendRequestedResets(app.context)
    return (await readMailsTo(app, email)).length
  }
  // Requests at another role's login do not use up the limit.
  for (let times = 0; times < 4; times++) await ask(app, 'advisor', email)
  const replies = await Promise.all(Array.from({ length: 5 }, () => ask(app, 'student', email)))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await mailed()).toBe(3)
  await secretsAfter(app, 'student', other)
  expect(await readMailsTo(app, other)).toHaveLength(1)
  app.time.now += hourMs - 1
  await ask(app, 'student', email)
  expect(await mailed()).toBe(3)
  app.time.now += 1
  await ask(app, 'student', email)
  expect(await mailed()).toBe(4)
  // Requests older than an hour are deleted.
  expect(await readAsks(app)).toHaveLength(1)
})

test('a clock that was ahead prevents nobody from requesting a link', async () => {
  const app = await startApp()
  const { email } = await makePerson(app, 'student')
  app.time.now += 48 * hourMs
  for (let times = 0; times < 3; times++) await ask(app, 'student', email)
  app.time.now -= 48 * hourMs
  expect((await secretsAfter(app, 'student', email)).length).toBe(1)
})

test('one network can request a hundred links an hour, and other networks are not affected', async () => {
  const app = await startApp({ rateLimit: true })
  const from = async (remoteAddress: string, email: string) => {
    const payload = { email }
    const url = '/reviewer/forgot-password'
    return (await app.app.inject({ method: 'POST', url, payload, remoteAddress })).statusCode
  }
  for (let times = 0; times < 100; times++) {
    expect(await from('10.0.0.1', `somebody-${times}@school.test`)).toBe(200)
  }
  expect(await from('10.0.0.1', 'one-more@school.test')).toBe(429)
  expect(await from('10.0.0.2', 'one-more@school.test')).toBe(200)
  app.time.now += hourMs
  expect(await from('10.0.0.1', 'one-more@school.test')).toBe(200)
})

test('when several processes handle requests at once, one sends the email', async () => {
  const app = await startApp()
  const { email } = await makePerson(app, 'student')
  await ask(app, 'student', email)
  await Promise.all([1, 2, 3].map(() => sendRequestedResets(app.context)))
  expect(await readMailsTo(app, email)).toHaveLength(1)
})

test('the audit log has a link that was requested without a session, but not its secret', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const person = await onboard(app, 'student')
  const secret = (await secretsAfter(app, 'student', person.email)).at(-1) ?? ''
  await set(app, 'student', secret)
  const lines = (await app.call(listAuditLog, { token })).body
  expect(lines.slice(0, 2)).toMatchObject([
    { call: 'PUT /reset-password/:id', who: { _id: person._id } },
    {
      call: 'POST /forgot-password',
      who: null,
      about: { _id: person._id },
      deed: 'password-link-made',
    },
  ])
  expect(JSON.stringify(lines)).not.toContain(secret)
})

test.each([
  [{}, 'please enter your email'],
  [{ email: ' ' }, 'please enter your email'],
  [{ email: 'nobody' }, 'Invalid email'],
  [{ email: `${'x'.repeat(250)}@school.test` }, 'Invalid email'],
  [{ email: ['a@school.test'] }, 'please enter your email'],
])('what is no email is refused: %#', async (body, message) => {
  const app = await startApp()
  const refused = await app.send('POST', '/forgot-password', { body })
  expect(refused).toMatchObject({ status: 400, body: { message, errors: { email: message } } })
  expect(await readAsks(app)).toEqual([])
})
