import { expect, test } from 'vitest'
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  setSecondFactorRoles,
} from '#contract/accounts/second-factor.ts'
import { listAuditLog } from '#contract/audit/audit.ts'
import { roles } from '#contract/roles.ts'
import { onboard, password } from '#test/accounts/onboard.ts'
import {
  advanceToNextCode,
  enableSecondFactor,
  getSecondFactorStatus,
  onboardWithSecondFactor,
  tryLogin,
  wrongCodeReply,
  wrongPasswordReply,
} from '#test/accounts/second-factor.ts'
import { openSession } from '#test/accounts/session.ts'
import { startApp } from '#test/app.ts'
import { makePerson } from '#test/factories.ts'
import { readMailsTo } from '#test/mail/mails.ts'

test('new recovery codes invalidate the old ones', async () => {
  const app = await startApp()
  const person = await onboardWithSecondFactor(app)
  const { token, key, recoveryCodes } = person
  const renewed = await app.call(renewRecoveryCodes.student, {
    token,
    body: { password, code: advanceToNextCode(app, key) },
  })
  expect(renewed.status).toBe(200)
  expect(renewed.body.recoveryCodes).toHaveLength(10)
  expect((await tryLogin(app, person, recoveryCodes[0])).status).toBe(401)
  expect((await tryLogin(app, person, renewed.body.recoveryCodes[0])).status).toBe(200)
})

test('it is switched off with the password and a code, and an email says so', async () => {
  const app = await startApp()
  const person = await onboardWithSecondFactor(app)
  const { token, key, email } = person
  const before = (await readMailsTo(app, email)).length
  const { status, body } = await app.call(removeSecondFactor.student, {
    token,
    body: { password, code: advanceToNextCode(app, key) },
  })
  expect(status).toBe(200)
  expect(body).toEqual({ message: 'Your second factor is off.' })
  expect(await getSecondFactorStatus(app, token)).toMatchObject({
    isOn: false,
    recoveryCodesLeft: 0,
  })
  expect((await tryLogin(app, person)).result).toMatchObject({ status: true })
  const [mail, ...more] = (await readMailsTo(app, email)).slice(before)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('Your second factor for Weekward is off')
  expect(mail?.body).toContain('turned off by you on Mon 2 Mar, 12:00 PM (America/New York).')
  // It can be set up again.
  expect((await enableSecondFactor(app, 'student', token)).recoveryCodes).toHaveLength(10)
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

    const code = advanceToNextCode(app, key)
    expect(await ask('wrong password', code)).toMatchObject({
      status: 400,
      body: wrongPasswordReply,
    })
    const wrong = code === '123456' ? '654321' : '123456'
    expect(await ask(password, wrong)).toMatchObject({ status: 400, body: wrongCodeReply })
    expect(await getSecondFactorStatus(app, token)).toMatchObject({
      isOn: true,
      recoveryCodesLeft: 10,
    })

    const { _id } = await onboard(app, 'student')
    const without = await openSession(app.context, _id)
    const body = { password, code }
    const off = await app.call(change, { token: without, body })
    expect(off.status).toBe(409)
    expect(off.body).toEqual({ message: 'Your second factor is not on' })

    const [recovery = ''] = recoveryCodes
    for (let failure = 0; failure < 8; failure++) await ask('wrong password', recovery)
    expect((await ask(password, recovery)).status).toBe(429)
    // A refused call has not used the code up.
    app.time.now += 15 * 60_000
    expect((await ask(password, recovery)).status).toBe(200)
  },
)

test('the audit log has every change of second factors, without keys and codes', async () => {
  const app = await startApp()
  const person = await onboardWithSecondFactor(app)
  const { token, key, adminToken, recoveryCodes } = person
  const proof = { password, code: recoveryCodes[0] ?? '' }
  const renewed = await app.call(renewRecoveryCodes.student, { token, body: proof })
  const again = { password, code: renewed.body.recoveryCodes[0] ?? '' }
  await app.call(removeSecondFactor.student, { token, body: again })
  const roles = ['reviewer', 'advisor'] as const
  await app.call(setSecondFactorRoles, { token: adminToken, body: { roles: [...roles] } })

  const lines = (await app.call(listAuditLog, { token: adminToken })).body
  const found = lines.flatMap(({ call, before, after }) =>
    call.includes('second-factor') || call.includes('recovery') ? [[call, before, after]] : [],
  )
  expect(found.reverse()).toEqual([
    ['POST /begin-second-factor', { second_factor: 'off' }, { second_factor: 'being set up' }],
    ['POST /confirm-second-factor', { second_factor: 'being set up' }, { second_factor: 'on' }],
    ['POST /new-recovery-codes', { recovery_codes_left: 9 }, { recovery_codes_left: 10 }],
    ['POST /remove-second-factor', { second_factor: 'on' }, { second_factor: 'off' }],
    ['PUT /admin/second-factor-roles', { roles: '[]' }, { roles: '["advisor","reviewer"]' }],
  ])
  for (const secret of [key, ...recoveryCodes]) expect(JSON.stringify(lines)).not.toContain(secret)
})

test('empty and far too long input is refused at its field', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'student')
  const cases = [
    ['/begin-second-factor', {}, 'password', 'please enter your password'],
    ['/begin-second-factor', { password: '' }, 'password', 'please enter your password'],
    ['/confirm-second-factor', {}, 'code', 'please enter the code'],
    ['/confirm-second-factor', { code: '  ' }, 'code', 'please enter the code'],
    ['/confirm-second-factor', { code: 123456 }, 'code', 'please enter the code'],
    ['/confirm-second-factor', { code: '1'.repeat(61) }, 'code', wrongCodeReply.message],
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

test('each call about the second factor needs a session of its own role', async () => {
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
