import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { startApp, type TestApp } from '#test/app.ts'
import { makeDomain, makePerson } from '#test/factories.ts'
import { meet, startLiveApp } from '#test/live.ts'
import { newId } from '../id.ts'
import { type Reader, trackBackpressure } from './backpressure.ts'

const KiB = 1024
const MiB = KiB * KiB
/** A session may leave much less unread than the reply below. */
const little = { unreadOfSession: MiB, unreadOfNetwork: MiB, unreadInAll: 64 * MiB }

/** Tasks of 8 MB, more than the system takes off the server's hands; where all of them are told. */
async function fillTasks(app: TestApp): Promise<string> {
  const { _id: domain_id } = await makeDomain(app)
  const lines = JSON.stringify(Array(100).fill('x'.repeat(1_000)))
  const texts = { personal_development: lines, technical: lines, miscellaneous: lines }
  const rows = Array.from({ length: 28 }, (_, at) => ({
    ...{ id: newId(), domain_id, week: at + 1, created_at: 0 },
    ...texts,
  }))
  await app.context.db.insertInto('tasks').values(rows).execute()
  return `/admin/all-task?domain=${domain_id}`
}

/** Asks for all tasks and reads nothing of the answer; `ended` is the server's doing. */
function askUnread(url: URL, token: string): { socket: Socket; ended: Promise<unknown> } {
  const socket = connect(Number(url.port), url.hostname)
  onTestFinished(() => void socket.destroy())
  socket.pause()
  socket.write(
    `GET ${url.pathname}${url.search} HTTP/1.1\r\nhost: school.test\r\nauthorization: ${token}\r\n\r\n`,
  )
  // A connection that is paused notices its end by writing.
  const ended = vi.waitFor(() => {
    socket.write('\r\n')
    expect(socket.destroyed).toBe(true)
  }, 10_000)
  socket.on('error', () => {})
  return { socket, ended }
}

test('a session that reads none of its replies is cut, and others read theirs', async () => {
  const app = await startApp({}, { limits: little })
  const path = await fillTasks(app)
  const url = new URL(path, await app.app.listen({ host: '127.0.0.1', port: 0 }))
  const [slow, other] = [await makePerson(app, 'admin'), await makePerson(app, 'admin')]
  const first = askUnread(url, slow.token)
  const all = await fetch(url, { headers: { authorization: other.token } })
  expect((await all.text()).length).toBeGreaterThan(8_000_000)
  expect(first.socket.destroyed).toBe(false)
  askUnread(url, slow.token)
  await first.ended
})

test('a page that does not read what its partner sends is cut', async () => {
  const app = await startLiveApp()
  const { room, student, people } = await meet(app)
  const address = `${app.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`
  const slow = new WebSocket(address)
  onTestFinished(() => slow.terminate())
  await once(slow, 'message')
  slow.send(`40${JSON.stringify({ token: people.reviewer.token })}`)
  const [let_in] = await once(slow, 'message')
  const { sid }: { sid: string } = JSON.parse(String(let_in).slice(2))
  slow.send(`42${JSON.stringify(['room:join', { email: 'any', room }])}`)
  await vi.waitFor(async () => {
    const to = { to: sid, offer: { type: 'offer', sdp: 'short' } }
    expect(await student.sendAny('user:call', to)).toEqual({ ok: true })
  })
  slow.pause()
  const offer = { type: 'offer', sdp: 'x'.repeat(60 * KiB) }
  let answer: unknown
  for (let at = 0; at < 400 && !isRefusal(answer); at++) {
    answer = await student.sendAny('user:call', { to: sid, offer })
  }
  expect(answer).toEqual({ ok: false, message: 'They are not in the room' })
})

const isRefusal = (answer: unknown) => JSON.stringify(answer)?.includes('false')

const limits = { unreadOfSession: 100, unreadOfNetwork: 200, unreadInAll: 300 }
const session = (name: string): Reader => ({ network: '192.0.2.1', session: name })

/** A reader's connections, by name, and which of them have been cut. */
function counted() {
  const cuts: string[] = []
  const networks: string[] = []
  const unread = trackBackpressure(limits, (network) => networks.push(network))
  const write = (name: string, reader: Reader, bytes: number) => {
    const written = unread.hold(reader, () => cuts.push(name))
    written.set(bytes)
    return written
  }
  return { cuts, networks, write }
}

test('beyond a session’s measure what was unread longest is cut, and never the only one', () => {
  const { cuts, networks, write } = counted()
  write('one', session('a'), 250)
  expect(cuts).toEqual([])
  write('two', session('a'), 40)
  write('three', session('a'), 40)
  expect(cuts).toEqual(['one'])
  write('four', session('a'), 40)
  expect(cuts).toEqual(['one', 'two'])
  expect(networks).toEqual(['192.0.2.1', '192.0.2.1'])
})

test('what has been read counts no more', () => {
  const { cuts, write } = counted()
  for (let at = 0; at < 10; at++) write(`${at}`, session('a'), 90).letGo()
  const growing = write('growing', session('a'), 90)
  growing.set(10)
  write('last', session('a'), 90)
  expect(cuts).toEqual([])
})

test('a network without a session has a measure of its own', () => {
  const { cuts, write } = counted()
  write('session', session('a'), 90)
  write('one', { network: '192.0.2.1' }, 150)
  expect(cuts).toEqual([])
  write('two', { network: '192.0.2.1' }, 60)
  expect(cuts).toEqual(['one'])
})

test('beyond what there may be in all, whoever has most is cut', () => {
  const { cuts, write } = counted()
  write('small', session('a'), 50)
  write('large', session('b'), 200)
  write('last', session('c'), 60)
  expect(cuts).toEqual(['large'])
})
