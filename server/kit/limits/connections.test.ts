import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { buildApp } from '#server/app.ts'
import { startApp } from '#test/app.ts'
import { makePerson } from '#test/factories.ts'
import { toConnectionLimit } from './connection-limit.ts'
import type { ConnectionLimits } from './connections.ts'
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

/** Sends something, then nothing more; resolves to what came back once the server has cut it off. */
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
  ['sends nothing', '', { ...patient, headersMs: 100 }],
  ['does not end its headers', head, { ...patient, headersMs: 100 }],
  [
    'does not end its body',
    `${head}content-type: application/json\r\ncontent-length: 90\r\n\r\n{`,
    { ...patient, requestMs: 200, headersMs: 100 },
  ],
  [
    'is silent within its body',
    `${head}content-type: application/json\r\ncontent-length: 90\r\n\r\n{`,
    { ...patient, silentMs: 400 },
  ],
] as const)('a client that %s is cut off, and others are answered', async (_what, text, limits) => {
  const url = await listen(limits)
  const slow = Promise.all(Array.from({ length: 20 }, () => untilCut(url, text)))
  expect((await fetch(new URL('/school', url))).status).toBe(200)
  for (const answer of await slow) expect(answer).toMatch(/^$|^HTTP\/1\.1 408 /)
  expect((await fetch(new URL('/school', url))).status).toBe(200)
})

test('headers that are too long are refused, and so is the connection', async () => {
  const url = await listen({})
  const answer = await untilCut(url, `${head}x-long: ${'x'.repeat(20_000)}\r\n\r\n`)
  expect(answer).toMatch(/^HTTP\/1\.1 431 /)
})

/** A connection from an address of loopback's own, and what is heard of its end. */
function openFrom(url: URL, localAddress: string, text = '') {
  const socket = connect({ port: Number(url.port), host: url.hostname, localAddress })
  onTestFinished(() => void socket.destroy())
  let answer = ''
  socket.setEncoding('utf8').on('data', (part) => {
    answer += part
  })
  const ended = new Promise<string>((resolve) => {
    socket.on('error', () => {})
    socket.once('close', () => resolve(answer))
  })
  const answered = new Promise<void>((resolve) => socket.once('data', () => resolve()))
  if (text !== '') socket.write(text)
  return { socket, ended, answered, heard: () => answer, opened: once(socket, 'connect') }
}

const ask = 'GET /healthz HTTP/1.1\r\nhost: school.test\r\n\r\n'

/** One connection that has been answered and is idle. */
async function idleFrom(url: URL, address: string) {
  const one = openFrom(url, address, ask)
  await one.answered
  return one
}

test('when all places are taken, whoever has been idle longest makes room for the next', async () => {
  const url = await listen({ ...patient, connectionsAtOnce: 3 })
  const [first, second, third] = [
    await idleFrom(url, '127.0.0.1'),
    await idleFrom(url, '127.0.0.1'),
    await idleFrom(url, '127.0.0.1'),
  ]
  first.socket.write(ask)
  await vi.waitFor(
    () => expect(first.socket.bytesRead).toBeGreaterThan(second.socket.bytesRead),
    10_000,
  )
  await idleFrom(url, '127.0.0.1')
  expect(await second.ended).toMatch(/^HTTP\/1\.1 200 /)
  expect([first, third].map(({ socket }) => socket.closed)).toEqual([false, false])
})

test('one address that takes all places gives up its own, and others are answered meanwhile', async () => {
  const url = await listen({ ...patient, connectionsAtOnce: 50 })
  const others = [await idleFrom(url, '127.0.0.3'), await idleFrom(url, '127.0.0.4')]
  for (let at = 0; at < 200; at++) {
    await idleFrom(url, '127.0.0.2')
    if (at % 20 === 0) expect((await fetch(new URL('/healthz', url))).status).toBe(200)
  }
  expect(others.map(({ socket }) => socket.closed)).toEqual([false, false])
})

test('an address without an idle connection gives up one whose request does not come to its end', async () => {
  const url = await listen({ ...patient, connectionsAtOnce: 2, callsAtOnce: 10 })
  const slow = `${head}content-type: application/json\r\ncontent-length: 90\r\n\r\n{`
  const [first, second] = [openFrom(url, '127.0.0.2', slow), openFrom(url, '127.0.0.2', slow)]
  await vi.waitFor(async () => {
    expect((await fetch(new URL('/school', url))).status).toBe(200)
  })
  await Promise.race([first.ended, second.ended])
})

/** A WebSocket that the server has greeted; nobody has asked yet whose it is. */
async function openWebSocket(url: URL) {
  const page = new WebSocket(`ws://${url.host}/socket.io/?EIO=4&transport=websocket`)
  onTestFinished(() => page.terminate())
  await once(page, 'message')
  return page
}

test('neither a person’s WebSocket nor a connection of a trusted proxy is given up', async () => {
  const trustProxy = ['127.0.0.9']
  const limits = { ...short, ...patient, connectionsAtOnce: 2 }
  const started = await startApp({ trustProxy }, { limits, sockets: true })
  const url = new URL(await started.app.listen({ host: '127.0.0.1', port: 0 }))
  const { token } = await makePerson(started, 'student')
  const page = await openWebSocket(url)
  page.send(`40${JSON.stringify({ token })}`)
  expect(String(await once(page, 'message'))).toMatch(/^40/)
  const proxy = await idleFrom(url, '127.0.0.9')
  expect(await openFrom(url, '127.0.0.1', ask).ended).toBe('')
  expect([page.readyState, proxy.socket.closed]).toEqual([WebSocket.OPEN, false])
  page.close()
  await vi.waitFor(async () => {
    expect((await fetch(new URL('/healthz', url))).status).toBe(200)
  })
})

test('a WebSocket that has not been let in makes room for the next', async () => {
  const limits = { ...short, ...patient, connectionsAtOnce: 2 }
  const { app } = await startApp({}, { limits, sockets: true })
  const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const [first, second] = [await openWebSocket(url), await openWebSocket(url)]
  const gone = once(first, 'close')
  await idleFrom(url, '127.0.0.1')
  await gone
  expect(second.readyState).toBe(WebSocket.OPEN)
})

test('who asks for more before twenty are answered is cut off, before that costs anything', async () => {
  const lines: string[] = []
  const { context } = await startApp()
  const app = await buildApp(context, {
    log: { level: 'info', stream: { write: (line: string) => lines.push(line) } },
    limits: patient,
  })
  const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const enough = openFrom(url, '127.0.0.2', ask.repeat(20))
  await vi.waitFor(() => expect(enough.heard().match(/HTTP.1.1 200/g)).toHaveLength(20), 10_000)
  await openFrom(url, '127.0.0.2', ask.repeat(1_000)).ended
  // Who is still there may go on.
  enough.socket.write(ask)
  await vi.waitFor(() => expect(enough.heard().match(/HTTP.1.1 200/g)).toHaveLength(21), 10_000)
  await app.close()
  const logged = lines.map((line) => JSON.parse(line))
  expect(logged.filter(({ route }) => route === '/healthz').length).toBeLessThan(60)
  expect(logged).toContainEqual(
    expect.objectContaining({
      network: '127.0.0.2',
      times: 1,
      msg: 'disconnected: more than 20 requests at once on one connection',
    }),
  )
})

test('a line of the log says whose connections were given up, and how many', async () => {
  const lines: string[] = []
  const { context } = await startApp()
  const app = await buildApp(context, {
    log: { level: 'info', stream: { write: (line: string) => lines.push(line) } },
    limits: { ...patient, connectionsAtOnce: 2 },
  })
  const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  for (let at = 0; at < 5; at++) await idleFrom(url, '127.0.0.2')
  app.server.closeAllConnections()
  await app.close()
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({
      network: '127.0.0.2',
      times: 3,
      msg: 'all 2 connections are in use: some were closed or refused',
    }),
  )
})

test('there are places for two thirds of the files that may be open, 20,000 at most', () => {
  expect([1_024, 20_000, 1_000_000, undefined].map(toConnectionLimit)).toEqual([
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
    const { socket } = openFrom(url, '127.0.0.1')
    let answers = ''
    socket.on('data', (part) => {
      answers += part
    })
    socket.write(`GET /school HTTP/1.1\r\nhost: school.test\r\n${upgrade}\r\n\r\n`)
    await vi.waitFor(() => expect(answers).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*timeZone/), 10_000)
    // And so is what follows on the same connection.
    socket.write(ask)
    await vi.waitFor(() => expect(answers).toContain('alive'), 10_000)
  },
)
