import { expect, test } from 'vitest'
import { login } from '#contract/accounts/accounts.ts'
import { endLockout, listLockouts } from '#contract/accounts/lockouts.ts'
import { listAuditLog } from '#contract/audit/audit.ts'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { onboard, password } from '#test/accounts/onboard.ts'
import { recordFailedLogins } from '#test/accounts/sign-in.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { makePerson } from '#test/factories.ts'

async function readLocks(app: TestApp, token: string, search?: string) {
  const { status, body } = await app.call(listLockouts, { token, query: { search } })
  expect(status).toBe(200)
  return body
}

test('an admin sees who cannot sign in, where, and until when', async () => {
  const app = await startApp({ rateLimit: true })
  const { email, _id, adminToken: token } = await onboard(app, 'student')
  expect(await readLocks(app, token)).toEqual([])
  await recordFailedLogins(app, 10, () => ({ email, address: '2001:db8:0:7::1' }))
  await recordFailedLogins(app, 9, () => ({ email, address: '192.0.2.1' }))
  app.time.now += minuteMs
  await recordFailedLogins(app, 81, (one) => ({ email, address: `10.0.0.${one}` }))
  await recordFailedLogins(app, 10, () => ({
    email: 'nobody@elsewhere.test',
    address: '192.0.2.7',
  }))
  await recordFailedLogins(app, 90, (one) => ({
    email: `nobody-${one}@elsewhere.test`,
    address: '192.0.2.7',
  }))

  const who = { _id, name: 'New student', role: 'student' }
  const at = (ms: number) => new Date(ms).toISOString()
  const begin = app.time.now - minuteMs
  const locks = [
    { email: null, who: null, network: '192.0.2.7', until: at(app.time.now + 15 * minuteMs) },
    { email: 'nobody@elsewhere.test', who: null, network: '192.0.2.7' },
    { email, who, network: null, until: at(begin + 15 * minuteMs) },
    { email, who, network: '2001:db8:0:7::/64', until: at(begin + 15 * minuteMs) },
  ]
  expect(await readLocks(app, token)).toMatchObject(locks)
  expect(await readLocks(app, token, 'new STUDENT')).toMatchObject(locks.slice(2))
  expect(await readLocks(app, token, 'elsewhere')).toMatchObject([locks[1]])
  app.time.now += 14 * minuteMs
  expect(await readLocks(app, token)).toMatchObject(locks.slice(0, 2))
  app.time.now += minuteMs
  expect(await readLocks(app, token)).toEqual([])
})

test('an admin ends all lockouts of an account at once, and the audit log says whose', async () => {
  const app = await startApp({ rateLimit: true })
  const { email, _id, adminToken: token } = await onboard(app, 'student')
  const signIn = async () => (await app.call(login.student, { body: { email, password } })).status
  await recordFailedLogins(app, 100, (one) => ({
    email,
    address: one < 10 ? '127.0.0.1' : `10.0.0.${one}`,
  }))
  expect(await signIn()).toBe(429)
  const [everywhere, here, ...more] = await readLocks(app, token)
  expect([everywhere?.network, here?.network, more]).toEqual([null, '127.0.0.1', []])

  const body = { id: here?._id ?? '' }
  const ended = await app.call(endLockout, { token, body })
  expect(ended.status).toBe(200)
  expect(ended.body).toEqual({ message: 'Lock ended. They can sign in again now.' })
  expect(await readLocks(app, token)).toEqual([])
  expect(await signIn()).toBe(200)
  expect((await app.call(listAuditLog, { token, query: { search: email } })).body).toContainEqual(
    expect.objectContaining({
      call: 'POST /admin/end-lock',
      about: { kind: 'people', _id, name: 'New student' },
      before: { login_lock: '127.0.0.1' },
      after: { login_lock: null },
    }),
  )
})

test('an admin ends the lockout of one network, and new people there can sign in', async () => {
  const app = await startApp({ rateLimit: true })
  const { email, adminToken: token } = await onboard(app, 'advisor')
  const signIn = async () => (await app.call(login.advisor, { body: { email, password } })).status
  await recordFailedLogins(app, 100, (one) => ({
    email: `nobody-${one}@school.test`,
    address: '127.0.0.1',
  }))
  await recordFailedLogins(app, 100, (one) => ({
    email: `nobody-${one}@school.test`,
    address: '192.0.2.7',
  }))
  expect(await signIn()).toBe(429)
  const locks = await readLocks(app, token)
  const lock = locks.find(({ network }) => network === '127.0.0.1')
  expect((await app.call(endLockout, { token, body: { id: lock?._id ?? '' } })).status).toBe(200)
  expect(await signIn()).toBe(200)
  expect(await readLocks(app, token)).toMatchObject([{ network: '192.0.2.7' }])
  const [line] = (await app.call(listAuditLog, { token, query: { kind: 'locks' } })).body
  expect(line).toMatchObject({ before: { email: '', network: '127.0.0.1' }, after: null })
})

test('a lockout that has ended and an invalid id are not found', async () => {
  const app = await startApp({ rateLimit: true })
  const { token } = await makePerson(app, 'admin')
  await recordFailedLogins(app, 10, () => ({ email: 'nobody@school.test', address: '192.0.2.7' }))
  const [lock] = await readLocks(app, token)
  app.time.now += 15 * minuteMs
  for (const id of [lock?._id ?? '', 'nonsense', '', 'WzEsMl0', 'WyJhIl0']) {
    const refused = await app.call(endLockout, { token, body: { id } })
    expect(refused.status).toBe(404)
    expect(refused.body).toEqual({ message: 'This lock has already ended' })
  }
})
