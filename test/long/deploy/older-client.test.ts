import { expect, test } from 'vitest'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { findFreePort } from '#test/databases/postgres.ts'
import { startHaproxy } from '#test/deploy/haproxy.ts'
import { startCaddy, startNginx } from '#test/deploy/tls-proxies.ts'
import { openOlderClient } from '#test/older-client.ts'
import { makeOwnClusterSchool, startServer } from '#test/schools/own-cluster-school.ts'

const proxies = {
  Caddy: async (one: number, two: number) => (await startCaddy(one, two)).url,
  // Its certificate is for another name, which a plain client does not resolve.
  nginx: async (one: number, two: number) =>
    (await startNginx(one, two)).url.replace('weekward.school.org', '127.0.0.1'),
  // The third process was not started.
  HAProxy: async (one: number, two: number) => startHaproxy([one, two, await findFreePort()]),
}

test.for(Object.entries(proxies))(
  'behind %s as we set it up, before two processes, an older client begins with long polling and is heard',
  { timeout: 3 * minuteMs },
  async ([_name, start]) => {
    const school = await makeOwnClusterSchool()
    const servers = [await startServer(school), await startServer(school)]
    const [one = 0, two = 0] = servers.map(({ url }) => Number(new URL(url).port))
    const url = await start(one, two)
    await expect.poll(() => isReached(url), { timeout: minuteMs }).toBe(true)
    const token = (await servers[0]?.signIn()) ?? ''

    for (const transports of [['polling'], undefined]) {
      for (let client = 0; client < 4; client++) {
        const older = await openOlderClient(url, token, transports)
        expect(older.began()).toBe('polling')
        for (let turn = 0; turn < 5; turn++) {
          const answer = await older.socket.timeout(10_000).emitWithAck('room:leave', { room: 'x' })
          expect(answer).toEqual({ ok: false, message: 'Not found' })
        }
        if (!transports) await expect.poll(older.transport).toBe('websocket')
        older.socket.disconnect()
      }
    }
  },
)

async function isReached(url: string): Promise<boolean> {
  if (url.startsWith('https:')) return true
  return fetch(`${url}/in-rotation`).then(
    ({ ok }) => ok,
    () => false,
  )
}
