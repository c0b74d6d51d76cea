import { connect } from 'node:net'
import { promisify } from 'node:util'
import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { buildApp } from '#server/app.ts'
import { startApp } from '#test/app.ts'
import {
  type ConnectionLimits,
  connectionLimits,
  getConnectionLimitForOpenFiles,
  getConnectionOptions,
  limitConnections,
} from './connections.ts'
import type { LoadLimits } from './overload.ts'

const short = { headersMs: 100, requestMs: 200, silentMs: 400, checkEveryMs: 20, callsAtOnce: 1 }

async function listen(limits: Partial<ConnectionLimits & LoadLimits>) {
  const { app } = await startApp({}, { limits: { ...short, ...limits } })
  return new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
}

function open(url: URL) {
  const socket = connect(Number(url.port), url.hostname)
  onTestFinished(() => void socket.destroy())
  return socket
}

/**
 * Sends something, then nothing more; resolves to what came back once the server has cut it off.
 */
function untilCut(url: URL, text: string): Promise<string> {
  const socket = open(url)
  let answer = ''
  socket.setEncoding('utf8').on('data', (part) => {
    answer += part
  })
  socket.write(text)
  return new Promise((resolve) => {
    socket.once('error', () => resolve(answer))
    socket.once('close', () => resolve(answer))
  })
}

const head = 'POST /login HTTP/1.1\r\nhost: school.test\r\n'
const never = 200_000
const patient = { headersMs: never, requestMs: never, silentMs: never }

test.each([
  ['sends nothing', '', { ...patient, headersMs: 600 }],
  ['does not end its headers', head, { ...patient, headersMs: 600 }],
  [
    'does not end its body',
    `${head}content-type: application/json\r\ncontent-length: 90\r\n\r\n{`,
    { ...patient, requestMs: 800, headersMs: 600 },
  ],
  [
    'is silent within its body',
    `${head}content-type: application/json\r\ncontent-length: 90\r\n\r\n{`,
    { ...patient, silentMs: 600 },
  ],
] as const)('a client that %s is cut off, and others are answered', async (_what, text, limits) => {
  const url = await listen(limits)
  const slow = Promise.all(Array.from({ length: 20 }, () => untilCut(url, text)))
  expect((await fetch(new URL('/school', url))).status).toBe(200)
  for (const answer of await slow) expect(answer).toMatch(/^$|^HTTP\/1\.1 408 /)
  expect((await fetch(new URL('/school', url))).status).toBe(200)
})

test('requests with too long headers are refused and disconnected', async () => {
  const url = await listen({})
  const answer = await untilCut(url, `${head}x-long: ${'x'.repeat(20_000)}\r\n\r\n`)
  expect(answer).toMatch(/^HTTP\/1\.1 431 /)
})

const ask = 'GET /healthz HTTP/1.1\r\nhost: school.test\r\n\r\n'

/** A connection that has sent something, and what it has been answered. */
function send(url: URL, text: string) {
  const socket = open(url)
  let answers = ''
  socket.setEncoding('utf8').on('data', (part) => {
    answers += part
  })
  socket.on('error', () => {})
  socket.write(text)
  return { socket, answers: () => answers }
}

test.each([
  ['reads nothing of its reply', { ...patient, replyMs: never, silentMs: 400 }, ''],
  ['sends a byte now and then instead', { ...patient, replyMs: 400 }, '\r\n'],
])('a client that %s is cut off', async (_what, limits, more) => {
  const all = { ...connectionLimits, ...short, ...limits }
  const app = Fastify(getConnectionOptions(all, { hasSockets: false }))
  onTestFinished(() => app.close())
  limitConnections(app, all)
  app.get('/', async () => 'x'.repeat(16 * 1_024 * 1_024))
  const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const socket = open(url)
  socket.pause()
  socket.on('error', () => {})
  socket.write('GET / HTTP/1.1\r\nhost: school.test\r\n\r\n')
  const held = promisify(app.server.getConnections.bind(app.server))
  await vi.waitFor(async () => expect(await held()).toBe(1), 30_000)
  await vi.waitFor(async () => {
    socket.write(more)
    expect(await held()).toBe(0)
  }, 30_000)
})

test('connections beyond the limit are refused until others close, and the log counts them', async () => {
  const lines: string[] = []
  const { context } = await startApp()
  const app = await buildApp(context, {
    log: { level: 'info', stream: { write: (line: string) => lines.push(line) } },
    limits: { connectionsAtOnce: 2 },
  })
  const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const held = [send(url, ask), send(url, ask)]
  await vi.waitFor(() => {
    for (const { answers } of held) expect(answers()).toMatch(/^HTTP\/1\.1 200 /)
  }, 30_000)
  for (let at = 0; at < 3; at++) expect(await untilCut(url, ask)).toBe('')
  held[0]?.socket.destroy()
  await vi.waitFor(async () => {
    expect((await fetch(new URL('/healthz', url))).status).toBe(200)
  }, 30_000)
  app.server.closeAllConnections()
  await app.close()
  const message = 'all 2 connections are in use: some were refused'
  const logged = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === message)
  expect(logged?.network).toBe('127.0.0.1')
  expect(logged?.times).toBeGreaterThanOrEqual(3)
})

test('a client that sends more than a hundred requests at once is cut off', async () => {
  const { app } = await startApp({}, { limits: { ...short, ...patient } })
  const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const { answers } = send(url, ask.repeat(100))
  await vi.waitFor(() => expect(answers().match(/HTTP\/1\.1 200 /g)).toHaveLength(100), 30_000)
  expect(answers()).toMatch(/connection: close/i)
  await untilCut(url, ask.repeat(1_000))
  expect((await fetch(new URL('/healthz', url))).status).toBe(200)
})

test('the connection limit is two thirds of the open file limit, at most 20,000', () => {
  expect([1_024, 20_000, 1_000_000, undefined].map(getConnectionLimitForOpenFiles)).toEqual([
    682, 13_333, 20_000, 20_000,
  ])
})

test.each([true, false])(
  'who asks for HTTP/2 is answered with HTTP/1.1, with sockets: %s',
  async (sockets) => {
    const { app } = await startApp({}, { sockets })
    const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
    const upgrade =
      'connection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABk'
    const text = `GET /school HTTP/1.1\r\nhost: school.test\r\n${upgrade}\r\n\r\n`
    const { socket, answers } = send(url, text)
    await vi.waitFor(() => expect(answers()).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*timeZone/), 30_000)
    // And so is what follows on the same connection.
    socket.write(ask)
    await vi.waitFor(() => expect(answers()).toContain('alive'), 30_000)
  },
)
