import { expect, test } from 'vitest'
import { getManualMarkdownPath, getManualPath, manualPages } from '#contract/kit/manual.ts'
import { manualRedirects } from '#contract/kit/manual-redirects.ts'
import { startApp } from '#test/app.ts'
import { isNavigation } from './web-page.ts'

test("each page of the manual is served as Markdown, except to a browser's navigation", async () => {
  const { app } = await startApp()
  for (const page of manualPages) {
    const { statusCode, headers, body } = await app.inject(getManualMarkdownPath(page))
    expect(statusCode, page).toBe(200)
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(body).toMatch(/^# \S/)
  }
  expect((await app.inject('/manual/..%2fpackage.json')).statusCode).toBe(404)
})

test('a page of the manual is also served at its former URL', async () => {
  const { app } = await startApp()
  for (const [name, page] of Object.entries(manualRedirects)) {
    const { statusCode, body } = await app.inject(`/manual/${name}.md`)
    expect(statusCode, name).toBe(200)
    expect(body).toBe((await app.inject(getManualMarkdownPath(page))).body)
  }
})

test.each(['/manual/backup', getManualPath('run/backup'), getManualMarkdownPath('run/backup')])(
  'a browser that goes to %s is shown the page',
  (url) => {
    const headers = { 'sec-fetch-mode': 'navigate' }
    const asked = { method: 'GET', url, headers }
    expect(isNavigation(asked as unknown as Parameters<typeof isNavigation>[0])).toBe(true)
  },
)
