import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { getIceServers } from '#contract/calls/ice-servers.ts'
import { hourMs } from '#contract/kit/time/durations.ts'
import { startApp } from '#test/app.ts'
import { findFreePort } from '#test/databases/postgres.ts'
import { makePerson } from '#test/factories.ts'
import { findTurnServer, startTurnServer } from '#test/processes/turn-server.ts'

const iceServers = [{ urls: ['stun:stun.school.test:3478'] }]

test('both participants of a call get the ICE servers of the settings, and nobody else does', async () => {
  const app = await startApp({ iceServers })
  for (const role of ['student', 'reviewer'] as const) {
    const { token } = await makePerson(app, role)
    const { body } = await app.call(getIceServers[role], { token })
    expect(body).toEqual({ iceServers, expiresAt: null })
  }
  expect((await app.call(getIceServers.student, {})).status).toBe(401)
  const { token } = await makePerson(app, 'advisor')
  expect((await app.call(getIceServers.student, { token })).status).toBe(401)
})

test('TURN credentials are made for the person, and expire after six hours', async () => {
  const turn = { urls: ['turn:turn.school.test:3478'], secret: 'of both' }
  const app = await startApp({ iceServers, turn })
  const { token, _id } = await makePerson(app, 'student')
  const { body } = await app.call(getIceServers.student, { token })
  const expires = app.time.now + 6 * hourMs
  expect(body).toEqual({
    iceServers: [
      ...iceServers,
      {
        urls: turn.urls,
        username: `${expires / 1000}:${_id}`,
        credential: expect.stringMatching(/^[\w+/]{27}=$/),
      },
    ],
    expiresAt: new Date(expires).toISOString(),
  })
  expect(JSON.stringify(body)).not.toContain(turn.secret)
})

test.skipIf(!findTurnServer())(
  'a real TURN server accepts the credentials until they expire, and no others',
  async () => {
    const secret = 'shared with coturn'
    const { port, stop } = await startTurnServer(await findFreePort(), secret)
    onTestFinished(stop)
    const app = await startApp({ turn: { urls: [`turn:127.0.0.1:${port}`], secret } })
    const { token } = await makePerson(app, 'student')
    const credentials = async () =>
      (await app.call(getIceServers.student, { token })).body.iceServers.at(-1)

    app.time.now = Date.now()
    await app.context.db
      .updateTable('sessions')
      .set({ created_at: app.time.now, used_at: app.time.now })
      .execute()
    const good = await credentials()
    expect(await relaysFor(port, good)).toBe(true)
    expect(await relaysFor(port, { ...good, credential: 'a wrong one' })).toBe(false)

    app.time.now -= 7 * hourMs
    expect(await relaysFor(port, await credentials())).toBe(false)
  },
)

type Credentials = { username?: string | undefined; credential?: string | undefined }

/** Whether a client with these credentials gets data through the relay within its timeout. */
async function relaysFor(port: number, given: Credentials | undefined): Promise<boolean> {
  const who = ['-u', given?.username ?? '', '-w', given?.credential ?? '']
  const what = ['-y', '-c', '-n', '5', '-m', '1', '-p', String(port), '127.0.0.1']
  const client = spawn('turnutils_uclient', [...who, ...what], { timeout: 15_000 })
  const lines = createInterface(client.stdout)
  const relayed = new Promise<boolean>((resolve) => {
    lines.on('line', (line) => {
      if (/tot_recv_msgs=[1-9]/.test(line)) resolve(true)
    })
    client.once('exit', () => resolve(false))
  })
  const result = await relayed
  client.kill()
  return result
}
