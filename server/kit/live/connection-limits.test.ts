import { once } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { buildApp } from '#server/app.ts'
import { makePerson } from '#test/factories.ts'
import { canShareDatabase, type LiveApp, makeJoinedReview, startLiveApp } from '#test/live-app.ts'
import { noLive } from './live-interface.ts'
import type { SocketAdapterOptions } from './sockets.ts'

const query = 'socket.io/?EIO=4&transport'
const refusedBy = (answer: string) => answer.startsWith('44')
const made = (token: string) => `40${JSON.stringify({ token })}`

/** A WebSocket without the sockets' own client, and what has come over it. */
async function openRaw({ url }: Pick<LiveApp, 'url'>) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/${query}=websocket`)
  onTestFinished(() => socket.terminate())
  const heard: string[] = []
  socket.on('message', (data) => heard.push(String(data)))
  // A broken line has the code 1006: one that is cut, also while it sends.
  const closed = new Promise<number>((resolve) => {
    socket.on('close', resolve)
    socket.on('error', () => resolve(1006))
  })
  await once(socket, 'message')
  return { socket, heard, closed, answers: () => heard.slice(1) }
}

test('a refused client gets the reason, then the connection closes', async () => {
  const app = await startLiveApp()
  const { socket, closed, answers } = await openRaw(app)
  socket.send(made('made up'))
  expect(await closed).not.toBe(1006)
  // It is asked whether it is still there meanwhile.
  const refusals = answers().filter((answer) => answer !== '2')
  expect(refusals).toEqual([expect.stringMatching(/^44.*"Auth":false/)])
})

test.each([1, 10_000])(
  'of %i more who ask on the same connection nobody gets an answer, and it is cut',
  async (more) => {
    const app = await startLiveApp()
    const { socket, closed, answers } = await openRaw(app)
    for (let at = 0; at <= more; at++) socket.send(made('made up'))
    await closed
    expect(answers().length).toBeLessThanOrEqual(1)
    expect(app.errors).toEqual([])
  },
)

test('a client that sends after a refusal is cut at once', async () => {
  const app = await startLiveApp()
  const { socket, closed } = await openRaw(app)
  socket.send(made('made up'))
  await once(socket, 'message')
  socket.send(made('made up'))
  expect(await closed).toBe(1006)
})

test('a second connect packet cuts an admitted client too', async () => {
  const app = await startLiveApp()
  const { token } = await makePerson(app, 'student')
  const { socket, closed, answers } = await openRaw(app)
  socket.send(made(token))
  await once(socket, 'message')
  expect(answers()[0]).toMatch(/^40/)
  socket.send(made(token))
  await closed
  expect(answers()).toHaveLength(1)
})

test('connecting to many namespaces counts as connecting many times', async () => {
  const app = await startLiveApp()
  const { socket, closed, answers } = await openRaw(app)
  for (let at = 0; at < 1_000; at++) socket.send(`40/room-${at},{"token":"made up"}`)
  await closed
  expect(answers().length).toBeLessThanOrEqual(1)
})

test.each(['message', 'ping', 'pong'] as const)(
  'a connection that is flooded with frames of the kind %s is cut, whoever opened it',
  async (kind) => {
    const app = await startLiveApp({ rateLimit: true })
    const { socket, closed } = await openRaw(app)
    for (let at = 0; at < 1_000; at++) kind === 'message' ? socket.send('3') : socket[kind]()
    await closed
    const other = await openRaw(app)
    other.socket.send(made((await makePerson(app, 'student')).token))
    await once(other.socket, 'message')
    expect(other.answers()[0]).toMatch(/^40/)
  },
)

const KiB = 1_024

test('a page that does not read its messages is cut', async () => {
  const app = await startLiveApp()
  const { room, student, people } = await makeJoinedReview(app)
  const { socket: slow, answers } = await openRaw(app)
  slow.send(made(people.reviewer.token))
  await once(slow, 'message')
  const { sid }: { sid: string } = JSON.parse(answers()[0]?.slice(2) ?? '')
  slow.send(`42${JSON.stringify(['room:join', { email: 'any', room }])}`)
  await vi.waitFor(async () => {
    const to = { to: sid, offer: { type: 'offer', sdp: 'short' } }
    expect(await student.sendAny('user:call', to)).toEqual({ ok: true })
  }, 30_000)
  slow.pause()
  const offer = { type: 'offer', sdp: 'x'.repeat(60 * KiB) }
  let answer: unknown
  for (let at = 0; at < 400 && !isRefusal(answer); at++) {
    answer = await student.sendAny('user:call', { to: sid, offer })
  }
  expect(answer).toEqual({ ok: false, message: 'The other person is not in the room' })
})

const isRefusal = (answer: unknown) => JSON.stringify(answer)?.includes('false')

if (!canShareDatabase) {
  test('long polling allows one connect packet too', async () => {
    const app = await startLiveApp()
    const address = `${app.url}/${query}=polling`
    const opened = (await (await fetch(address)).text()).slice(1)
    const { sid }: { sid: string } = JSON.parse(opened)
    const packets = Array(1_000).fill(made('made up')).join('\x1e')
    await fetch(`${address}&sid=${sid}`, { method: 'POST', body: packets })
    expect((await fetch(`${address}&sid=${sid}`)).status).toBe(400)
  })

  test('long polling gives the reason for a refusal', async () => {
    const app = await startLiveApp()
    const address = `${app.url}/${query}=polling`
    const opened = (await (await fetch(address)).text()).slice(1)
    const { sid }: { sid: string } = JSON.parse(opened)
    await fetch(`${address}&sid=${sid}`, { method: 'POST', body: made('made up') })
    expect(refusedBy(await (await fetch(`${address}&sid=${sid}`)).text())).toBe(true)
  })
}

test('the log has one line for many refusals of a network', async () => {
  const lines: string[] = []
  const api = await startLiveApp()
  const context = { ...api.context, live: noLive }
  const log = { level: 'info', stream: { write: (line: string) => lines.push(line) } } as const
  const sockets: SocketAdapterOptions = {}
  const app = await buildApp(context, { log, sockets })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  for (let at = 0; at < 5; at++) {
    const { socket, closed } = await openRaw({ url })
    socket.send(made('made up'))
    socket.send(made('made up'))
    await closed
  }
  await app.close()
  const logged = lines.map((line) => JSON.parse(line)).filter(({ msg }) => /refused/.test(msg))
  expect(logged).toMatchObject([{ network: '127.0.0.1', times: 5 }])
})
