import { expect, test } from 'vitest'
import { logout } from '#contract/accounts/accounts.ts'
import { hourMs } from '#contract/kit/time/durations.ts'
import { roles } from '#contract/roles.ts'
import { onboard } from '#test/accounts/onboard.ts'
import { callWithToken, sessionEndedReply, signIn } from '#test/accounts/sign-in.ts'
import { startApp } from '#test/app.ts'
import { makePerson } from '#test/factories.ts'

test('a logout ends its own session and no other', async () => {
  const app = await startApp()
  const { email } = await onboard(app, 'student')
  const enter = async () => (await signIn(app, 'student', email)).result?.token
  const [first, second] = [await enter(), await enter()]

  const reply = await app.call(logout.student, { token: first })
  expect(reply.status).toBe(200)
  const refused = await callWithToken(app, 'student', first)
  expect(refused.status).toBe(401)
  expect(refused.body).toEqual(sessionEndedReply)
  expect((await callWithToken(app, 'student', second)).status).toBe(200)
  expect((await app.call(logout.student, { token: first })).status).toBe(401)
})

test.each(roles)('a %s signs out', async (role) => {
  const app = await startApp()
  const { token } = await makePerson(app, role)
  expect((await callWithToken(app, role, token)).status).toBe(200)
  expect((await app.call(logout[role], { token })).status).toBe(200)
  expect((await callWithToken(app, role, token)).status).toBe(401)
})

test('a token does not work in another role’s area', async () => {
  const app = await startApp()
  for (const role of roles) {
    const { token } = await makePerson(app, role)
    for (const other of roles.filter((one) => one !== role)) {
      const refused = await callWithToken(app, other, token)
      expect(refused.status).toBe(401)
      expect(refused.body).toEqual(sessionEndedReply)
      expect((await app.call(logout[other], { token })).status).toBe(401)
    }
    expect((await callWithToken(app, role, token)).status).toBe(200)
  }
})

test('a session ends after 24 hours without use', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'student')
  app.time.now += 24 * hourMs - 1
  expect((await callWithToken(app, 'student', token)).status).toBe(200)
  app.time.now += 24 * hourMs
  const refused = await callWithToken(app, 'student', token)
  expect(refused.status).toBe(401)
  expect(refused.body).toEqual(sessionEndedReply)
})

test('a session used every day ends after 7 days', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'advisor')
  for (let half = 0; half < 13; half++) {
    app.time.now += 12 * hourMs
    expect((await callWithToken(app, 'advisor', token)).status).toBe(200)
  }
  app.time.now += 12 * hourMs - 1
  expect((await callWithToken(app, 'advisor', token)).status).toBe(200)
  app.time.now += 1
  expect((await callWithToken(app, 'advisor', token)).status).toBe(401)
})
