import { expect, test } from 'vitest'
import { getCallRecord, listCallChat } from '#contract/calls/call-record.ts'
import { callClientEvents } from '#contract/calls/calls.ts'
import { makePerson } from '#test/factories.ts'
import { makeJoinedReview, openPageSocket, startLiveApp } from '#test/live-app.ts'

test('the chat is saved with the review, in order, for both participants and those who may read it', async () => {
  const app = await startLiveApp()
  const { room, student, reviewer, people } = await makeJoinedReview(app)
  expect(await student.send(callClientEvents.chat, { room, text: '  Can you hear me? ' })).toEqual({
    ok: true,
  })
  app.time.now += 1000
  expect(await reviewer.send(callClientEvents.chat, { room, text: 'Yes <b>😀</b>' })).toEqual({
    ok: true,
  })
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

test('a chat message is refused if it is empty, too long, or from outside the room', async () => {
  const app = await startLiveApp()
  const { room, student, people } = await makeJoinedReview(app)
  const bad = { ok: false, message: 'Please check what you entered' }
  for (const text of ['', '  ', 'x'.repeat(2001), 7]) {
    expect(await student.sendAny('chat:kept', { room, text })).toEqual(bad)
  }
  const outside = await openPageSocket(app, people.student.token)
  const stranger = await openPageSocket(app, (await makePerson(app, 'reviewer')).token)
  for (const page of [outside, stranger]) {
    expect(await page.send(callClientEvents.chat, { room, text: 'hello' })).toEqual({
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

test('a text that only one of the databases could store does no harm', async () => {
  const app = await startLiveApp()
  const { room, student } = await makeJoinedReview(app)
  await student.sendAny('chat:kept', { room, text: 'a\u0000b' })
  expect(await student.send(callClientEvents.chat, { room, text: 'after it' })).toEqual({
    ok: true,
  })
  expect(app.errors).toEqual([])
})
