import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { addDomain, listDomains } from '#contract/domains.ts'
import {
  bodyMaxBytes,
  callsPerMinute,
  changesPerMinute,
  readinessAsksPerMinute,
} from '#contract/limits.ts'
import { editProfile, getProfile } from '#contract/people.ts'
import { endSession } from '#server/kit/call/session.ts'
import { inTransaction } from '#server/kit/context.ts'
import { startApp } from '#test/app.ts'
import { makePerson } from '#test/make.ts'
import { openSession } from '#test/session.ts'
import { buildApp } from './app.ts'
import { hashSecret } from './kit/id.ts'

test('health says that the process lives, and readiness that its database answers', async () => {
  const app = await startApp()
  expect(await app.send('GET', '/healthz')).toMatchObject({ status: 200 })
  expect(await app.send('GET', '/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } })

  await app.context.db.destroy()
  expect(await app.send('GET', '/healthz')).toMatchObject({ status: 200 })
  expect(await app.send('GET', '/readyz')).toMatchObject({ status: 503 })
})

test('every reply carries an id of its own, whatever id the client sends', async () => {
  const app = await startApp()
  const ids = await Promise.all(
    ['/healthz', '/healthz', '/nowhere'].map(async (url) => {
      const headers = { 'x-request-id': 'mine' }
      return (await app.app.inject({ url, headers })).headers['x-request-id']
    }),
  )
  expect(new Set(ids).size).toBe(3)
  expect(ids).not.toContain('mine')
})

test('what is not there is a 404 in JSON', async () => {
  const app = await startApp()
  expect(await app.send('POST', '/nowhere')).toMatchObject({
    status: 404,
    body: { message: 'Not found' },
  })
})

test('a call without a session, or with a wrong one, is told to sign in again', async () => {
  const app = await startApp()
  for (const token of [undefined, 'nonsense', 'Bearer nonsense', '']) {
    expect(await app.send('GET', '/admin/all-domain', { token })).toMatchObject({
      status: 401,
      body: { success: false, Auth: false, message: expect.any(String) },
    })
  }
})

test('a token is taken bare and after Bearer', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  for (const given of [token, `Bearer ${token}`]) {
    expect((await app.call(listDomains, { token: given })).status).toBe(200)
  }
})

test.each([
  ['broken JSON', 'application/json', '{"name":', 400, 'Please check what you entered'],
  ['an empty body', 'application/json', '', 400, 'Domain name is required'],
  ['a body that is no object', 'application/json', '[1]', 400, expect.any(String)],
  ['another type', 'text/xml', '<name/>', 415, 'Please send JSON'],
  [
    'too much',
    'application/json',
    JSON.stringify('x'.repeat(bodyMaxBytes)),
    413,
    'That is too large',
  ],
])('%s is refused with its status and a message', async (_what, type, payload, status, message) => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const answer = await app.app.inject({
    method: 'POST',
    url: '/admin/add-domain',
    headers: { authorization: token, 'content-type': type },
    payload,
  })
  expect(answer.statusCode).toBe(status)
  expect(answer.json()).toMatchObject({ message })
  expect((await app.call(listDomains, { token })).body).toEqual([])
})

test('a compressed body is taken, and counts by what it unpacks to', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const send = (body: object) =>
    app.app.inject({
      method: 'POST',
      url: '/admin/add-domain',
      headers: {
        authorization: token,
        'content-type': 'application/json',
        'content-encoding': 'gzip',
      },
      payload: gzipSync(JSON.stringify(body)),
    })
  expect((await send({ name: 'Web' })).statusCode).toBe(200)
  const bomb = await send({ name: 'x'.repeat(50 * bodyMaxBytes) })
  expect(bomb.statusCode).toBe(413)
  expect(bomb.json()).toEqual({ message: 'That is too large' })
})

test('a call without a body may name JSON as its type all the same', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const answer = await app.app.inject({
    method: 'POST',
    url: '/admin/logout',
    headers: { authorization: token, 'content-type': 'application/json' },
  })
  expect(answer.statusCode).toBe(200)
})

test('fields that nobody asked for are ignored', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const body = { name: 'Web', _id: 'mine', created_at: 0 }
  const added = await app.send('POST', '/admin/add-domain', { token, body })
  expect(added.status).toBe(200)
  expect(added.body).not.toMatchObject({ domain: { _id: 'mine' } })
})

test('an error inside tells the caller nothing, and the log once, with its stack and id', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const rename = (from: string, to: string) =>
    app.context.db.schema.alterTable(from).renameTo(to).execute()
  await rename('domains', 'gone')
  onTestFinished(() => rename('gone', 'domains'))

  const failed = await app.call(addDomain, { token, body: { name: 'A private name' } })

  expect(failed.status).toBe(500)
  expect(failed.body).toEqual({ message: 'Something went wrong' })
  expect(app.errors).toHaveLength(1)
  expect(JSON.parse(app.errors[0] ?? '')).toMatchObject({
    reqId: failed.headers['x-request-id'],
    err: { message: expect.stringContaining('domains'), stack: expect.stringContaining('.ts') },
  })
  expect(app.errors[0]).not.toContain('A private name')
  expect(app.errors[0]).not.toContain(token)
})

test('the log has one line a request, with the pattern of its path and no secret', async () => {
  const app = await startApp()
  const lines: string[] = []
  const logged = await buildApp(app.context, {
    log: { level: 'info', stream: { write: (line: string) => lines.push(line) } },
  })
  onTestFinished(() => logged.close())
  const { _id: person, token } = await makePerson(app, 'admin')

  await logged.inject({
    method: 'PUT',
    url: '/set-password/s3cret-link?also=s3cret-query',
    headers: { authorization: token },
    payload: { password: 's3cret-password' },
  })
  await logged.inject({ url: '/admin/all-domain?cursor=s3cret', headers: { authorization: token } })
  // Who tries another role's call is named as well.
  await logged.inject({ url: '/home', headers: { authorization: token } })

  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { method: 'PUT', route: '/set-password/:id', status: 404, ms: expect.any(Number) },
    { method: 'GET', route: '/admin/all-domain', status: 400, reqId: expect.any(String), person },
    { method: 'GET', route: '/home', status: 401, person },
  ])
  expect(lines.join('')).not.toMatch(/s3cret/)
  expect(lines.join('')).not.toContain(token)
})

test('the log warns once when calls come through a proxy that the server was not told of', async () => {
  const warningsWith = async (trustProxy: string[]) => {
    const app = await startApp({ trustProxy })
    const lines: string[] = []
    const logged = await buildApp(app.context, {
      log: { level: 'info', stream: { write: (line: string) => lines.push(line) } },
    })
    onTestFinished(() => logged.close())
    await logged.inject({ url: '/school' })
    for (let call = 0; call < 3; call++) {
      await logged.inject({ url: '/school', headers: { 'x-forwarded-for': '198.51.100.1' } })
    }
    return lines.filter((line) => line.includes('TRUST_PROXY'))
  }
  expect(await warningsWith(['127.0.0.1'])).toEqual([])
  const [warning, ...more] = await warningsWith([])
  expect(more).toEqual([])
  expect(JSON.parse(warning ?? '')).toMatchObject({ level: 40 })
  expect(warning).not.toContain('198.51.100.1')
})

test('too many calls in a minute are refused until it is over, but health is always told', async () => {
  const app = await startApp({ rateLimit: true })
  for (let call = 0; call < callsPerMinute; call++) await app.send('GET', '/profile')

  const refused = await app.send('GET', '/profile')
  expect(refused.status).toBe(429)
  expect(refused.body).toEqual({ message: 'Too many requests. Please wait a moment.' })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await app.send('GET', '/readyz')).status).toBe(200)
  const { token } = await makePerson(app, 'admin')
  expect((await app.call(listDomains, { token })).status).toBe(200)
})

test('an IPv6 network has the calls of one address, whichever of its own it uses', async () => {
  const app = await startApp({ rateLimit: true })
  const from = async (remoteAddress: string) =>
    (await app.app.inject({ url: '/profile', remoteAddress })).statusCode
  for (let host = 0; host < callsPerMinute; host++) {
    expect(await from(`2001:db8:0:7::${host}`)).toBe(401)
  }
  expect(await from('2001:db8:0:7:ffff::1')).toBe(429)
  expect(await from('2001:db8:0:8::1')).toBe(401)
})

test('whether the database answers is told so often a minute, and then refused', async () => {
  const app = await startApp({ rateLimit: true })
  const ask = async () => (await app.send('GET', '/readyz')).status
  for (let at = 0; at < readinessAsksPerMinute; at++) await ask()
  expect(await ask()).toBe(429)
  app.time.now += 60_000
  expect(await ask()).toBe(200)
})

test('made-up tokens share the calls of their address, and real sessions keep their own', async () => {
  const app = await startApp({ rateLimit: true })
  const { token, _id } = await makePerson(app, 'admin')
  const visit = async (given: string) => (await app.call(listDomains, { token: given })).status
  for (let call = 0; call < callsPerMinute; call++) {
    expect(await visit(`made up ${call}`)).toBe(401)
  }
  expect(await visit('another one')).toBe(429)
  expect((await app.send('GET', '/profile', { token: 'and one more' })).status).toBe(429)
  expect(await visit(token)).toBe(200)

  // However many sessions somebody opens, the calls are theirs.
  const more = await openSession(app.context, _id)
  for (let call = 1; call < callsPerMinute; call++) await visit(call % 2 === 0 ? token : more)
  expect([await visit(token), await visit(more)]).toEqual([429, 429])
  await inTransaction(app.context, (tx) => endSession(tx, hashSecret(token)))
  expect(await visit(token)).toBe(429)
})

test('a person changes 120 things a minute in all their sessions, and goes on reading', async () => {
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
  for (let count = 0; count < callsPerMinute; count++) await ask()
  expect(await ask()).toBe(429)
  app.time.now -= 6 * 60 * 60_000
  expect([await change(), await ask()]).toEqual([200, 401])
})

test('what a call tells is kept by no cache, of a browser or on the way', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  for (const reply of [
    await app.call(listDomains, { token }),
    await app.send('GET', '/admin/all-domain'),
    await app.send('GET', '/nowhere'),
  ]) {
    expect(reply.headers['cache-control']).toBe('no-store')
  }
})

test('replies forbid other sites to frame the page and scripts from elsewhere', async () => {
  const app = await startApp()
  const { headers } = await app.send('GET', '/healthz')
  expect(headers['content-security-policy']).toContain("script-src 'self';")
  for (const rule of ["frame-ancestors 'none'", "object-src 'none'", "base-uri 'none'"]) {
    expect(headers['content-security-policy']).toContain(rule)
  }
  expect(headers['content-security-policy']).not.toMatch(/https?:|\*|script-src[^;]*unsafe/)
  expect(headers['referrer-policy']).toBe('no-referrer')
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['strict-transport-security']).toBeUndefined()

  const secure = await startApp({ appUrl: 'https://weekward.test' })
  const reply = await secure.send('GET', '/healthz')
  expect(reply.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
})

type ApiDescription = {
  openapi: string
  paths: Record<string, Record<string, { security?: unknown; responses: Record<string, unknown> }>>
}

test('the API describes its calls, who may make them and what they answer', async () => {
  const app = await startApp()
  const { body } = await app.send<ApiDescription>('GET', '/openapi.json')

  expect(body.openapi).toBe('3.1.0')
  const add = body.paths['/admin/add-domain']?.post
  expect(add?.security).toEqual([{ session: [] }])
  expect(Object.keys(add?.responses ?? {}).toSorted()).toEqual([
    '200',
    '400',
    '401',
    '403',
    '409',
    '422',
    '429',
    '503',
  ])
  expect(body.paths['/login']?.post?.security).toBeUndefined()
  expect(Object.keys(body.paths)).not.toContain('/healthz')
  expect((await app.app.inject('/docs/')).statusCode).toBe(200)
})
