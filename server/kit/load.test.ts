import { expect, test } from 'vitest'
import { login } from '#contract/accounts.ts'
import { startApp, type TestApp } from '#test/app.ts'

const refused = {
  status: 503,
  headers: { 'retry-after': '2' },
  body: { message: 'Too many at once just now. Please try again in a moment.' },
}

/** Each costs a password hash, which takes its time in another thread. */
const signIn = (app: TestApp, at: number) =>
  app.call(login.student, { body: { email: `nobody-${at}@school.test`, password: 'wrong one' } })

const askForSchool = (app: TestApp) => app.send('GET', '/school')

test('calls beyond those that can be under way are refused at once, and health is still told', async () => {
  const app = await startApp({}, { limits: { callsAtOnce: 2 } })
  const logins = [1, 2, 3, 4].map((at) => signIn(app, at))
  // The two that are refused need not wait for the others' hashes.
  expect(await Promise.race(logins)).toMatchObject(refused)
  const others = await Promise.all([
    askForSchool(app),
    app.send('GET', '/healthz'),
    app.send('GET', '/readyz'),
  ])
  expect(others[0]).toMatchObject(refused)
  expect(others.slice(1).map(({ status }) => status)).toEqual([200, 200])

  const answers = await Promise.all(logins)
  expect(answers.map(({ status }) => status).toSorted()).toEqual([401, 401, 503, 503])
  expect(answers.find(({ status }) => status === 503)).toMatchObject(refused)
  expect((await askForSchool(app)).status).toBe(200)
  expect((await signIn(app, 5)).status).toBe(401)
})

test('calls that have waited too long for the process are refused, and the next turn begins anew', async () => {
  const app = await startApp({}, { limits: { callWaitsMs: 0 } })
  const answers = await Promise.all(Array.from({ length: 20 }, () => askForSchool(app)))
  expect(answers[0]?.status).toBe(200)
  expect(answers.at(-1)).toMatchObject(refused)
  await new Promise(setImmediate)
  expect((await askForSchool(app)).status).toBe(200)
})
