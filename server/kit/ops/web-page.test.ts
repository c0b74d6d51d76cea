import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { navigationsPerMinute, requestsPerMinute } from '#contract/limits/limits.ts'
import { buildApp } from '#server/app.ts'
import { startApp } from '#test/app.ts'
import { makePerson } from '#test/factories.ts'
import type { Context } from '../context.ts'
import { isWebPageBuilt } from './web-page.ts'

/** A running app that serves a small page. */
async function startWithPage(settings: Partial<Context['settings']> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'weekward-page-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  expect(isWebPageBuilt(folder)).toBe(false)
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<title>Weekward</title>')
  writeFileSync(join(folder, 'icon.svg'), '<svg/>')
  writeFileSync(join(folder, 'assets/index-1a2b.js'), 'go()')
  expect(isWebPageBuilt(folder)).toBe(true)
  const api = await startApp(settings)
  const app = await buildApp(api.context, {
    log: { level: 'error', stream: { write: (line) => api.errors.push(line) } },
    page: folder,
  })
  onTestFinished(() => app.close())
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
  return { api, app, folder, get }
}

const navigation = { 'sec-fetch-mode': 'navigate', accept: 'text/html,*/*;q=0.8' }

test.each(['/', '/profile', '/admin/student-list', '/review-details/1', '/call/1'])(
  'a browser that goes to %s gets the page',
  async (url) => {
    const { get } = await startWithPage()
    for (const headers of [navigation, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }]) {
      const answer = await get(url, headers)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toMatch(/^text\/html/)
      expect(answer.body).toBe('<title>Weekward</title>')
      expect(answer.headers['cache-control']).toBe('no-cache')
    }
  },
)

test('the same path is a call for a script, an API client and requests with a token', async () => {
  const { api, get } = await startWithPage()
  const { token } = await makePerson(api, 'student')

  for (const headers of [
    { 'sec-fetch-mode': 'cors', accept: 'text/html' },
    { accept: 'application/json, text/html' },
    { accept: '*/*' },
    {},
  ]) {
    expect((await get('/profile', headers)).statusCode).toBe(401)
  }
  const profile = await get('/profile', { ...navigation, authorization: token })
  expect(profile.statusCode).toBe(200)
  expect(profile.json()).toMatchObject({ week: 1 })
})

test.each(['/', '/login', '/admin/student-list', '/review-details/1'])(
  'a monitor, a link preview or curl gets the page at %s, which is no call',
  async (url) => {
    const { app, get } = await startWithPage()
    for (const headers of [{ accept: '*/*' }, {}, { accept: 'application/json' }]) {
      const answer = await get(url, headers)
      expect(answer.statusCode).toBe(200)
      expect(answer.body).toBe('<title>Weekward</title>')
      const head = await app.inject({ method: 'HEAD', url, headers })
      expect(head.statusCode).toBe(200)
      expect(head.headers['content-type']).toMatch(/^text\/html/)
    }
  },
)

test('an unknown path is a 404, which a browser sees as a page', async () => {
  const { get } = await startWithPage()
  for (const url of ['/nowhere', '/review-details/1/2', '/admin/nowhere?a=1']) {
    const inBrowser = await get(url, navigation)
    expect([inBrowser.statusCode, inBrowser.body]).toEqual([404, '<title>Weekward</title>'])
    const elsewhere = await get(url, { accept: '*/*' })
    expect([elsewhere.statusCode, elsewhere.json()]).toEqual([404, { message: 'Not found' }])
  }
})

test('the well-known paths of any site work', async () => {
  const contact = 'mailto:security@school.test'
  const { api, get } = await startWithPage({ securityContact: contact })
  for (const headers of [navigation, { accept: '*/*' }]) {
    expect((await get('/favicon.ico', headers)).headers.location).toBe('/icon-192.png')
    const password = await get('/.well-known/change-password', headers)
    expect([password.statusCode, password.headers.location]).toEqual([302, '/profile'])
    const { body } = await get('/.well-known/security.txt', headers)
    expect(body).toContain(`Contact: ${contact}\n`)
    const expires = Date.parse(body.match(/^Expires: (.+)$/m)?.[1] ?? '')
    expect(expires).toBeGreaterThan(api.time.now)
  }
})

test('without a contact there is no security.txt', async () => {
  const { get } = await startWithPage()
  expect((await get('/.well-known/security.txt')).statusCode).toBe(404)
})

test('replies name the headers that they vary by', async () => {
  const { get } = await startWithPage()
  for (const headers of [navigation, { accept: 'application/json' }]) {
    const vary = String((await get('/profile', headers)).headers.vary).toLowerCase()
    for (const name of ['sec-fetch-mode', 'accept', 'authorization']) expect(vary).toContain(name)
  }
})

test('a request other than GET is never a screen', async () => {
  const { app } = await startWithPage()
  const answer = await app.inject({ method: 'POST', url: '/login', headers: navigation })
  expect(answer.statusCode).toBe(400)
})

test('files with a hash in their name are cached for a year, others are revalidated', async () => {
  const { get } = await startWithPage()
  const script = await get('/assets/index-1a2b.js')
  expect(script.body).toBe('go()')
  expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect((await get('/icon.svg')).headers['cache-control']).toBe('no-cache')
})

test('a browser gets the precompressed file in the best encoding it accepts', async () => {
  const { folder, get } = await startWithPage()
  const script = join(folder, 'assets/index-1a2b.js')
  writeFileSync(`${script}.br`, brotliCompressSync('go()'))
  writeFileSync(`${script}.gz`, gzipSync('go()'))
  const ways = { 'gzip, deflate, br, zstd': 'br', 'gzip, deflate': 'gzip', identity: undefined }
  for (const [accepted, used] of Object.entries(ways)) {
    const answer = await get('/assets/index-1a2b.js', { 'accept-encoding': accepted })
    expect(answer.headers['content-encoding']).toBe(used)
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  }
})

test('a file that is not there is a 404, not the page', async () => {
  const { get } = await startWithPage()
  for (const url of ['/assets/gone.js', '/assets/../../package.json', '/assets/%2e%2e/app.ts']) {
    expect((await get(url)).statusCode).toBe(404)
  }
  const opened = await get('/assets/gone.js', navigation)
  expect(opened.statusCode).toBe(404)
})

test.each(['/healthz', '/openapi.json', '/docs/'])('%s can be opened in a browser', async (url) => {
  const { get } = await startWithPage()
  const answer = await get(url, navigation)
  expect(answer.statusCode).toBe(200)
  expect(answer.body).not.toBe('<title>Weekward</title>')
})

test('a school of 2,000 behind one address can open the page, and a client that does not stop is refused', async () => {
  const { api, get } = await startWithPage({ rateLimit: true })
  const statuses = new Set<number>()
  const ask = async (times: number, url: string, headers = {}) => {
    for (let at = 0; at < times; at++) statuses.add((await get(url, headers)).statusCode)
  }
  await ask(2_000, '/', navigation)
  // More than calls can be made from one network.
  await ask(requestsPerMinute + 1, '/assets/index-1a2b.js')
  await ask(requestsPerMinute + 1, '/school')
  expect([...statuses]).toEqual([200])
  await ask(navigationsPerMinute - 2_000, '/login', navigation)
  const refused = await get('/profile', navigation)
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60'])
  expect((await get('/school')).statusCode).toBe(200)
  api.time.now += 60_000
  expect((await get('/', navigation)).statusCode).toBe(200)
})
