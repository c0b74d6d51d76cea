import type { LookupAddress } from 'node:dns'
import type { ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startLoopbackServer } from '#test/processes/loopback-server.ts'
import { createPostTransport } from './post.ts'
import { makeLookUpPublic, NotPublic } from './public-addresses.ts'

const message = { headers: {}, body: Buffer.from('{}') }
const never = new AbortController().signal

/** A server on loopback that answers in this way, and a transport that may reach it. */
async function startAnswering(
  answer: (response: ServerResponse) => void,
  answeredWithinMs = 5_000,
) {
  const asked: (string | undefined)[] = []
  const { origin, stop } = await startLoopbackServer((request, response) => {
    asked.push(request.url)
    answer(response)
  })
  const transport = createPostTransport({ testOrigin: origin, keptBytes: 10, answeredWithinMs })
  onTestFinished(() => {
    transport.close()
    return stop()
  })
  return { asked, post: () => transport.post({ ...message, url: `${origin}/hook` }, never) }
}

test.each([
  ...['http://hooks.school.test/', 'https://user@hooks.school.test/', 'https://10.0.0.1/'],
  ...['https://127.0.0.1:8443/', 'https://[::1]/', 'https://[::ffff:192.168.0.1]/'],
  ...['https://0x7f000001/', 'https://017700000001/', 'https://169.254.169.254/latest/meta-data'],
])('nothing is sent to %s', async (url) => {
  const transport = createPostTransport({ testOrigin: 'http://127.0.0.1:1' })
  onTestFinished(transport.close)
  await expect(transport.post({ ...message, url }, never)).rejects.toThrow(NotPublic)
})

test('a name that turns private after it was checked is not connected to', async () => {
  let connections = 0
  const server = createSocketServer((socket) => {
    connections += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  // A server on a port has an address with a port.
  const { port } = server.address() as AddressInfo
  const inside: LookupAddress = { address: '127.0.0.1', family: 4 }
  const outside: LookupAddress = { address: '93.184.215.14', family: 4 }
  const answers = [[outside], [inside], [outside, inside], []]
  const lookup = makeLookUpPublic((_host, _options, done) => done(null, answers.shift() ?? []))
  // What was checked is what the socket connects to, without another look-up.
  const checked = await new Promise((resolve) =>
    lookup('rebinding.test', { all: true }, (error, found) => resolve(error ?? found)),
  )
  expect(checked).toEqual([outside])
  const transport = createPostTransport({ testOrigin: undefined, lookup })
  onTestFinished(transport.close)
  const url = `https://rebinding.test:${port}/`
  for (const _ of ['inside', 'both', 'nowhere']) {
    await expect(transport.post({ ...message, url }, never)).rejects.toThrow(NotPublic)
  }
  expect([answers.length, connections]).toEqual([0, 0])
})

test.each([301, 302, 303, 307, 308])(
  'a redirect (%s) is an answer, and not followed',
  async (status) => {
    const { asked, post } = await startAnswering((response) => {
      response.writeHead(status, { location: '/elsewhere' }).end()
    })
    expect(await post()).toMatchObject({ status })
    expect(asked).toEqual(['/hook'])
  },
)

test('a receiver that does not answer is given up', async () => {
  const { post } = await startAnswering(() => {}, 50)
  await expect(post()).rejects.toThrow()
})

test('a receiver that answers slowly counts by its status, and its text is cut', async () => {
  const { post } = await startAnswering((response) => {
    response.writeHead(200)
    response.write('slow')
  }, 1_000)
  expect(await post()).toEqual({ status: 200, retryAfterMs: undefined, text: 'slow' })
})

test('of an endless answer only the beginning is read', async () => {
  const closed = Promise.withResolvers<void>()
  const { post } = await startAnswering((response) => {
    response.on('close', () => closed.resolve())
    const write = () => {
      while (!response.destroyed && response.write('endless. '.repeat(1000)));
    }
    response.on('drain', write)
    response.writeHead(200)
    write()
  })
  expect(await post()).toMatchObject({ status: 200, text: 'endless. e' })
  await closed.promise
})
