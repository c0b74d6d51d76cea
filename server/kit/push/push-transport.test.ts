import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { isPublicAddress, lookUpPublic, NotPublic } from '#server/kit/outbound/public-addresses.ts'
import { createPushTransport } from './push-transport.ts'

test.each([
  ...['127.0.0.1', '10.0.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '0.0.0.0'],
  ...['100.64.0.1', '192.0.2.1', '198.18.0.1', '224.0.0.1', '255.255.255.255', '168.63.129.16'],
  ...['::', '::1', 'fe80::1', 'fc00::1', 'ff02::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8:1'],
  ...['::127.0.0.1', '64:ff9b::7f00:1', '2002:a00:1::', '2001:0:1::', '2001:db8::1', 'push'],
])('%s is no address of the open internet', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['8.8.8.8', '142.250.185.10', '::ffff:8.8.8.8', '2a00:1450:4001:81c::200a'])(
  '%s is one',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

test('a name that leads into this machine is refused at connect time', async () => {
  for (const all of [true, false]) {
    const refused = await new Promise((resolve) => lookUpPublic('localhost', { all }, resolve))
    expect(refused).toBeInstanceOf(NotPublic)
  }
})

test('nothing is sent to a private address, even if the name was public before', async () => {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const transport = createPushTransport(undefined)
  onTestFinished(transport.close)
  const send = (endpoint: string) =>
    transport.post(
      { url: endpoint, headers: {}, body: Buffer.from('x') },
      new AbortController().signal,
    )
  for (const host of ['localhost', '127.0.0.1', '[::1]', '[::ffff:127.0.0.1]']) {
    await expect(send(`https://${host}/push`)).rejects.toThrow(NotPublic)
    await expect(send(`https://${host}:${port}/push`)).rejects.toThrow(NotPublic)
    await expect(send(`http://${host}:${port}/push`)).rejects.toThrow(NotPublic)
  }
  expect(connections).toBe(0)
})
