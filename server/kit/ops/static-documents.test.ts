import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { startApp } from '#test/app.ts'
import { makeDocumentHandler } from './static-documents.ts'

const documents = [
  '/openapi.json',
  '/docs',
  '/docs/',
  '/docs/json',
  '/docs/yaml',
  '/docs/static/swagger-ui-bundle.js',
  '/docs/static/swagger-ui.css',
  '/docs/static/swagger-initializer.js',
]

test('public documents are compressed, and are a 304 while unchanged', async () => {
  const { app } = await startApp()
  for (const url of documents) {
    const get = (headers: Record<string, string>) => app.inject({ url, headers })
    const plain = await get({})
    expect(plain.statusCode).toBe(200)
    expect(plain.headers['content-encoding']).toBeUndefined()
    const ways = { br: brotliDecompressSync, gzip: gunzipSync }
    for (const [encoding, unpack] of Object.entries(ways)) {
      const packed = await get({ 'accept-encoding': `deflate, ${encoding};q=0.5` })
      expect(packed.headers).toMatchObject({
        'content-encoding': encoding,
        'cache-control': 'no-cache',
      })
      expect(packed.headers.vary).toContain('Accept-Encoding')
      expect(unpack(packed.rawPayload).equals(plain.rawPayload)).toBe(true)

      const etag = String(packed.headers.etag)
      expect(etag).not.toBe(plain.headers.etag)
      const again = await get({
        'accept-encoding': encoding,
        'if-none-match': `"other", W/${etag}`,
      })
      expect([again.statusCode, again.body]).toEqual([304, ''])
      const changed = await get({ 'accept-encoding': encoding, 'if-none-match': '"other"' })
      expect(changed.statusCode).toBe(200)
    }
  }
})

test('a client that refuses an encoding does not get it', async () => {
  const { app } = await startApp()
  const headers = { 'accept-encoding': 'br;q=0, gzip;q=0.000' }
  const answer = await app.inject({ url: '/openapi.json', headers })
  expect(answer.headers['content-encoding']).toBeUndefined()
  expect(answer.json()).toMatchObject({ openapi: '3.1.0' })
})

test('no other file is served, however its path is spelled', async () => {
  const { app } = await startApp()
  for (const url of ['/docs/static/..%2findex.js', '/docs/static//swagger-ui.css', '/docs/no']) {
    expect((await app.inject(url)).statusCode).toBe(404)
  }
})

test('a document is compressed once for all requests', async () => {
  const content = Buffer.from('a public document, '.repeat(100))
  const before = content.toString()
  const answer = makeDocumentHandler({ type: 'text/plain', content })
  const app = Fastify()
  app.get('/', answer)
  const get = () => app.inject({ url: '/', headers: { 'accept-encoding': 'br' } })
  await get()
  // Whatever would be made of it now is something else.
  content.fill(0)
  expect(brotliDecompressSync((await get()).rawPayload).toString()).toBe(before)
})
