import { expect, test } from 'vitest'
import { getSchool } from '#contract/school/school.ts'
import { startApp } from '#test/app.ts'

const content = Buffer.from('\x89PNG\r\n\x1a\n and more', 'latin1')
const schoolLogo = { type: 'image/png', content, version: '0123456789abcdef' }

test('anyone sees the school’s name and logo, which browsers cache', async () => {
  const { app, call } = await startApp({ schoolName: 'Blåklint', schoolLogo })
  const { body } = await call(getSchool, {})
  expect(body).toMatchObject({ name: 'Blåklint', logo: '/school-logo/0123456789abcdef' })
  const url = String(body.logo)
  const logo = await app.inject({ url, headers: { 'sec-fetch-mode': 'no-cors' } })
  expect(logo.rawPayload.equals(content)).toBe(true)
  expect(logo.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  const again = await app.inject({ url, headers: { 'if-none-match': String(logo.headers.etag) } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('an unknown logo, or that of a school without one, is not found', async () => {
  const { app } = await startApp({ schoolLogo })
  expect((await app.inject('/school-logo/ffffffffffffffff')).statusCode).toBe(404)
  const { app: plain } = await startApp()
  expect((await plain.inject('/school-logo/0123456789abcdef')).statusCode).toBe(404)
})
