import { expect, test } from 'vitest'
import { blockUnblock } from '#contract/accounts/accounts.ts'
import type { ProfileRole } from '#contract/roles.ts'
import { onboard } from '#test/accounts/onboard.ts'
import { callWithToken, signIn } from '#test/accounts/sign-in.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { makePerson, makeReview } from '#test/factories.ts'

const roles = ['student', 'advisor', 'reviewer'] as const
const unknown = { message: 'This user does not exist' }

test.each(roles)('a blocked %s is signed out on the next call and cannot sign in', async (role) => {
  const app = await startApp()
  const { adminToken: token, email, _id } = await onboard(app, role)
  const session = (await signIn(app, role, email)).result?.token
  expect((await callWithToken(app, role, session)).status).toBe(200)

  const { status, body } = await app.call(blockUnblock[role], {
    token,
    body: { id: _id, action: 'block' },
  })
  expect(status).toBe(200)
  expect(body).toEqual({ message: 'User blocked/unblocked successfully.' })
  const refused = await callWithToken(app, role, session)
  expect(refused.status).toBe(401)
  expect(refused.body).toMatchObject({ success: false, Auth: false })
  expect((await signIn(app, role, email)).result).toEqual({
    status: false,
    message: 'Your account is blocked. Please talk to your admin.',
  })
  const wrong = await signIn(app, role, email, 'wrong password')
  expect(wrong.body).toEqual({ message: 'password is incorrect' })

  const unblocked = await app.call(blockUnblock[role], {
    token,
    body: { id: _id, action: 'unblock' },
  })
  expect(unblocked.body).toEqual({ message: 'User blocked/unblocked successfully.' })
  expect((await callWithToken(app, role, session)).status).toBe(401)
  expect((await signIn(app, role, email)).result).toMatchObject({ status: true })
})

test('a block affects only the blocked person', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const [one, other] = [await makePerson(app, 'student'), await makePerson(app, 'student')]
  await app.call(blockUnblock.student, { token, body: { id: one._id, action: 'block' } })
  expect((await app.send('GET', '/profile', { token: one.token })).status).toBe(401)
  expect((await app.send('GET', '/profile', { token: other.token })).status).toBe(200)
})

test('a login and a block at the same moment leave no session', async () => {
  const app = await startApp()
  const { adminToken: token, email, _id } = await onboard(app, 'student')
  for (let round = 0; round < 5; round++) {
    const [, , blocked] = await Promise.all([
      signIn(app, 'student', email),
      signIn(app, 'student', email),
      app.call(blockUnblock.student, { token, body: { id: _id, action: 'block' } }),
    ])
    expect(blocked.status).toBe(200)
    const left = await app.context.db
      .selectFrom('sessions')
      .selectAll()
      .where('person_id', '=', _id)
      .execute()
    expect(left).toEqual([])
    await app.call(blockUnblock.student, { token, body: { id: _id, action: 'unblock' } })
  }
})

test('an unblocked advisor gets the reviews waiting for an advisor', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const advisor = await makePerson(app, 'advisor', { blocked: true })
  const review = await makeReview(app)
  await app.call(blockUnblock.advisor, { token, body: { id: advisor._id, action: 'unblock' } })
  const row = await app.context.db
    .selectFrom('reviews')
    .select('advisor_id')
    .where('id', '=', review)
    .executeTakeFirst()
  expect(row).toEqual({ advisor_id: advisor._id })
})

test('an unknown user, or one of another role, is not found', async () => {
  const app = await startApp()
  const admin = await makePerson(app, 'admin')
  const people = { admin, ...Object.fromEntries(await Promise.all(roles.map(getPair(app)))) }
  for (const role of roles) {
    for (const [name, { _id: id }] of Object.entries({ ...people, nobody: { _id: 'nobody' } })) {
      if (name === role) continue
      const refused = await app.call(blockUnblock[role], {
        token: admin.token,
        body: { id, action: 'block' },
      })
      expect(refused.status).toBe(404)
      expect(refused.body).toEqual(unknown)
    }
  }
  const blocked = await app.context.db
    .selectFrom('people')
    .select('id')
    .where('blocked_at', 'is not', null)
    .execute()
  expect(blocked).toEqual([])
})

const getPair = (app: TestApp) => async (role: ProfileRole) =>
  [role, await makePerson(app, role)] as const

test('an action that is neither block nor unblock is refused', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const { _id: id } = await makePerson(app, 'student')
  for (const body of [{ id, action: 'delete' }, { id }, { action: 'block' }, { id: 7 }]) {
    const refused = await app.send('PATCH', '/admin/block-unblock-student', { token, body })
    expect(refused.status).toBe(400)
  }
})

test('only an admin can block', async () => {
  const app = await startApp()
  const { _id: id, token: victim } = await makePerson(app, 'student')
  for (const role of roles) {
    const { token } = await makePerson(app, role)
    for (const refused of [
      await app.call(blockUnblock.student, { token, body: { id, action: 'block' } }),
      await app.call(blockUnblock.student, { body: { id, action: 'block' } }),
    ]) {
      expect(refused.status).toBe(401)
      expect(refused.body).toMatchObject({ success: false, Auth: false })
    }
  }
  expect((await app.send('GET', '/profile', { token: victim })).status).toBe(200)
})
