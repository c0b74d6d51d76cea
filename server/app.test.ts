import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { listDomains } from '#contract/domains/domains.ts'
import { bodyMaxBytes } from '#contract/limits/limits.ts'
import { testEvent, webhookEvents } from '#contract/webhooks/events.ts'
import { startApp } from '#test/app.ts'
import { makePerson } from '#test/factories.ts'

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

test('an unknown path is a 404 in JSON', async () => {
  const app = await startApp()
  expect(await app.send('POST', '/nowhere')).toMatchObject({
    status: 404,
    body: { message: 'Not found' },
  })
})

test('a call without a valid session is refused with a 401', async () => {
  const app = await startApp()
  for (const token of [undefined, 'nonsense', 'Bearer nonsense', '']) {
    expect(await app.send('GET', '/admin/all-domain', { token })).toMatchObject({
      status: 401,
      body: { success: false, Auth: false, message: expect.any(String) },
    })
  }
})

test('a token is accepted with and without Bearer', async () => {
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
    'This is too large',
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

test('a compressed body is accepted, and its unpacked size is limited', async () => {
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
  expect(bomb.json()).toEqual({ message: 'This is too large' })
})

test('a call without a body may have the JSON content type', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const answer = await app.app.inject({
    method: 'POST',
    url: '/admin/logout',
    headers: { authorization: token, 'content-type': 'application/json' },
  })
  expect(answer.statusCode).toBe(200)
})

test('unknown fields are ignored', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const body = { name: 'Web', _id: 'mine', created_at: 0 }
  const added = await app.send('POST', '/admin/add-domain', { token, body })
  expect(added.status).toBe(200)
  expect(added.body).not.toMatchObject({ domain: { _id: 'mine' } })
})

test('replies of calls are not cached', async () => {
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

type Described = { summary: string; security?: unknown; responses: Record<string, unknown> }
type ApiDescription = {
  openapi: string
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, unknown> }
  webhooks: Record<string, unknown>
}

test('the API description has all calls with their roles and replies', async () => {
  const app = await startApp()
  const { body } = await app.send<ApiDescription>('GET', '/openapi.json')

  expect(body.openapi).toBe('3.1.0')
  const add = body.paths['/admin/add-domain']?.post
  expect(add?.security).toEqual([{ session: [] }, { apiToken: [] }])
  expect(body.paths['/admin/tokens']?.post?.security).toEqual([{ session: [] }])
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
  expect(add?.responses[409]).toMatchObject({
    content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorReply' } } },
  })
  expect(body.components.schemas.ErrorReply).toMatchObject({
    properties: { message: { type: 'string' } },
    required: ['message'],
  })
  expect(body.paths['/login']?.post?.security).toBeUndefined()
  const summaries = Object.values(body.paths).flatMap((methods) =>
    Object.values(methods).map(({ summary }) => summary),
  )
  expect(summaries).toContain('Adds an advisor and sends them an invitation')
  expect(summaries.filter((one) => /\ba (?=[aeio])/i.test(one))).toEqual([])
  expect(Object.keys(body.paths)).not.toContain('/healthz')
  expect((await app.app.inject('/docs/')).statusCode).toBe(200)
})

test('the API description has the payload of each event', async () => {
  const app = await startApp()
  const { body } = await app.send<ApiDescription>('GET', '/openapi.json')
  expect(Object.keys(body.webhooks)).toEqual([...webhookEvents, testEvent])
  const payload = {
    properties: {
      type: { const: 'review.moved' },
      data: { $ref: '#/components/schemas/WebhookReview' },
    },
  }
  expect(body.webhooks['review.moved']).toMatchObject({
    post: { requestBody: { content: { 'application/json': { schema: payload } } } },
  })
  expect(body.components.schemas.WebhookReview).toMatchObject({
    required: expect.arrayContaining(['student', 'previous']),
  })
  const referred = JSON.stringify(body.webhooks).matchAll(/#\/components\/schemas\/(\w+)/g)
  for (const [, name = ''] of referred) expect(body.components.schemas).toHaveProperty(name)
})

test('the page of the API has the product’s mark', async () => {
  const { app } = await startApp()
  const mark = readFileSync('public/icon.svg')
  const icon = await app.inject('/docs/static/theme/icon.svg')
  expect(icon.rawPayload.equals(mark)).toBe(true)
  const page = await app.inject('/docs/static/swagger-initializer.js')
  expect(page.body).toContain(`data:image/svg+xml;base64,${mark.toString('base64')}`)
})
