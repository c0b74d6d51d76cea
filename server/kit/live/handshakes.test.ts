import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { io } from 'socket.io-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { handshakesPerMinute } from '#contract/limits/limits.ts'
import { makePerson } from '#test/factories.ts'
import { type LiveApp, startLiveApp } from '#test/live-app.ts'

const friend = 'https://app.school.test'
const path = '/socket.io/?EIO=4&transport'

/** Asks as a browser does when a page of an origin opens a WebSocket; the answer's status. */
function ask(
  { url }: LiveApp,
  headers: Record<string, string>,
): Promise<{ status: number; retryAfter: string | null }> {
  const upgrade = { connection: 'Upgrade', upgrade: 'websocket' }
  const key = { 'sec-websocket-version': '13', 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' }
  return new Promise((resolve, reject) => {
    const asked = request(`${url}${path}=websocket`, {
      headers: { ...upgrade, ...key, ...headers },
    })
    asked.once('upgrade', (_response, socket) => {
      socket.destroy()
      resolve({ status: 101, retryAfter: null })
    })
    asked.once('response', (response) => {
      response.resume()
      const { statusCode = 0, headers } = response
      resolve({ status: statusCode, retryAfter: headers['retry-after'] ?? null })
    })
    asked.once('error', reject)
    asked.end()
  })
}

test('a page of another origin gets no socket, unlike our own page and clients without an origin', async () => {
  const app = await startLiveApp()
  for (const origin of [friend, 'null', 'https://elsewhere.test', `${app.url}.evil.test`]) {
    expect((await ask(app, { origin })).status).toBe(403)
  }
  for (const origin of [app.url, 'http://weekward.test']) {
    expect((await ask(app, { origin })).status).toBe(101)
  }
  expect((await ask(app, {})).status).toBe(101)
})

test('a refused client that stays connected is cut', async () => {
  const app = await startLiveApp()
  const { hostname, port } = new URL(app.url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  onTestFinished(() => void socket.destroy())
  const upgrade = 'connection: Upgrade\r\nupgrade: websocket\r\norigin: https://elsewhere.test'
  socket.write(`GET ${path}=websocket HTTP/1.1\r\nhost: school.test\r\n${upgrade}\r\n\r\n`)
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/)
  const held = promisify(app.app.server.getConnections.bind(app.app.server))
  await vi.waitFor(async () => expect(await held()).toBe(0), 30_000)
})

test('foreign pages have a separate limit that does not lock out our own page', async () => {
  const app = await startLiveApp({ rateLimit: true, trustProxy: ['127.0.0.1'] })
  const from = (address: string, origin: string) => ask(app, { 'x-forwarded-for': address, origin })
  for (let round = 0; round < handshakesPerMinute; round += 50) {
    const asked = Array.from({ length: 50 }, () => from('192.0.2.7', friend))
    expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([403]))
  }
  expect((await from('192.0.2.7', friend)).status).toBe(429)
  expect((await from('192.0.2.7', app.url)).status).toBe(101)
})

test('an origin of CORS_ORIGINS gets a socket, with CORS headers for long polling', async () => {
  const app = await startLiveApp({}, { corsOrigins: [friend] })
  expect((await ask(app, { origin: friend })).status).toBe(101)
  expect((await ask(app, { origin: 'https://elsewhere.test' })).status).toBe(403)
  const { token } = await makePerson(app, 'student')
  const socket = io(app.url, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: { token },
    extraHeaders: { origin: friend },
  })
  onTestFinished(() => {
    socket.disconnect()
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  const polled = await fetch(`${app.url}${path}=polling`, { headers: { origin: friend } })
  expect(polled.status).toBe(200)
  expect(polled.headers.get('access-control-allow-origin')).toBe(friend)
})

test('a network that opens socket after socket is limited, and others are not', async () => {
  const app = await startLiveApp({ rateLimit: true, trustProxy: ['127.0.0.1'] })
  const from = (address: string) => ask(app, { 'x-forwarded-for': address })
  for (let round = 0; round < handshakesPerMinute; round += 50) {
    const asked = Array.from({ length: 50 }, (_, host) => from(`2001:db8:0:7::${round + host}`))
    expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([101]))
  }
  expect(await from('2001:db8:0:7:ffff::1')).toEqual({ status: 429, retryAfter: '60' })
  expect((await from('2001:db8:0:8::1')).status).toBe(101)
  const polled = await fetch(`${app.url}${path}=polling`, {
    headers: { 'x-forwarded-for': '2001:db8:0:7::1' },
  })
  expect([polled.status, polled.headers.get('retry-after')]).toEqual([429, '60'])
  app.time.now += minuteMs
  expect((await from('2001:db8:0:7::1')).status).toBe(101)
})
