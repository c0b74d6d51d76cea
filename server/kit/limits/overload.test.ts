import { expect, test, vi } from 'vitest'
import { login } from '#contract/accounts.ts'
import { hashAtFullCost } from '#test/accounts/hash-cost.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { severalProcesses } from '#test/live.ts'

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
  hashAtFullCost()
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

// On PostgreSQL a process pauses whenever it waits for an answer.
if (!severalProcesses) {
  test('a process that is busy without a pause answers few, until it has caught up', async () => {
    const app = await startApp({}, { limits: { callWaitsMs: 50 } })
    const askMany = async (count: number) => {
      const answers = Array.from({ length: count }, () => askForSchool(app))
      return await Promise.all(answers)
    }
    await askMany(5)
    const until = performance.now() + 100
    while (performance.now() < until);
    const [first, ...others] = await askMany(5)
    expect(first?.status).toBe(200)
    expect(others.at(-1)).toMatchObject(refused)
    expect((await app.send('GET', '/healthz')).status).toBe(200)
    await vi.waitFor(async () => {
      for (const { status } of await askMany(2)) expect(status).toBe(200)
    }, 10_000)
  })
}
