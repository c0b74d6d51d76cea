import { expect, test } from 'vitest'
import { getCallRecord, listCallChat } from '#contract/calls/call-record.ts'
import { callClientEvents, callServerEvents } from '#contract/calls/calls.ts'
import { makePerson } from '#test/factories.ts'
import {
  makeJoinedReview,
  makeUpcomingReview,
  openPageSocket,
  startLiveApp,
} from '#test/live-app.ts'

const ans = { type: 'answer', sdp: 'v=0' } as const

test('the review shows who joined and left when, and how the call ended', async () => {
  const app = await startLiveApp()
  const start = app.time.now
  const at = (seconds: number) => new Date(start + seconds * 1000).toISOString()
  const { room, student, reviewer, people } = await makeJoinedReview(app)
  const after = (seconds: number) => {
    app.time.now = start + seconds * 1000
  }
  after(10)
  await reviewer.send(callClientEvents.accept, { to: student.id, ans })
  after(600)
  const again = await openPageSocket(app, people.student.token)
  await again.join(room)
  await student.next(callServerEvents.replaced)
  await reviewer.next(callServerEvents.joined)
  after(900)
  await reviewer.send(callClientEvents.end, { to: again.id })
  after(910)
  await again.send(callClientEvents.leave, { room })
  await reviewer.next(callServerEvents.left)
  after(920)
  reviewer.socket.disconnect()

  const person = {
    student: { _id: people.student._id, name: people.student.name, role: 'student' },
    reviewer: { _id: people.reviewer._id, name: people.reviewer.name, role: 'reviewer' },
  }
  const read = () =>
    app.call(getCallRecord.advisor, { token: people.advisor.token, query: { id: room } })
  await expect.poll(async () => (await read()).body.events).toHaveLength(8)
  const { body } = await read()
  const once = (seconds: number) => ({ at: at(seconds), since: at(seconds), times: 1, early: true })
  const none = { reason: null }
  expect(body.events).toEqual([
    { kind: 'joined', person: person.student, ...once(0), ...none },
    { kind: 'joined', person: person.reviewer, ...once(0), ...none },
    { kind: 'answered', person: person.reviewer, ...once(10), ...none },
    { kind: 'joined', person: person.student, ...once(600), ...none },
    { kind: 'left', person: person.student, ...once(600), reason: 'replaced' },
    { kind: 'ended', person: person.reviewer, ...once(900), ...none },
    { kind: 'left', person: person.student, ...once(910), reason: 'left' },
    { kind: 'left', person: person.reviewer, ...once(920), reason: 'left' },
  ])
  // The slot is an hour away, so all of it counts as early.
  expect(body).toMatchObject({ togetherSeconds: 910, earlySeconds: 910 })
})

test('a broken connection and a server shutdown are recorded', async () => {
  const app = await startLiveApp()
  const { room, student, reviewer, people } = await makeJoinedReview(app)
  student.socket.io.engine.close()
  await reviewer.next(callServerEvents.left)
  const record = () =>
    app.context.db
      .selectFrom('call_events')
      .select(['person_id', 'reason'])
      .where('review_id', '=', room)
      .where('kind', '=', 'left')
      .orderBy('id')
      .execute()
  await expect.poll(record).toHaveLength(1)
  await app.app.close()
  expect(await record()).toEqual([
    { person_id: people.student._id, reason: 'disconnected' },
    { person_id: people.reviewer._id, reason: 'disconnected' },
  ])
})

test('joining again on the same page is not recorded twice', async () => {
  const app = await startLiveApp()
  const { room, student, people } = await makeJoinedReview(app)
  await student.join(room)
  const { body } = await app.call(getCallRecord.reviewer, {
    token: people.reviewer.token,
    query: { id: room },
  })
  expect(body.events.map(({ kind }) => kind)).toEqual(['joined', 'joined'])
})

test('others cannot read the record or the chat of a review', async () => {
  const app = await startLiveApp()
  const { room } = await makeUpcomingReview(app)
  const query = { id: room }
  const token = async (role: 'student' | 'advisor' | 'reviewer') =>
    (await makePerson(app, role)).token
  for (const refused of [
    await app.call(listCallChat.student, { token: await token('student'), query }),
    await app.call(listCallChat.reviewer, { token: await token('reviewer'), query }),
    await app.call(getCallRecord.advisor, { token: await token('advisor'), query }),
    await app.call(getCallRecord.reviewer, { token: await token('reviewer'), query }),
  ]) {
    expect(refused).toMatchObject({ status: 404, body: { message: 'This review does not exist' } })
  }
  for (const [path, role] of [
    ['/admin/call-record', 'advisor'],
    ['/advisor/call-record', 'student'],
    ['/call-chat', 'reviewer'],
  ] as const) {
    const refused = await app.send('GET', `${path}?id=${room}`, { token: await token(role) })
    expect(refused.status).toBe(401)
  }
})
