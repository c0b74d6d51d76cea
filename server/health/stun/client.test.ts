import { createHmac } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '#test/databases/postgres.ts'
import { findTurnServer, startTurnServer } from '#test/processes/turn-server.ts'
import { queryStunServer, queryTurnServer } from './client.ts'

const secret = 'shared by both'

function credentials(of: string) {
  const username = `${Math.floor(Date.now() / 1_000) + 60}:health`
  return { username, password: createHmac('sha1', of).update(username).digest('base64') }
}

test.skipIf(!findTurnServer())(
  'a real TURN server tells our address, sets one aside by UDP and TCP, and refuses a wrong secret',
  async () => {
    const server = await startTurnServer(await findFreePort(), secret)
    onTestFinished(server.stop)
    const at = `127.0.0.1:${server.port}`
    const signal = AbortSignal.timeout(10_000)
    // It listens by TCP a moment before it does by UDP.
    await expect
      .poll(() => queryStunServer(`stun:${at}`, signal).catch(() => undefined), { timeout: 10_000 })
      .toBe('127.0.0.1')
    expect(await queryTurnServer(`turn:${at}`, credentials(secret), signal)).toBe('127.0.0.1')
    expect(await queryTurnServer(`turn:${at}?transport=tcp`, credentials(secret), signal)).toBe(
      '127.0.0.1',
    )
    const refused = 'it rejects the credentials'
    await expect(queryTurnServer(`turn:${at}`, credentials('another'), signal)).rejects.toThrow(
      refused,
    )
  },
)

test('an unreachable server is reported, and a silent one times out', async () => {
  const nowhere = `127.0.0.1:${await findFreePort()}`
  const signal = AbortSignal.timeout(10_000)
  await expect(queryStunServer(`stun:${nowhere}`, signal)).rejects.toThrow('ECONNREFUSED')
  await expect(
    queryTurnServer(`turn:${nowhere}?transport=tcp`, credentials(secret), signal),
  ).rejects.toThrow('ECONNREFUSED')
  await expect(queryStunServer('stun:no-such-host.invalid', signal)).rejects.toThrow(
    /ENOTFOUND|EAI_AGAIN/,
  )
  const silent = createSocket('udp4').bind(0, '127.0.0.1')
  onTestFinished(() => void silent.close())
  await once(silent, 'listening')
  const soon = AbortSignal.timeout(50)
  await expect(queryStunServer(`stun:127.0.0.1:${silent.address().port}`, soon)).rejects.toThrow(
    'it does not answer',
  )
})
