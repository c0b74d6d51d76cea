import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { badInputMessage, tooManyRequestsMessage } from '#contract/kit/refusal.ts'
import { bodyMaxBytes, requestsPerMinute } from '#contract/limits/limits.ts'
import { buildApp } from '#server/app.ts'
import { startApp } from '#test/app.ts'

const unreadable: [url: string, status: number][] = [
  ['/check-set-up/s3cret%ff', 400],
  ['/s3cret%E0%A4%A', 400],
  [`/check-set-up/s3cret${'x'.repeat(100)}`, 414],
]

test.each(unreadable)(
  'the address %s is refused like any other input, and not said again',
  async (url, status) => {
    const app = await startApp()
    const lines: string[] = []
    const logged = await buildApp(app.context, {
      log: { level: 'info', stream: { write: (line: string) => lines.push(line) } },
    })
    onTestFinished(() => logged.close())
    const reply = await logged.inject({ url })
    expect(reply.statusCode).toBe(status)
    expect(reply.json()).toEqual({ message: badInputMessage })
    expect(reply.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.any(String),
      'x-content-type-options': 'nosniff',
    })
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { method: 'GET', status, reqId: reply.headers['x-request-id'] },
    ])
    expect(lines.join('')).not.toContain('s3cret')
  },
)

test('malformed requests count towards the rate limit', async () => {
  const { app } = await startApp({ rateLimit: true })
  for (let asked = 0; asked < requestsPerMinute; asked++) await app.inject({ url: '/%ff' })
  const reply = await app.inject({ url: '/%ff' })
  expect([reply.statusCode, reply.json()]).toEqual([429, { message: tooManyRequestsMessage }])
})

test('the path that handles malformed requests cannot be called directly', async () => {
  const { app } = await startApp()
  expect((await app.inject({ url: '/unreadable-address' })).statusCode).toBe(404)
})

test('whoever sends too long a body reads why, even if they send all of it first', async () => {
  const { app } = await startApp()
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const socket = connect(Number(port), '127.0.0.1')
  onTestFinished(() => {
    socket.destroy()
  })
  const length = 4 * bodyMaxBytes
  const head = `Host: x\r\nContent-Type: application/json\r\nContent-Length: ${length}`
  socket.write(`POST /login HTTP/1.1\r\n${head}\r\n\r\n`)
  // The refusal has come, and is left unread like by a proxy that is still sending.
  await once(socket, 'readable')
  for (let sent = 0; sent < length; sent += bodyMaxBytes) {
    await new Promise((resolve) => socket.write('x'.repeat(bodyMaxBytes), resolve))
  }
  // Not ended by this side: the server would end its side too, before a slow database has answered.
  socket.write('GET /school HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  const said = await text(socket)
  expect(said).toMatch(/^HTTP\/1\.1 413 /)
  expect(said).toContain('HTTP/1.1 200 OK')
})
