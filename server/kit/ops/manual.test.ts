import { expect, test } from 'vitest'
import { manualPages, manualPath } from '#contract/kit/manual.ts'
import { startApp } from '#test/app.ts'
import { isNavigation } from './web-page.ts'

test('each page of the documentation that an admin needs is read in the browser', async () => {
  const { app } = await startApp()
  for (const page of manualPages) {
    const { statusCode, headers, body } = await app.inject(manualPath(page))
    expect(statusCode, page).toBe(200)
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(body).toMatch(/^# \S/)
  }
  // It is gone to by a link, and is no screen.
  const headers = { 'sec-fetch-mode': 'navigate' }
  const asked = { method: 'GET', url: manualPath('backup'), headers }
  expect(isNavigation(asked as unknown as Parameters<typeof isNavigation>[0])).toBe(false)
  expect((await app.inject('/manual/..%2fpackage.json')).statusCode).toBe(404)
})
