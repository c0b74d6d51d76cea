import { expect, test } from 'vitest'
import { getSecondFactor, removeSecondFactor } from '#contract/accounts/second-factor.ts'
import { roles } from '#contract/roles.ts'
import { addFirstAdminFromSettings } from '#server/accounts/school-set-up/actions.ts'
import { onboard, password } from '#test/accounts/onboard.ts'
import {
  advanceToNextCode,
  enableSecondFactor,
  makeCode,
  onboardWithSecondFactor,
  tryLogin,
} from '#test/accounts/second-factor.ts'
import { startApp } from '#test/app.ts'

const wrongCode = 'This code is not correct. Please try again.'

test.each(roles)('a %s with a second factor signs in with a code', async (role) => {
  const app = await startApp()
  let email = 'boss@school.test'
  if (role === 'admin') await addFirstAdminFromSettings(app.context, { email, password })
  else ({ email } = await onboard(app, role))
  const person = { role, email }
  const token = String((await tryLogin(app, person)).result?.token)
  const { key } = await enableSecondFactor(app, role, token)
  expect(await tryLogin(app, person)).toMatchObject({
    status: 200,
    result: {
      status: false,
      message: 'Please enter the code from your authenticator app.',
      codeNeeded: true,
    },
  })
  const entered = await tryLogin(app, person, advanceToNextCode(app, key))
  expect(entered.status).toBe(200)
  expect(entered.result).toEqual({
    status: true,
    token: expect.any(String),
    message: 'Login success',
  })
})

test('without a second factor a code is ignored at login', async () => {
  const app = await startApp()
  const { email } = await onboard(app, 'student')
  const { result } = await tryLogin(app, { role: 'student', email }, '123456')
  expect(result).toEqual({ status: true, token: expect.any(String), message: 'Login success' })
})

test('a wrong password is reported the same way with and without a code', async () => {
  const app = await startApp()
  const person = await onboardWithSecondFactor(app)
  for (const code of [undefined, advanceToNextCode(app, person.key)]) {
    const refused = await tryLogin(app, person, code, 'wrong password')
    expect(refused.status).toBe(401)
    expect(refused.body).toEqual({ message: 'password is incorrect' })
  }
})

test('each code is taken once, also by two logins at once, and none from before', async () => {
  const app = await startApp()
  const person = await onboardWithSecondFactor(app)
  // The code that switched it on is used up.
  const used = await tryLogin(app, person, makeCode(person.key, app.time.now))
  expect(used.status).toBe(401)
  expect(used.body).toEqual({ message: wrongCode })

  const code = advanceToNextCode(app, person.key)
  const both = await Promise.all([tryLogin(app, person, code), tryLogin(app, person, code)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
  expect((await tryLogin(app, person, makeCode(person.key, app.time.now, 1))).status).toBe(200)
  // The current code is older than the one just used.
  expect((await tryLogin(app, person, code)).status).toBe(401)
})

test('the previous and the next code are accepted too, as clocks differ', async () => {
  const app = await startApp()
  const person = await onboardWithSecondFactor(app)
  app.time.now += 3_600_000
  const code = (codesLater: number) => makeCode(person.key, app.time.now, codesLater)
  expect((await tryLogin(app, person, code(-2))).status).toBe(401)
  expect((await tryLogin(app, person, code(2))).status).toBe(401)
  expect((await tryLogin(app, person, code(-1))).status).toBe(200)
  expect((await tryLogin(app, person, code(1))).status).toBe(200)
})

test('a recovery code works once, in any spelling', async () => {
  const app = await startApp()
  const person = await onboardWithSecondFactor(app)
  const other = await onboardWithSecondFactor(app)
  const [first = '', second = ''] = person.recoveryCodes
  expect((await tryLogin(app, person, first)).result).toMatchObject({ status: true })
  expect((await tryLogin(app, person, first)).status).toBe(401)
  const typed = ` ${second.toUpperCase().replaceAll('-', ' ')} `
  const both = await Promise.all([tryLogin(app, person, typed), tryLogin(app, person, second)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
  const state = await app.call(getSecondFactor.student, { token: person.token })
  expect(state.body).toMatchObject({ recoveryCodesLeft: 8 })
  // Someone else's code does not work.
  expect((await tryLogin(app, person, other.recoveryCodes[0])).status).toBe(401)
})

test('after the clock was set back correct codes are accepted, still each only once', async () => {
  const app = await startApp()
  const person = await onboardWithSecondFactor(app)
  const status = async (code: string) => (await tryLogin(app, person, code)).status
  const later = advanceToNextCode(app, person.key)
  expect(await status(later)).toBe(200)
  // A small difference between the clocks of processes makes no code valid again.
  app.time.now -= 30_000
  expect([await status(later), await status(makeCode(person.key, app.time.now))]).toEqual([
    401, 401,
  ])

  app.time.now -= 6 * 60 * 60_000
  const code = makeCode(person.key, app.time.now)
  expect([await status(code), await status(code)]).toEqual([200, 401])
  const next = { password, code: advanceToNextCode(app, person.key) }
  app.time.now -= 6 * 60 * 60_000
  const now = { password, code: makeCode(person.key, app.time.now) }
  const { token } = person
  expect((await app.call(removeSecondFactor.student, { token, body: next })).status).toBe(400)
  expect((await app.call(removeSecondFactor.student, { token, body: now })).status).toBe(200)
})

test('recovery codes are not in the database', async () => {
  const app = await startApp()
  const { recoveryCodes } = await onboardWithSecondFactor(app)
  const kept = JSON.stringify(
    await app.context.db.selectFrom('recovery_codes').selectAll().execute(),
  )
  for (const code of recoveryCodes) {
    expect(kept).not.toContain(code)
    expect(kept).not.toContain(code.replaceAll('-', ''))
  }
})

test('wrong codes count as failed logins, and of many sent at once ten are checked', async () => {
  const app = await startApp({ rateLimit: true })
  const person = await onboardWithSecondFactor(app)
  const right = advanceToNextCode(app, person.key)
  const wrong = right === '123456' ? '654321' : '123456'
  const tries = Array.from({ length: 30 }, () => tryLogin(app, person, wrong))
  const replies = await Promise.all(tries)
  expect(replies.filter(({ status }) => status === 401)).toHaveLength(10)
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(20)
  expect((await tryLogin(app, person, right)).status).toBe(429)
  app.time.now += 15 * 60_000
  expect((await tryLogin(app, person, makeCode(person.key, app.time.now))).status).toBe(200)
})

test('being asked for a code does not count as a failed login', async () => {
  const app = await startApp({ rateLimit: true })
  const person = await onboardWithSecondFactor(app)
  for (let round = 0; round < 12; round++) {
    expect((await tryLogin(app, person)).result).toMatchObject({ codeNeeded: true })
  }
})
