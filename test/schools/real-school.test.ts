import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { makeSender } from './real-school.ts'

/** A server that closes the first connection without a reply, like an idle one. */
async function startClosing(): Promise<string> {
  let asked = 0
  const server = createServer((request, reply) => {
    if (asked++ === 0) request.socket.destroy()
    else reply.end('{}')
  })
  onTestFinished(() => void server.close())
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

test('reads are retried if their connection was closed before the reply', async () => {
  const send = makeSender([{ url: await startClosing() }])
  expect(await send('GET', '/', {})).toEqual({ status: 200, body: {} })
})

test('changes without a reply are not retried', async () => {
  const send = makeSender([{ url: await startClosing() }])
  expect(await send('PUT', '/', {})).toBe(undefined)
})
