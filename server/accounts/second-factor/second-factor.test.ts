import { expect, test } from 'vitest'
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  setRequiredRoles,
} from '#contract/accounts/second-factor.ts'
import { listTrail } from '#contract/trail.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { openPage, startLiveApp } from '#test/live.ts'
import { makePerson } from '#test/make.ts'
import { onboard, password } from '#test/onboard.ts'
import {
  codeOf,
  nextCode,
  onboardWithSecondFactor,
  switchOn,
  tryLogin,
} from '#test/second-factor.ts'
import { openSession } from '#test/session.ts'

const roles = ['student', 'advisor', 'reviewer', 'admin'] as const
const wrongCode = 'This code is not right. Please try again.'
const codeIsWrong = { message: wrongCode, errors: { code: wrongCode } }
const passwordIsWrong = {
  message: 'password is incorrect',
  errors: { password: 'password is incorrect' },
}

const stateOf = async (app: TestApp, token: string) =>
  (await app.call(getSecondFactor.student, { token })).body

async function mailsTo(app: TestApp, email: string) {
  const mails = app.context.db.selectFrom('outbox').selectAll().where('recipient', '=', email)
  return mails.orderBy('id').execute()
}

test('a person switches the second factor on with the password and a first code', async () => {
  const app = await startApp()
  const { email, _id } = await onboard(app, 'student')
  const token = await openSession(app.context, _id)
  const off = { isOn: false, since: null, recoveryCodesLeft: 0, isRequired: false }
  expect(await stateOf(app, token)).toEqual(off)

  const begun = await app.call(beginSecondFactor.student, { token, body: { password } })
  expect(begun.status).toBe(200)
  const { key, uri } = begun.body
  expect(new URL(uri).searchParams.get('secret')).toBe(key)
  expect(decodeURIComponent(uri)).toContain(email)
  // It does not count before its first right code.
  expect(await stateOf(app, token)).toEqual(off)
  expect((await tryLogin(app, { role: 'student', email })).result).toMatchObject({ status: true })

  const body = { code: codeOf(key, app.time.now) }
  const { status, body: confirmed } = await app.call(confirmSecondFactor.student, { token, body })
  expect(status).toBe(200)
  expect(confirmed).toEqual({
    message: 'Your second factor is on.',
    recoveryCodes: expect.any(Array),
  })
  expect(new Set(confirmed.recoveryCodes).size).toBe(10)
  expect(await stateOf(app, token)).toEqual({
    ...{ isOn: true, since: new Date(app.time.now).toISOString() },
    ...{ recoveryCodesLeft: 10, isRequired: false },
  })
})

test('switching it on ends all other sessions and closes their pages', async () => {
  const app = await startLiveApp()
  const { _id } = await onboard(app, 'student')
  const token = await openSession(app.context, _id)
  const here = await openPage(app, token)
  const elsewhere = await openPage(app, await openSession(app.context, _id))
  await switchOn(app, 'student', token)
  expect(await elsewhere.ended).toBe('io server disconnect')
  expect(here.socket.connected).toBe(true)
  const left = app.context.db.selectFrom('sessions').select('id').where('person_id', '=', _id)
  expect(await left.execute()).toHaveLength(1)
})

test('it is not begun without the right password, nor while one is on', async () => {
  const app = await startApp()
  const { _id } = await onboard(app, 'advisor')
  const token = await openSession(app.context, _id)
  const begin = (body: { password: string }) => app.call(beginSecondFactor.advisor, { token, body })
  const refused = await begin({ password: 'wrong password' })
  expect(refused.status).toBe(400)
  expect(refused.body).toEqual(passwordIsWrong)
  await switchOn(app, 'advisor', token)
  const again = await begin({ password })
  expect(again.status).toBe(409)
  expect(again.body).toEqual({ message: 'Your second factor is on already' })
})

test('it is not confirmed by a wrong code, by the code of an older key, or before it is begun', async () => {
  const app = await startApp()
  const { _id } = await onboard(app, 'student')
  const token = await openSession(app.context, _id)
  const confirm = (code: string) => app.call(confirmSecondFactor.student, { token, body: { code } })
  const notBegun = { message: 'Please begin again: this second factor is not being set up' }
  expect(await confirm('123456')).toMatchObject({ status: 409, body: notBegun })

  const begin = () => app.call(beginSecondFactor.student, { token, body: { password } })
  const older = (await begin()).body.key
  const { key } = (await begin()).body
  expect(await confirm(codeOf(older, app.time.now))).toMatchObject({
    status: 400,
    body: codeIsWrong,
  })
  const code = codeOf(key, app.time.now)
  const both = await Promise.all([confirm(code), confirm(code)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await confirm(nextCode(app, key))).status).toBe(409)
})

test('new recovery codes kill the older ones', async () => {
  const app = await startApp()
  const person = await onboardWithSecondFactor(app)
  const { token, key, recoveryCodes } = person
  const renewed = await app.call(renewRecoveryCodes.student, {
    token,
    body: { password, code: nextCode(app, key) },
  })
  expect(renewed.status).toBe(200)
  expect(renewed.body.recoveryCodes).toHaveLength(10)
  expect((await tryLogin(app, person, recoveryCodes[0])).status).toBe(401)
  expect((await tryLogin(app, person, renewed.body.recoveryCodes[0])).status).toBe(200)
})

test('it is switched off with the password and a code, and a mail says so', async () => {
  const app = await startApp()
  const person = await onboardWithSecondFactor(app)
  const { token, key, email } = person
  const before = (await mailsTo(app, email)).length
  const { status, body } = await app.call(removeSecondFactor.student, {
    token,
    body: { password, code: nextCode(app, key) },
  })
  expect(status).toBe(200)
  expect(body).toEqual({ message: 'Your second factor is off.' })
  expect(await stateOf(app, token)).toMatchObject({ isOn: false, recoveryCodesLeft: 0 })
  expect((await tryLogin(app, person)).result).toMatchObject({ status: true })
  const [mail, ...more] = (await mailsTo(app, email)).slice(before)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('Your second factor at Weekward is off')
  expect(mail?.body).toContain('switched off by you')
  // It can be set up anew.
  expect((await switchOn(app, 'student', token)).recoveryCodes).toHaveLength(10)
})

test('a recovery code switches it off as well', async () => {
  const app = await startApp()
  const { token, recoveryCodes } = await onboardWithSecondFactor(app)
  const body = { password, code: recoveryCodes[3] ?? '' }
  expect((await app.call(removeSecondFactor.student, { token, body })).status).toBe(200)
})

test.each([
  ['new recovery codes', renewRecoveryCodes.student],
  ['switching it off', removeSecondFactor.student],
] as const)(
  '%s needs the right password, a right code, and one that is on',
  async (_what, change) => {
    const app = await startApp({ rateLimit: true })
    const { token, key, recoveryCodes } = await onboardWithSecondFactor(app)
    const ask = (given: string, code: string) =>
      app.call(change, { token, body: { password: given, code } })

    const code = nextCode(app, key)
    expect(await ask('wrong password', code)).toMatchObject({ status: 400, body: passwordIsWrong })
    const wrong = code === '123456' ? '654321' : '123456'
    expect(await ask(password, wrong)).toMatchObject({ status: 400, body: codeIsWrong })
    expect(await stateOf(app, token)).toMatchObject({ isOn: true, recoveryCodesLeft: 10 })

    const { _id } = await onboard(app, 'student')
    const without = await openSession(app.context, _id)
    const body = { password, code }
    const off = await app.call(change, { token: without, body })
    expect(off.status).toBe(409)
    expect(off.body).toEqual({ message: 'Your second factor is not on' })

    const [recovery = ''] = recoveryCodes
    for (let failure = 0; failure < 8; failure++) await ask('wrong password', recovery)
    expect((await ask(password, recovery)).status).toBe(429)
    // What was refused has not used the code up.
    app.time.now += 15 * 60_000
    expect((await ask(password, recovery)).status).toBe(200)
  },
)

test('what becomes of second factors stands in the trail, without keys and codes', async () => {
  const app = await startApp()
  const person = await onboardWithSecondFactor(app)
  const { token, key, adminToken, recoveryCodes } = person
  const proof = { password, code: recoveryCodes[0] ?? '' }
  const renewed = await app.call(renewRecoveryCodes.student, { token, body: proof })
  const again = { password, code: renewed.body.recoveryCodes[0] ?? '' }
  await app.call(removeSecondFactor.student, { token, body: again })
  const roles = ['reviewer', 'advisor'] as const
  await app.call(setRequiredRoles, { token: adminToken, body: { roles: [...roles] } })

  const lines = (await app.call(listTrail, { token: adminToken })).body
  const told = lines.flatMap(({ call, before, after }) =>
    call.includes('second-factor') || call.includes('recovery') ? [[call, before, after]] : [],
  )
  expect(told.reverse()).toEqual([
    ['POST /begin-second-factor', { second_factor: 'off' }, { second_factor: 'being set up' }],
    ['POST /confirm-second-factor', { second_factor: 'being set up' }, { second_factor: 'on' }],
    ['POST /new-recovery-codes', { recovery_codes_left: 9 }, { recovery_codes_left: 10 }],
    ['POST /remove-second-factor', { second_factor: 'on' }, { second_factor: 'off' }],
    ['PUT /admin/second-factor-roles', { roles: '[]' }, { roles: '["advisor","reviewer"]' }],
  ])
  for (const secret of [key, ...recoveryCodes]) expect(JSON.stringify(lines)).not.toContain(secret)
})

test('recovery codes whose reply was lost come again with the same Idempotency-Key', async () => {
  const app = await startApp()
  const { _id } = await onboard(app, 'student')
  const token = await openSession(app.context, _id)
  const begun = await app.call(beginSecondFactor.student, { token, body: { password } })
  const body = { code: codeOf(begun.body.key, app.time.now) }
  const confirm = () => app.call(confirmSecondFactor.student, { token, body, key: 'one press' })
  const [first, second] = [await confirm(), await confirm()]
  expect(first.status).toBe(200)
  expect(second.body).toEqual(first.body)
  const kept = await app.context.db.selectFrom('kept_replies').selectAll().execute()
  expect(JSON.stringify(kept)).not.toContain(first.body.recoveryCodes[0])
})

test('what is empty or far too long is refused beside its field', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'student')
  const cases = [
    ['/begin-second-factor', {}, 'password', 'please enter your password'],
    ['/begin-second-factor', { password: '' }, 'password', 'please enter your password'],
    ['/confirm-second-factor', {}, 'code', 'please enter the code'],
    ['/confirm-second-factor', { code: '  ' }, 'code', 'please enter the code'],
    ['/confirm-second-factor', { code: 123456 }, 'code', 'please enter the code'],
    ['/confirm-second-factor', { code: '1'.repeat(61) }, 'code', wrongCode],
    ['/new-recovery-codes', { code: '1' }, 'password', 'please enter your password'],
    ['/new-recovery-codes', { password }, 'code', 'please enter the code'],
    ['/remove-second-factor', { code: '1' }, 'password', 'please enter your password'],
    ['/remove-second-factor', { password }, 'code', 'please enter the code'],
    ['/login', { email: 'a@school.test', password, code: '' }, 'code', 'please enter the code'],
  ] as const
  for (const [path, body, field, message] of cases) {
    const refused = await app.send('POST', path, { token, body })
    expect(refused.status, path).toBe(400)
    expect(refused.body).toEqual({ message, errors: { [field]: message } })
  }
})

test('each call of the second factor is for its own role, with a session', async () => {
  const app = await startApp()
  const calls = [getSecondFactor, beginSecondFactor, confirmSecondFactor]
  const more = [renewRecoveryCodes, removeSecondFactor]
  for (const role of roles) {
    const other = roles[(roles.indexOf(role) + 1) % roles.length] ?? 'admin'
    const { token } = await makePerson(app, other)
    for (const call of [...calls, ...more]) {
      const { method, path } = call[role]
      const body = method === 'GET' ? undefined : { password, code: '123456' }
      expect((await app.send(method, path, { token, body })).status, path).toBe(401)
      expect((await app.send(method, path, { body })).status, path).toBe(401)
    }
  }
})
