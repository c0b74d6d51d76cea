import { Agent, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { login } from '#contract/accounts/accounts.ts'
import { enableFullHashCost } from '#test/accounts/full-hash-cost.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { Refused } from '../call/refused.ts'
import { shedLoad } from './overload.ts'

const refused = {
  status: 503,
  headers: { 'retry-after': '2' },
  body: { message: 'Too many requests at once. Please try again in a moment.' },
}

/** Each costs a password hash, which takes its time in another thread. */
const signIn = (app: TestApp, at: number) =>
  app.call(login.student, { body: { email: `nobody-${at}@school.test`, password: 'wrong one' } })

const askForSchool = (app: TestApp) => app.send('GET', '/school')

test('calls beyond the limit are refused at once, and health checks still work', async () => {
  enableFullHashCost()
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

/** A server on a port, each of whose calls takes the process so long (ms). */
async function startSlow(callMs: number, callWaitsMs: number, connectionsAtOnce = 1_000) {
  const app = Fastify()
  app.server.maxConnections = connectionsAtOnce
  onTestFinished(() => app.close())
  shedLoad(app, { callsAtOnce: 1_000, callWaitsMs })
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof Refused ? error.refusal.status : 500).send(),
  )
  app.get('/', async () => {
    const until = performance.now() + callMs
    while (performance.now() < until);
    return 'done'
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return (agent: Agent | false) =>
    new Promise<number | undefined>((resolve, reject) => {
      get(url, { agent }, (reply) => {
        reply.resume().once('end', () => resolve(reply.statusCode))
      }).once('error', reject)
    })
}

test('a constantly busy process refuses nobody while it replies quickly', async () => {
  const ask = await startSlow(10, 1_000)
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  onTestFinished(() => agent.destroy())
  const until = performance.now() + 1_500
  const statuses = new Set<number | undefined>()
  const client = async () => {
    while (performance.now() < until) statuses.add(await ask(agent))
  }
  await Promise.all(Array.from({ length: 4 }, client))
  expect([...statuses]).toEqual([200])
})

test('an overloaded process answers only a few calls until it has caught up', async () => {
  const ask = await startSlow(10, 100)
  const statuses = await Promise.all(Array.from({ length: 100 }, () => ask(false)))
  expect(statuses).toContain(503)
  expect(statuses).toContain(200)
  await vi.waitFor(async () => {
    for (const status of [await ask(false), await ask(false)]) expect(status).toBe(200)
  }, 30_000)
})

test('a process at its connection limit still answers calls on open connections', async () => {
  const ask = await startSlow(0, 50, 1)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  for (let at = 0; at < 4; at++) {
    expect(await ask(agent)).toBe(200)
    await wait(60)
  }
})
