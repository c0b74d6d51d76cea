import { connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startApp } from '#test/app.ts'
import type { ConnectionLimits } from './connections.ts'

const short = { headersMs: 100, requestMs: 200, silentMs: 400, checkEveryMs: 20, callsAtOnce: 1 }

async function listen(limits: Partial<ConnectionLimits>) {
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

test('connections beyond the most there can be are dropped, until others have gone', async () => {
  const url = await listen({ ...patient, connectionsAtOnce: 3 })
  const [one] = [open(url), open(url), open(url)]
  expect(await untilCut(url, '')).toBe('')
  one.destroy()
  await vi.waitFor(async () => {
    expect((await fetch(new URL('/school', url))).status).toBe(200)
  }, 10_000)
})
