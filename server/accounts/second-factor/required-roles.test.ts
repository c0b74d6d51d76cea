import { expect, test } from 'vitest'
import { logout, updatePassword } from '#contract/accounts/accounts.ts'
import {
  getSecondFactor,
  getSecondFactorRoles,
  resetSecondFactor,
  setSecondFactorRoles,
} from '#contract/accounts/second-factor.ts'
import { listSessions } from '#contract/accounts/sessions.ts'
import { callClientEvents } from '#contract/calls/calls.ts'
import { addDomain } from '#contract/domains/domains.ts'
import { listPeople } from '#contract/people/people.ts'
import { getProfile } from '#contract/people/profile.ts'
import { profileRoles, type Role } from '#contract/roles.ts'
import { onboard } from '#test/accounts/onboard.ts'
import {
  enableSecondFactor,
  onboardWithSecondFactor,
  tryLogin,
} from '#test/accounts/second-factor.ts'
import { openSession } from '#test/accounts/session.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { makePerson } from '#test/factories.ts'
import { openPageSocket, startLiveApp } from '#test/live-app.ts'
import { readMailsTo } from '#test/mail/mails.ts'

const needed = { message: 'Your school requires a second factor. Please set it up to continue.' }

async function requireFor(app: TestApp, required: Role[]) {
  const { token } = await makePerson(app, 'admin')
  const reply = await app.call(setSecondFactorRoles, { token, body: { roles: required } })
  expect(reply.status).toBe(200)
  return token
}

test('an admin requires a second factor of some roles, and lifts the requirement', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const asked = async () => (await app.call(getSecondFactorRoles, { token })).body.roles.sort()
  const say = (required: Role[]) =>
    app.call(setSecondFactorRoles, { token, body: { roles: required } })
  expect(await asked()).toEqual([])
  expect(await say(['reviewer', 'advisor', 'advisor'])).toMatchObject({
    status: 200,
    body: { message: 'Saved.' },
  })
  expect(await asked()).toEqual(['advisor', 'reviewer'])
  await say(['student'])
  expect(await asked()).toEqual(['student'])
  await say([])
  expect(await asked()).toEqual([])
  for (const body of [{}, { roles: ['head'] }, { roles: 'student' }]) {
    expect((await app.send('PUT', '/admin/second-factor-roles', { token, body })).status).toBe(400)
  }
})

test('of admins who require it of different roles at once, one comes last and has their way', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  // Never of admins: they could then not read the outcome.
  const choices: Role[][] = [
    ['student', 'advisor', 'reviewer'],
    ['reviewer', 'advisor', 'student'],
    ['advisor', 'student'],
    ['reviewer'],
  ]
  const asked = Array.from({ length: 40 }, (_, place) => choices[place % choices.length] ?? [])
  const replies = await Promise.all(
    asked.map((roles) => app.call(setSecondFactorRoles, { token, body: { roles } })),
  )
  expect(replies.filter(({ status }) => status !== 200)).toEqual([])
  const { body } = await app.call(getSecondFactorRoles, { token })
  expect(choices.map((choice) => choice.toSorted())).toContainEqual(body.roles.toSorted())
})

test('only an admin can see and set which roles must have one', async () => {
  const app = await startApp()
  for (const role of profileRoles) {
    const { token } = await makePerson(app, role)
    for (const given of [token, undefined]) {
      const said = await app.call(setSecondFactorRoles, { token: given, body: { roles: [] } })
      expect(said.status).toBe(401)
      expect((await app.call(getSecondFactorRoles, { token: given })).status).toBe(401)
    }
  }
})

test('who must have one and has none gets nowhere but to setting it up and out', async () => {
  const app = await startApp()
  const person = await onboard(app, 'student')
  const token = await openSession(app.context, person._id)
  const free = await makePerson(app, 'advisor')
  await requireFor(app, ['student', 'reviewer'])

  for (const [method, path, body] of [
    ['GET', '/profile'],
    ['GET', '/home'],
    ['GET', '/manifest'],
    ['PUT', '/edit-profile', { number: '5550001112', address: '2 Main Street' }],
    ['PUT', updatePassword.student.path, { oldpass: 'correct horse', newpass: 'battery staple' }],
    ['POST', '/new-recovery-codes', { password: 'correct horse', code: '123456' }],
  ] as const) {
    const refused = await app.send(method, path, { token, body })
    expect(refused.status, path).toBe(403)
    expect(refused.body).toEqual(needed)
  }
  // Signing in works, and the page learns what to do.
  expect((await tryLogin(app, person)).result).toMatchObject({ status: true })
  const state = await app.call(getSecondFactor.student, { token })
  expect(state.body).toMatchObject({ isOn: false, isRequired: true })
  expect((await app.call(listSessions.student, { token })).status).toBe(200)
  expect((await app.send('GET', '/school', { token })).status).toBe(200)
  // Other roles are not affected, and an invalid session does not reveal the requirement.
  expect((await app.call(getProfile.advisor, { token: free.token })).status).toBe(200)
  expect((await app.call(getProfile.advisor, { token })).status).toBe(401)

  await enableSecondFactor(app, 'student', token)
  expect((await app.call(getProfile.student, { token })).status).toBe(200)
  const other = await makePerson(app, 'student')
  expect((await app.call(getProfile.student, { token: other.token })).status).toBe(403)
  expect((await app.call(logout.student, { token: other.token })).status).toBe(200)
})

test('an admin who requires it of admins must set it up first, too', async () => {
  const app = await startApp()
  const token = await requireFor(app, ['admin'])
  const refused = await app.call(addDomain, { token, body: { name: 'Go' } })
  expect(refused.status).toBe(403)
  expect((await app.call(setSecondFactorRoles, { token, body: { roles: [] } })).status).toBe(403)
})

test('pages of people who must set one up get no live events until then', async () => {
  const app = await startLiveApp()
  const { token } = await makePerson(app, 'student')
  const open = await openPageSocket(app, token)
  await requireFor(app, ['student'])
  await expect(openPageSocket(app, token)).rejects.toThrow(needed.message)
  app.time.now += 6_000
  expect(await open.sendAny(callClientEvents.leave.name, { room: 'any' })).toEqual({
    ok: false,
    ...needed,
  })
})

test('the API description of every call that needs a session names this refusal', async () => {
  const app = await startApp()
  type Described = { responses: Record<string, unknown>; security?: unknown }
  const { body } = await app.send<{ paths: Record<string, Record<string, Described>> }>(
    'GET',
    '/openapi.json',
  )
  const calls = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.values(methods).map((call) => ({ path, ...call })),
  )
  // The calls that are open to somebody without a second factor refuse API tokens alike.
  expect(calls.filter(({ security, responses }) => security && !('403' in responses))).toEqual([])
  expect(calls.filter(({ security, responses }) => !security && '403' in responses)).toEqual([])
})

test.each(profileRoles)(
  'an admin resets the second factor of a %s, who is told by email',
  async (role) => {
    const app = await startApp()
    const person = await onboardWithSecondFactor(app, role)
    const { adminToken: token, _id: id, email } = person
    const listed = async () =>
      (await app.call(listPeople[role], { token, query: { search: email } })).body[0]
    expect(await listed()).toMatchObject({ hasSecondFactor: true })
    const reset = () => app.call(resetSecondFactor[role], { token, body: { id } })
    expect(await reset()).toMatchObject({
      status: 200,
      body: { message: 'The second factor is off. They have been notified by email.' },
    })
    expect(await listed()).toMatchObject({ hasSecondFactor: false })
    expect((await tryLogin(app, person)).result).toMatchObject({ status: true })
    const last = (await readMailsTo(app, email)).at(-1)
    expect(last?.subject).toBe('Your second factor for Weekward is off')
    expect(last?.body).toContain('turned off by an admin')
    expect(await reset()).toMatchObject({
      status: 409,
      body: { message: 'This user has no second factor' },
    })
  },
)

test('a second factor that is still being set up does not count', async () => {
  const app = await startApp()
  const { adminToken: token, _id: id } = await onboard(app, 'student')
  const own = await openSession(app.context, id)
  await app.send('POST', '/begin-second-factor', {
    token: own,
    body: { password: 'correct horse' },
  })
  expect((await app.call(listPeople.student, { token })).body[0]).toMatchObject({
    hasSecondFactor: false,
  })
  const reset = await app.call(resetSecondFactor.student, { token, body: { id } })
  expect(reset.status).toBe(409)
})

test('nobody but an admin resets a second factor, and of the right role only', async () => {
  const app = await startApp()
  const { adminToken, _id: id, token: own } = await onboardWithSecondFactor(app, 'student')
  for (const role of profileRoles) {
    const { token } = await makePerson(app, role)
    for (const given of [token, undefined, own]) {
      const refused = await app.call(resetSecondFactor.student, { token: given, body: { id } })
      expect(refused.status).toBe(401)
    }
  }
  for (const [role, whom] of [
    ['advisor', id],
    ['student', 'nobody'],
  ] as const) {
    const refused = await app.call(resetSecondFactor[role], {
      token: adminToken,
      body: { id: whom },
    })
    expect(refused.status).toBe(404)
    expect(refused.body).toEqual({ message: 'This user does not exist' })
  }
  for (const body of [{}, { id: 7 }]) {
    const path = '/admin/reset-second-factor-student'
    expect((await app.send('POST', path, { token: adminToken, body })).status).toBe(400)
  }
})
