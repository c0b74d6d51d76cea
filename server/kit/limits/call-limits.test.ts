import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { listDomains } from '#contract/domains/domains.ts'
import {
  changesPerMinute,
  concurrentRequestsPerPerson,
  requestsPerMinute,
  tokenChangesPerMinute,
  tokenRequestsPerMinute,
} from '#contract/limits/limits.ts'
import { editProfile } from '#contract/people/edit-profile.ts'
import { getProfile } from '#contract/people/profile.ts'
import { endSession } from '#server/kit/call/session/session.ts'
import { inTransaction } from '#server/kit/context.ts'
import { makeApiToken } from '#test/accounts/api-token.ts'
import { openSession } from '#test/accounts/session.ts'
import { startApp } from '#test/app.ts'
import { makePerson } from '#test/factories.ts'
import { hashSecret } from '../id.ts'
import { limitCalls } from './call-limits.ts'

test('too many calls in a minute are refused until it is over, but health checks always work', async () => {
  const app = await startApp({ rateLimit: true })
  for (let call = 0; call < requestsPerMinute; call++) await app.send('GET', '/profile')

  const refused = await app.send('GET', '/profile')
  expect(refused.status).toBe(429)
  expect(refused.body).toEqual({ message: 'Too many requests. Please wait a moment.' })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await app.send('GET', '/readyz')).status).toBe(200)
  const { token } = await makePerson(app, 'admin')
  expect((await app.call(listDomains, { token })).status).toBe(200)
})

test('all addresses of an IPv6 network share one limit', async () => {
  const app = await startApp({ rateLimit: true })
  const from = async (remoteAddress: string) =>
    (await app.app.inject({ url: '/profile', remoteAddress })).statusCode
  for (let host = 0; host < requestsPerMinute; host++) {
    expect(await from(`2001:db8:0:7::${host}`)).toBe(401)
  }
  expect(await from('2001:db8:0:7:ffff::1')).toBe(429)
  expect(await from('2001:db8:0:8::1')).toBe(401)
})

test('calls with made-up tokens share the limit of their address, real sessions have their own', async () => {
  const app = await startApp({ rateLimit: true })
  const { token, _id } = await makePerson(app, 'admin')
  const visit = async (given: string) => (await app.call(listDomains, { token: given })).status
  for (let call = 0; call < requestsPerMinute; call++) {
    expect(await visit(`made up ${call}`)).toBe(401)
  }
  expect(await visit('another one')).toBe(429)
  expect((await app.send('GET', '/profile', { token: 'and one more' })).status).toBe(429)
  expect(await visit(token)).toBe(200)

  // However many sessions somebody opens, the calls are theirs.
  const more = await openSession(app.context, _id)
  for (let call = 1; call < requestsPerMinute; call++) await visit(call % 2 === 0 ? token : more)
  expect([await visit(token), await visit(more)]).toEqual([429, 429])
  await inTransaction(app.context, (tx) => endSession(tx, hashSecret(token)))
  expect(await visit(token)).toBe(429)
})

test('a person can make 120 changes a minute over all sessions, and can still read', async () => {
  const app = await startApp({ rateLimit: true })
  const { token, _id } = await makePerson(app, 'student')
  const other = await makePerson(app, 'student')
  const more = await openSession(app.context, _id)
  const body = { number: '5550001111', address: '1 Main Street' }
  const change = (given: string) => app.call(editProfile.student, { token: given, body })
  for (let count = 0; count < changesPerMinute; count++) {
    expect((await change(count % 2 === 0 ? token : more)).status).toBe(200)
  }
  app.time.now += 20_000
  for (const given of [token, more]) {
    const refused = await change(given)
    expect(refused.status).toBe(429)
    expect(refused.body).toEqual({ message: 'Too many requests. Please wait a moment.' })
    expect(refused.headers['retry-after']).toBe('40')
    expect((await app.call(getProfile.student, { token: given })).status).toBe(200)
  }
  expect((await change(other.token)).status).toBe(200)
  app.time.now += 40_000
  expect((await change(token)).status).toBe(200)
})

test('after the clock was set back nobody waits longer than a minute for calls or changes', async () => {
  const app = await startApp({ rateLimit: true })
  const { token } = await makePerson(app, 'student')
  const body = { number: '5550001111', address: '1 Main Street' }
  const change = async () => (await app.call(editProfile.student, { token, body })).status
  for (let count = 0; count < changesPerMinute; count++) await change()
  expect(await change()).toBe(429)
  const ask = async () => (await app.send('GET', '/manifest')).status
  for (let count = 0; count < requestsPerMinute; count++) await ask()
  expect(await ask()).toBe(429)
  app.time.now -= 6 * 60 * 60_000
  expect([await change(), await ask()]).toEqual([200, 401])
})

test('a person is limited to a hundred concurrent calls, and others are answered', async () => {
  const school = await startApp({ rateLimit: true })
  const [one, other] = [await makePerson(school, 'student'), await makePerson(school, 'student')]
  const app = Fastify()
  onTestFinished(() => app.close())
  await limitCalls(app, school.context, () => false)
  const { promise: released, resolve: release } = Promise.withResolvers<string>()
  app.get('/slow', () => released)
  app.get('/', async () => 'done')
  const ask = async (url: string, authorization: string) =>
    (await app.inject({ url, headers: { authorization } })).statusCode
  const asked = Array.from({ length: concurrentRequestsPerPerson }, () => ask('/slow', one.token))
  await expect.poll(() => ask('/', one.token)).not.toBe(200)
  expect(await ask('/', other.token)).toBe(200)
  release('done')
  expect(new Set(await Promise.all(asked))).toEqual(new Set([200]))
  expect(await ask('/', one.token)).toBe(200)
})

test('an API token has limits of its own, and leaves its owner and other tokens theirs', async () => {
  const app = await startApp({ rateLimit: true })
  const { _id, token: session } = await makePerson(app, 'reviewer')
  const [one, other] = [await makeApiToken(app, _id), await makeApiToken(app, _id)]
  const change = async (token: string) => {
    const body = { number: '5550001111', address: 'Here' }
    return (await app.call(editProfile.reviewer, { token, body })).status
  }
  const read = async (token: string) =>
    (await app.call(getProfile.reviewer, { token: `Bearer ${token}` })).status
  for (let nth = 0; nth < tokenChangesPerMinute; nth++) expect(await change(one.token)).toBe(200)
  expect(await change(one.token)).toBe(429)
  for (let nth = tokenChangesPerMinute; nth < tokenRequestsPerMinute; nth++) {
    expect(await read(one.token)).toBe(200)
  }
  expect(await read(one.token)).toBe(429)
  for (const token of [other.token, session]) {
    expect([await read(token), await change(token)]).toEqual([200, 200])
  }
})
