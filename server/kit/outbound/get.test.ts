import type { ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { startLoopbackServer } from '#test/processes/loopback-server.ts'
import { createGetTransport } from './get.ts'
import { makeLookUpPublic, NotPublic } from './public-addresses.ts'
import { TooLarge } from './read-at-most.ts'

const never = new AbortController().signal
const limits = { maxBytes: 1_000, answeredWithinMs: 5_000 }

/** A server on loopback that answers in this way, and a transport that may reach it. */
async function startAnswering(answer: (response: ServerResponse) => void, differing = {}) {
  const asked: (string | undefined)[] = []
  const { origin, stop } = await startLoopbackServer((request, response) => {
    asked.push(request.url)
    answer(response)
  })
  const transport = createGetTransport({ ...limits, ...differing, testOrigin: origin })
  onTestFinished(() => {
    transport.close()
    return stop()
  })
  return { asked, get: () => transport.get({ url: `${origin}/a`, headers: {} }, never) }
}

test.each(['https://10.0.0.1/', 'http://calendar.school.test/', 'https://[::1]/'])(
  'nothing is got from %s',
  async (url) => {
    const transport = createGetTransport({ ...limits, testOrigin: undefined })
    onTestFinished(transport.close)
    await expect(transport.get({ url, headers: {} }, never)).rejects.toThrow(NotPublic)
  },
)

test('nothing is got from a name that leads into the network when the socket connects', async () => {
  const lookup = makeLookUpPublic((_host, _options, done) =>
    done(null, [{ address: '127.0.0.1', family: 4 }]),
  )
  const transport = createGetTransport({ ...limits, testOrigin: undefined, lookup })
  onTestFinished(transport.close)
  const asked = { url: 'https://rebinding.test/', headers: {} }
  await expect(transport.get(asked, never)).rejects.toThrow(NotPublic)
})

test('a whole reply is returned, and no redirect is followed', async () => {
  const { asked, get } = await startAnswering((response) => {
    if (asked.length === 1) response.writeHead(200, { etag: '"1"' }).end('BEGIN')
    else response.writeHead(302, { location: '/b' }).end('moved')
  })
  const { status, headers, body } = await get()
  expect([status, headers.etag, body.toString()]).toEqual([200, '"1"', 'BEGIN'])
  expect(await get()).toMatchObject({ status: 302, body: Buffer.alloc(0) })
  expect(asked).toEqual(['/a', '/a'])
})

test.each([
  ['says so', { 'content-length': '1001' }],
  ['does not end', {}],
])('a reply that is too large and %s is cut off', async (_, headers) => {
  const closed = Promise.withResolvers<void>()
  const { get } = await startAnswering((response) => {
    response.on('close', () => closed.resolve())
    response.writeHead(200, headers)
    const write = () => {
      while (!response.destroyed && response.write('endless. '.repeat(1_000)));
    }
    response.on('drain', write)
    if (!('content-length' in headers)) write()
    else response.write('x')
  })
  await expect(get()).rejects.toThrow(TooLarge)
  await closed.promise
})

test('a reply that comes drop by drop is given up', async () => {
  const { get } = await startAnswering(
    (response) => {
      response.writeHead(200)
      const drip = setInterval(() => response.write('.'), 20)
      response.on('close', () => clearInterval(drip))
    },
    { answeredWithinMs: 300 },
  )
  await expect(get()).rejects.toThrow()
})
