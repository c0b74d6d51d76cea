import { expect, test } from 'vitest'
import { listReviews } from '#contract/reviews/reviews.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { makePerson, makeReview } from '#test/factories.ts'

const friend = 'https://app.school.test'
const stranger = 'https://elsewhere.test'

function preflight({ app }: TestApp, origin: string) {
  return app.inject({
    method: 'OPTIONS',
    url: '/advisor/book-slot',
    headers: {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization,content-type',
    },
  })
}

const getCorsHeaders = (headers: Record<string, unknown>) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'))

test('by default no other origin may call', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'advisor')
  const asked = await preflight(app, friend)
  expect(asked.statusCode).toBe(404)
  expect(getCorsHeaders(asked.headers)).toEqual([])
  for (const origin of [friend, 'null', 'http://weekward.test']) {
    const { headers } = await app.app.inject({
      url: listReviews.advisor.path,
      headers: { origin, authorization: token },
    })
    expect(getCorsHeaders(headers)).toEqual([])
  }
})

test('only an origin of CORS_ORIGINS may call and read the headers of lists', async () => {
  const app = await startApp({}, { corsOrigins: [friend] })
  const advisor = await makePerson(app, 'advisor')
  await makeReview(app, { advisor })
  await makeReview(app, { advisor })
  const asked = await preflight(app, friend)
  expect(asked.statusCode).toBe(204)
  expect(asked.headers['access-control-allow-origin']).toBe(friend)
  expect(asked.headers['access-control-allow-methods']).toContain('PUT')
  expect(asked.headers['access-control-allow-headers']).toContain('authorization')

  const ask = (origin: string) =>
    app.app.inject({
      url: `${listReviews.advisor.path}?limit=1`,
      headers: { origin, authorization: advisor.token },
    })
  const { headers, statusCode } = await ask(friend)
  expect(statusCode).toBe(200)
  expect(headers['access-control-allow-origin']).toBe(friend)
  expect(headers['access-control-expose-headers']).toContain('link')
  expect(headers['access-control-allow-credentials']).toBeUndefined()
  expect(String(headers.vary).toLowerCase()).toContain('origin')
  for (const origin of [stranger, 'null', `${friend}.evil.test`, 'http://app.school.test']) {
    expect((await ask(origin)).headers['access-control-allow-origin']).toBeUndefined()
    expect((await preflight(app, origin)).headers['access-control-allow-origin']).toBeUndefined()
  }
})
