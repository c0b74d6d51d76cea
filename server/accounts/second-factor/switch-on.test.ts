import { expect, test } from 'vitest'
import { beginSecondFactor, confirmSecondFactor } from '#contract/accounts/second-factor.ts'
import { onboard, password } from '#test/accounts/onboard.ts'
import {
  advanceToNextCode,
  enableSecondFactor,
  getSecondFactorStatus,
  makeCode,
  tryLogin,
  wrongCodeReply,
  wrongPasswordReply,
} from '#test/accounts/second-factor.ts'
import { openSession } from '#test/accounts/session.ts'
import { startApp } from '#test/app.ts'
import { openPageSocket, startLiveApp } from '#test/live-app.ts'

test('a person switches the second factor on with the password and a first code', async () => {
  const app = await startApp()
  const { email, _id } = await onboard(app, 'student')
  const token = await openSession(app.context, _id)
  const off = {
    isOn: false,
    since: null,
    recoveryCodesLeft: 0,
    isRequired: false,
    usesPassword: true,
  }
  expect(await getSecondFactorStatus(app, token)).toEqual(off)

  const begun = await app.call(beginSecondFactor.student, { token, body: { password } })
  expect(begun.status).toBe(200)
  const { key, uri } = begun.body
  expect(new URL(uri).searchParams.get('secret')).toBe(key)
  expect(decodeURIComponent(uri)).toContain(email)
  // It does not count before its first right code.
  expect(await getSecondFactorStatus(app, token)).toEqual(off)
  expect((await tryLogin(app, { role: 'student', email })).result).toMatchObject({ status: true })

  const body = { code: makeCode(key, app.time.now) }
  const { status, body: confirmed } = await app.call(confirmSecondFactor.student, { token, body })
  expect(status).toBe(200)
  expect(confirmed).toEqual({
    message: 'Your second factor is on.',
    recoveryCodes: expect.any(Array),
  })
  expect(new Set(confirmed.recoveryCodes).size).toBe(10)
  expect(await getSecondFactorStatus(app, token)).toEqual({
    isOn: true,
    since: new Date(app.time.now).toISOString(),
    recoveryCodesLeft: 10,
    isRequired: false,
    usesPassword: true,
  })
})

test('switching it on ends all other sessions and closes their pages', async () => {
  const app = await startLiveApp()
  const { _id } = await onboard(app, 'student')
  const token = await openSession(app.context, _id)
  const here = await openPageSocket(app, token)
  const elsewhere = await openPageSocket(app, await openSession(app.context, _id))
  await enableSecondFactor(app, 'student', token)
  expect(await elsewhere.ended).toBe('io server disconnect')
  expect(here.socket.connected).toBe(true)
  const left = app.context.db.selectFrom('sessions').select('id').where('person_id', '=', _id)
  expect(await left.execute()).toHaveLength(1)
})

test('set-up needs the right password, and no second factor may be on', async () => {
  const app = await startApp()
  const { _id } = await onboard(app, 'advisor')
  const token = await openSession(app.context, _id)
  const begin = (body: { password: string }) => app.call(beginSecondFactor.advisor, { token, body })
  const refused = await begin({ password: 'wrong password' })
  expect(refused.status).toBe(400)
  expect(refused.body).toEqual(wrongPasswordReply)
  await enableSecondFactor(app, 'advisor', token)
  const again = await begin({ password })
  expect(again.status).toBe(409)
  expect(again.body).toEqual({ message: 'Your second factor is already on' })
})

test('a wrong code, a code of an older key, or one before set-up confirms nothing', async () => {
  const app = await startApp()
  const { _id } = await onboard(app, 'student')
  const token = await openSession(app.context, _id)
  const confirm = (code: string) => app.call(confirmSecondFactor.student, { token, body: { code } })
  const notBegun = { message: 'This second factor is not being set up. Please start again' }
  expect(await confirm('123456')).toMatchObject({ status: 409, body: notBegun })

  const begin = () => app.call(beginSecondFactor.student, { token, body: { password } })
  const older = (await begin()).body.key
  const { key } = (await begin()).body
  expect(await confirm(makeCode(older, app.time.now))).toMatchObject({
    status: 400,
    body: wrongCodeReply,
  })
  const code = makeCode(key, app.time.now)
  const both = await Promise.all([confirm(code), confirm(code)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await confirm(advanceToNextCode(app, key))).status).toBe(409)
})

test('recovery codes whose reply was lost come again with the same Idempotency-Key', async () => {
  const app = await startApp()
  const { _id } = await onboard(app, 'student')
  const token = await openSession(app.context, _id)
  const begun = await app.call(beginSecondFactor.student, { token, body: { password } })
  const body = { code: makeCode(begun.body.key, app.time.now) }
  const confirm = () => app.call(confirmSecondFactor.student, { token, body, key: 'one press' })
  const [first, second] = [await confirm(), await confirm()]
  expect(first.status).toBe(200)
  expect(second.body).toEqual(first.body)
  const kept = await app.context.db.selectFrom('idempotency_keys').selectAll().execute()
  expect(JSON.stringify(kept)).not.toContain(first.body.recoveryCodes[0])
})
