import { createHook } from 'node:async_hooks'
import { argon2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import { login } from '#contract/accounts/accounts.ts'
import { addFirstAdminFromSettings } from '#server/accounts/school-set-up/actions.ts'
import { enableFullHashCost } from '#test/accounts/full-hash-cost.ts'
import { choosePassword, invitePerson, onboard, password } from '#test/accounts/onboard.ts'
import { signIn } from '#test/accounts/sign-in.ts'
import { startApp } from '#test/app.ts'

const roles = ['student', 'advisor', 'reviewer'] as const
const wrongLogin = { message: 'password is incorrect' }

test.each([
  ['student', '/login', 'studentToken', '/profile'],
  ['advisor', '/advisor/login', 'token', '/advisor/profile'],
  ['reviewer', '/reviewer/login', 'message', '/reviewer/profile'],
] as const)('a %s signs in, bare token or Bearer', async (role, path, field, profile) => {
  const app = await startApp()
  const { email } = await onboard(app, role)
  const reply = await app.send<Record<string, { token: string }>>('POST', path, {
    body: { email, password },
  })
  expect(reply.status).toBe(200)
  const result = { status: true, token: expect.any(String), message: 'Login success' }
  expect(reply.body).toEqual({ [field]: result, ...(role === 'advisor' && { Token: result }) })
  const token = reply.body[field]?.token
  for (const header of [token, `Bearer ${token}`, `bearer ${token}`]) {
    expect((await app.send('GET', profile, { token: header })).body).toMatchObject({ email })
  }
})

test('the advisor’s login also returns the token as `Token`', async () => {
  const app = await startApp()
  const { email } = await onboard(app, 'advisor')
  const { body } = await app.call(login.advisor, { body: { email, password } })
  expect(body.Token).toEqual(body.token)
  const token = body.Token?.token
  expect((await app.send('GET', '/advisor/profile', { token })).status).toBe(200)
})

test('an admin signs in', async () => {
  const app = await startApp()
  const admin = { email: 'boss@school.test', password }
  await addFirstAdminFromSettings(app.context, admin)
  const { status, body } = await app.call(login.admin, { body: admin })
  expect(status).toBe(200)
  expect(body).toEqual({
    message: { status: true, token: expect.any(String), message: 'Login success' },
  })
  const list = await app.send('GET', '/admin/all-student', { token: body.message?.token })
  expect(list.status).toBe(200)
})

test('the email may be typed in any letter case and with spaces around it', async () => {
  const app = await startApp()
  const { email } = await onboard(app, 'student')
  expect((await signIn(app, 'student', `  ${email.toUpperCase()} `)).status).toBe(200)
})

/** A hash of `password` as older versions might have made it: 8 MiB and one pass. */
const cheapHash =
  '$argon2id$v=19$m=8192,t=1,p=1$YSBzYWx0IG9mIG9sZCAxNg$jeY2_dRCfSGGgXy8ovzt-P4ws0Tvr_RQTLbmpVEo5Gc'

test('a password that was hashed at a lower cost is hashed anew when its owner signs in', async () => {
  const app = await startApp()
  const { email } = await onboard(app, 'student')
  const people = app.context.db
  await people.updateTable('people').set({ password_hash: cheapHash }).execute()
  const storedHash = async () =>
    (
      await people
        .selectFrom('people')
        .select('password_hash')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
    ).password_hash

  expect((await signIn(app, 'student', email, 'wrong password')).status).toBe(401)
  expect(await storedHash()).toBe(cheapHash)
  const replies = await Promise.all([1, 2, 3].map(() => signIn(app, 'student', email)))
  expect(replies.map(({ result }) => result?.status)).toEqual([true, true, true])
  const renewed = await storedHash()
  expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect((await signIn(app, 'student', email)).status).toBe(200)
  expect(await storedHash()).toBe(renewed)
})

test('a password is hashed with Argon2id, 19 MiB, two passes and a unique salt', async () => {
  enableFullHashCost()
  const app = await startApp()
  for (const role of ['student', 'advisor'] as const) await onboard(app, role)
  const people = app.context.db.selectFrom('people').select('password_hash')
  const hashes = (await people.where('password_hash', 'is not', null).execute()).map(
    (one) => one.password_hash ?? '',
  )
  expect(hashes.length).toBe(2)
  expect(new Set(hashes.map((one) => one.split('$')[4])).size).toBe(2)
  for (const hash of hashes) {
    const [, kind, version, costs, salt = '', tag] = hash.split('$')
    expect([kind, version, costs]).toEqual(['argon2id', 'v=19', 'm=19456,t=2,p=1'])
    const nonce = Buffer.from(salt, 'base64url')
    const asked = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32, nonce }
    expect(argon2Sync('argon2id', { ...asked, message: password }).toString('base64url')).toBe(tag)
  }
})

test("a session's token is not in the database", async () => {
  const app = await startApp()
  const { email } = await onboard(app, 'student')
  const { result } = await signIn(app, 'student', email)
  const stored = await app.context.db.selectFrom('sessions').selectAll().execute()
  expect(stored.length).toBeGreaterThan(0)
  expect(JSON.stringify(stored)).not.toContain(result?.token)
})

test('an empty email or password is refused with its message', async () => {
  const app = await startApp()
  const cases = [
    [{ email: '', password }, 'email', 'please enter your email'],
    [{ email: '  ', password }, 'email', 'please enter your email'],
    [{ password }, 'email', 'please enter your email'],
    [{ email: 'a@school.test', password: '' }, 'password', 'please enter your password'],
    [{ email: 'a@school.test' }, 'password', 'please enter your password'],
    [{ email: 'a@school.test', password: { length: 8 } }, 'password', 'please enter your password'],
  ] as const
  for (const path of ['/login', '/advisor/login', '/reviewer/login', '/admin/login']) {
    for (const [body, field, message] of cases) {
      const refused = await app.send('POST', path, { body })
      expect(refused.status).toBe(400)
      expect(refused.body).toEqual({ message, errors: { [field]: message } })
    }
  }
})

test('a wrong password and an unknown email are told the same, at every login', async () => {
  const app = await startApp()
  const { email } = await onboard(app, 'student')
  const invited = await invitePerson(app, 'student')
  for (const refused of [
    await signIn(app, 'student', email, 'wrong password'),
    await signIn(app, 'student', 'nobody@school.test'),
    await signIn(app, 'student', invited.email),
    await signIn(app, 'advisor', email, 'wrong password'),
    await signIn(app, 'reviewer', email, 'wrong password'),
    await signIn(app, 'admin', email, 'wrong password'),
    await signIn(app, 'advisor', invited.email),
  ]) {
    expect(refused.status).toBe(401)
    expect(refused.body).toEqual(wrongLogin)
  }
})

test('the right password at another role’s login says which login to use, and does not sign in', async () => {
  const app = await startApp()
  const { email } = await onboard(app, 'student')
  for (const role of ['advisor', 'reviewer', 'admin'] as const) {
    const found = await signIn(app, role, email)
    expect(found.status).toBe(200)
    expect(found.result).toEqual({
      status: false,
      message: 'This is not the login for your account. Sign in at the student login.',
    })
  }
  expect((await signIn(app, 'student', email)).result).toMatchObject({ status: true })
})

test('guesses at another role’s login count as failures and lock out the right password there too', async () => {
  const app = await startApp({ rateLimit: true })
  const { email } = await onboard(app, 'student')
  for (let guess = 0; guess < 10; guess++) {
    expect((await signIn(app, 'advisor', email, `guess ${guess}`)).body).toEqual(wrongLogin)
  }
  expect((await signIn(app, 'advisor', email)).status).toBe(429)
})

/** Counts password hashes during `work`. */
async function hashesDuring(work: () => Promise<unknown>): Promise<number> {
  let hashes = 0
  const hook = createHook({
    init(_id, type) {
      if (type === 'ARGON2REQUEST') hashes += 1
    },
  })
  hook.enable()
  await work()
  hook.disable()
  return hashes
}

test('an unknown email, a wrong password and a missing one cost the server the same work', async () => {
  const app = await startApp()
  const { email } = await onboard(app, 'student')
  const invited = await invitePerson(app, 'student')
  await signIn(app, 'student', 'nobody@school.test')
  for (const [one, given] of [
    [email, 'wrong password'],
    ['nobody@school.test', password],
    [invited.email, password],
  ] as const) {
    expect(await hashesDuring(() => signIn(app, 'student', one, given)), one).toBe(1)
  }
  // Another role's login does the same work, whether the password is right or wrong.
  for (const given of ['wrong password', password]) {
    expect(await hashesDuring(() => signIn(app, 'advisor', email, given)), given).toBe(1)
  }
})

test('only with the right password is someone told that their profile is incomplete', async () => {
  const app = await startApp()
  for (const role of roles) {
    const invited = await invitePerson(app, role)
    await choosePassword(app, invited)
    const found = await signIn(app, role, invited.email)
    expect(found.status).toBe(200)
    expect(found.result).toEqual({
      status: false,
      message: 'Your profile is not complete. Please open the link in your invitation.',
    })
    expect((await signIn(app, role, invited.email, 'wrong password')).body).toEqual(wrongLogin)
  }
})
