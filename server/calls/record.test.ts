import { expect, test } from 'vitest'
import { getCallRecord, listCallChat, sent, told } from '#contract/calls.ts'
import { hourMs, minuteMs } from '#contract/kit/time.ts'
import { type LiveApp, makeCall, meet, openPage, type Page, startLiveApp } from '#test/live.ts'
import { makePerson, makeSlot } from '#test/make.ts'

const ans = { type: 'answer', sdp: 'v=0' } as const

test('who came and went when, and how the call ended, stands with the review', async () => {
  const app = await startLiveApp()
  const start = app.time.now
  const at = (seconds: number) => new Date(start + seconds * 1000).toISOString()
  const { room, student, reviewer, people } = await meet(app)
  const after = (seconds: number) => {
    app.time.now = start + seconds * 1000
  }
  after(10)
  await reviewer.send(sent.accept, { to: student.id, ans })
  after(600)
  const again = await openPage(app, people.student.token)
  await again.join(room)
  await student.next(told.replaced)
  await reviewer.next(told.joined)
  after(900)
  await reviewer.send(sent.end, { to: again.id })
  after(910)
  await again.send(sent.leave, { room })
  await reviewer.next(told.left)
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
  // The slot is an hour away: all of it is told apart.
  expect(body).toMatchObject({ togetherSeconds: 910, earlySeconds: 910 })
})

test('a line that is cut and a server that stops are noted', async () => {
  const app = await startLiveApp()
  const { room, student, reviewer, people } = await meet(app)
  student.socket.io.engine.close()
  await reviewer.next(told.left)
  const record = () =>
    app.context.db
      .selectFrom('call_events')
      .select(['person_id', 'reason'])
      .where('review_id', '=', room)
      .where('kind', '=', 'left')
      .execute()
  await expect.poll(record).toHaveLength(1)
  await app.app.close()
  expect(await record()).toEqual([
    { person_id: people.student._id, reason: 'disconnected' },
    { person_id: people.reviewer._id, reason: 'disconnected' },
  ])
})

test('coming in again on the same page is not noted twice', async () => {
  const app = await startLiveApp()
  const { room, student, people } = await meet(app)
  await student.join(room)
  const { body } = await app.call(getCallRecord.reviewer, {
    token: people.reviewer.token,
    query: { id: room },
  })
  expect(body.events.map(({ kind }) => kind)).toEqual(['joined', 'joined'])
})

test('the chat is kept with the review, in order, for both sides and for those who watch', async () => {
  const app = await startLiveApp()
  const { room, student, reviewer, people } = await meet(app)
  expect(await student.send(sent.chat, { room, text: '  Can you hear me? ' })).toEqual({ ok: true })
  app.time.now += 1000
  expect(await reviewer.send(sent.chat, { room, text: 'Yes <b>😀</b>' })).toEqual({ ok: true })
  expect(reviewer.heard).toEqual([])

  const admin = await makePerson(app, 'admin')
  const query = { id: room }
  const replies = [
    await app.call(listCallChat.student, { token: people.student.token, query }),
    await app.call(listCallChat.reviewer, { token: people.reviewer.token, query }),
  ].map(({ body }) => body)
  const records = [
    await app.call(getCallRecord.advisor, { token: people.advisor.token, query }),
    await app.call(getCallRecord.reviewer, { token: people.reviewer.token, query }),
    await app.call(getCallRecord.admin, { token: admin.token, query }),
  ].map(({ body }) => body.chat)
  for (const chat of [...replies, ...records]) {
    expect(chat).toMatchObject([
      { text: 'Can you hear me?', person: { name: people.student.name, role: 'student' } },
      { text: 'Yes <b>😀</b>', person: { role: 'reviewer' } },
    ])
  }
})

test('a line of chat is refused when it is empty, too long, or from outside of the room', async () => {
  const app = await startLiveApp()
  const { room, student, people } = await meet(app)
  const bad = { ok: false, message: 'Please check what you entered' }
  for (const text of ['', '  ', 'x'.repeat(2001), 7]) {
    expect(await student.sendAny('chat:kept', { room, text })).toEqual(bad)
  }
  const outside = await openPage(app, people.student.token)
  const stranger = await openPage(app, (await makePerson(app, 'reviewer')).token)
  for (const page of [outside, stranger]) {
    expect(await page.send(sent.chat, { room, text: 'hello' })).toEqual({
      ok: false,
      message: 'Please join the room first',
    })
  }
  const { body } = await app.call(listCallChat.student, {
    token: people.student.token,
    query: { id: room },
  })
  expect(body).toEqual([])
})

test('a text that only one of the databases could hold does no harm', async () => {
  const app = await startLiveApp()
  const { room, student } = await meet(app)
  await student.sendAny('chat:kept', { room, text: 'a\u0000b' })
  expect(await student.send(sent.chat, { room, text: 'after it' })).toEqual({ ok: true })
  expect(app.errors).toEqual([])
})

test('others cannot read the record or the chat of a review', async () => {
  const app = await startLiveApp()
  const { room } = await makeCall(app)
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

/** Comes in and goes again so many times, a second each. */
async function comeAndGo(app: LiveApp, page: Page, room: string, times: number) {
  for (let round = 0; round < times; round++) {
    await page.join(room)
    app.time.now += 1000
    await page.send(sent.leave, { room })
  }
}

test('a student who comes and goes all day long, and writes, spoils nothing of the review', async () => {
  const app = await startLiveApp()
  const { room, ...people } = await makeCall(app)
  const slotAt = app.time.now + hourMs
  const student = await openPage(app, people.student.token)
  // A day before its slot, for ten minutes of each of many hours.
  app.time.now = slotAt - 23 * hourMs
  for (let hour = 0; hour < 6; hour++) {
    await comeAndGo(app, student, room, 25)
    app.time.now += hourMs
  }
  await student.join(room)
  const replies = []
  for (let line = 0; line < 101; line++) {
    app.time.now += 1000
    replies.push((await student.send(sent.chat, { room, text: `line ${line}` })).ok)
  }
  expect(replies).toEqual([...Array(100).fill(true), false])
  await student.send(sent.leave, { room })

  app.time.now = slotAt
  const again = await openPage(app, people.student.token)
  const reviewer = await openPage(app, people.reviewer.token)
  await again.join(room)
  await reviewer.join(room)
  for (const page of [again, reviewer]) {
    expect(await page.send(sent.chat, { room, text: 'in the review' })).toEqual({ ok: true })
  }
  app.time.now += 20 * minuteMs
  await again.send(sent.leave, { room })

  const { body } = await app.call(getCallRecord.advisor, {
    ...{ token: people.advisor.token, query: { id: room } },
  })
  const early = body.events.filter((event) => event.early)
  expect(early.length).toBeLessThanOrEqual(100)
  expect(early.reduce((sum, { times }) => sum + times, 0)).toBe(302)
  expect(early.find(({ times }) => times > 1)).toMatchObject({ kind: 'left', times: 31 })
  expect(body.events.filter((event) => !event.early)).toMatchObject([
    { kind: 'joined', person: { role: 'student' }, times: 1 },
    { kind: 'joined', person: { role: 'reviewer' }, times: 1 },
    { kind: 'left', person: { role: 'student' }, times: 1 },
  ])
  expect(body.chat.filter((line) => !line.early).map(({ text }) => text)).toEqual([
    'in the review',
    'in the review',
  ])
  expect(body).toMatchObject({ togetherSeconds: 20 * 60, earlySeconds: 0 })
})

test('however often a line breaks during the review, its attendance is right to the second', async () => {
  const app = await startLiveApp()
  const { room, ...people } = await makeCall(app)
  app.time.now += hourMs
  const student = await openPage(app, people.student.token)
  const reviewer = await openPage(app, people.reviewer.token)
  await reviewer.join(room)
  // There for a second, away for another.
  for (let round = 0; round < 30; round++) {
    await comeAndGo(app, student, room, 1)
    app.time.now += 1000
  }
  const { body } = await app.call(getCallRecord.reviewer, {
    ...{ token: people.reviewer.token, query: { id: room } },
  })
  expect(body.togetherSeconds).toBe(30)
  expect(body.events).toHaveLength(1 + 20)
  expect(body.events.at(-1)).toMatchObject({ kind: 'left', times: 41, reason: 'left' })
})

test('what was together for a slot that has been given up is told apart from the new one', async () => {
  const app = await startLiveApp()
  const { room, student, reviewer, people } = await meet(app)
  app.time.now += 10 * minuteMs
  await student.send(sent.leave, { room })
  await reviewer.send(sent.leave, { room })
  const slot_id = await makeSlot(app, people.reviewer, app.time.now)
  await app.context.db.updateTable('reviews').set({ slot_id }).where('id', '=', room).execute()
  const read = async () =>
    (
      await app.call(getCallRecord.advisor, {
        ...{ token: people.advisor.token, query: { id: room } },
      })
    ).body
  expect(await read()).toMatchObject({ togetherSeconds: 600, earlySeconds: 600 })
  await student.join(room)
  await reviewer.join(room)
  app.time.now += 5 * minuteMs
  await student.send(sent.leave, { room })
  expect(await read()).toMatchObject({ togetherSeconds: 900, earlySeconds: 600 })
})
