import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { blockUnblock, logout, updatePassword } from '#contract/accounts/accounts.ts'
import { callClientEvents, callServerEvents } from '#contract/calls/calls.ts'
import { addDomain } from '#contract/domains/domains.ts'
import { tooManyRequestsMessage } from '#contract/kit/refusal.ts'
import { changedEvent } from '#contract/kit/socket-event.ts'
import { socketEventsBurst, socketsPerPerson } from '#contract/limits/limits.ts'
import { editProfile } from '#contract/people/edit-profile.ts'
import { createReview } from '#contract/reviews/decision.ts'
import { updateMark, updateTaskStatus } from '#contract/reviews/marking.ts'
import { bookSlot } from '#contract/reviews/scheduling/booking.ts'
import { addSlots } from '#contract/slots/slots.ts'
import { onboard, password } from '#test/accounts/onboard.ts'
import { openSession } from '#test/accounts/session.ts'
import { makeDomain, makePerson, makeReview, makeSlot } from '#test/factories.ts'
import {
  canShareDatabase,
  makeJoinedReview,
  makeUpcomingReview,
  openPageSocket,
  type PageSocket,
  startLiveApp,
  startSecondProcess,
} from '#test/live-app.ts'
import { openSockets } from './sockets.ts'

const sentAway = 'io server disconnect'

test('a blocked person is disconnected at once and cannot come back', async () => {
  const app = await startLiveApp()
  const { reviewer, student, people } = await makeJoinedReview(app)
  const admin = await makePerson(app, 'admin')
  await app.call(blockUnblock.student, {
    token: admin.token,
    body: { id: people.student._id, action: 'block' },
  })
  expect(await student.ended).toBe(sentAway)
  expect(await reviewer.next(callServerEvents.left)).toEqual({ id: student.id })
  await expect(openPageSocket(app, people.student.token)).rejects.toMatchObject({
    data: { Auth: false },
  })
  expect(reviewer.socket.connected).toBe(true)
})

test('signing out disconnects only the pages of that session', async () => {
  const app = await startLiveApp()
  const person = await makePerson(app, 'advisor')
  const elsewhere = await openPageSocket(app, await openSession(app.context, person._id))
  const pages = [await openPageSocket(app, person.token), await openPageSocket(app, person.token)]
  await app.call(logout.advisor, { token: person.token })
  for (const page of pages) expect(await page.ended).toBe(sentAway)
  expect(elsewhere.socket.connected).toBe(true)
})

test('a new password disconnects the pages of all other sessions', async () => {
  const app = await startLiveApp()
  const { _id } = await onboard(app, 'student')
  const token = await openSession(app.context, _id)
  const here = await openPageSocket(app, token)
  const elsewhere = await openPageSocket(app, await openSession(app.context, _id))
  const body = { oldpass: password, newpass: 'another password' }
  expect((await app.call(updatePassword.student, { token, body })).status).toBe(200)
  expect(await elsewhere.ended).toBe(sentAway)
  expect(here.socket.connected).toBe(true)
})

test('an expired session’s page is disconnected', async () => {
  const app = await startLiveApp()
  const person = await makePerson(app, 'student')
  const page = await openPageSocket(app, person.token)
  await app.context.db.deleteFrom('sessions').where('person_id', '=', person._id).execute()
  app.time.now += 6_000
  const ended = { ok: false, message: 'Your session has ended. Please sign in again.' }
  // The server may send the page away before it is asked anything.
  const answer = await page.sendAny('room:leave', { room: 'any' }).catch(() => ended)
  expect(answer).toEqual(ended)
  expect(await page.ended).toBe(sentAway)
})

test('only the open pages of the people concerned are notified of a change', async () => {
  const app = await startLiveApp()
  const { reviewer, advisor, student } = await makeUpcomingReview(app)
  const review = await makeReview(app, { student, advisor })
  const slot = await makeSlot(app, reviewer, app.time.now + 7_200_000)
  const stranger = await openPageSocket(app, (await makePerson(app, 'reviewer')).token)
  const pages = {
    student: await openPageSocket(app, student.token),
    advisor: await openPageSocket(app, advisor.token),
    reviewer: await openPageSocket(app, reviewer.token),
  }
  const hear = async (what: string, ...who: (keyof typeof pages)[]) => {
    for (const one of who) {
      await expect
        .poll(() => pages[one].heard)
        .toContainEqual({ name: 'changed', payload: { what } })
      pages[one].heard.splice(0)
    }
  }

  const range = { date: '2026-03-03', timeStart: '09:00', timeEnd: '10:00', reviewTime: 30 }
  const values = { values: range }
  await app.call(addSlots, { token: reviewer.token, body: values })
  expect(await pages.reviewer.next(changedEvent)).toEqual({ what: 'slots' })

  const value = { reviewId: review, reviewer: reviewer._id, slot }
  await app.call(bookSlot.advisor, { token: advisor.token, body: { value } })
  await hear('reviews', 'student', 'advisor', 'reviewer')

  const mark = { code: 50, theory: 60, weekStatus: 'Task Completed' as const }
  await app.call(updateMark, { token: reviewer.token, body: { id: review, value: { mark } } })
  await hear('reviews', 'student', 'advisor', 'reviewer')

  const states = { id: review, value: { seminar: 'completed' as const } }
  await app.call(updateTaskStatus.advisor, { token: advisor.token, body: states })
  await hear('reviews', 'student', 'advisor', 'reviewer')

  const follow = { id: review, value: { status: 'next-week' as const } }
  await app.call(createReview.advisor, { token: advisor.token, body: follow })
  await hear('reviews', 'student', 'advisor', 'reviewer')
  expect(stranger.heard).toEqual([])
})

test('admins’ pages are notified of every change', async () => {
  const app = await startLiveApp()
  const admin = await makePerson(app, 'admin')
  const student = await makePerson(app, 'student')
  const pages = [await openPageSocket(app, admin.token), await openPageSocket(app, admin.token)]
  const others = await openPageSocket(app, student.token)
  const number = '9876543210'
  const body = { number, address: '12 Elm Road' }
  expect((await app.call(editProfile.student, { token: student.token, body })).status).toBe(200)
  for (const page of pages) expect(await page.next(changedEvent)).toEqual({ what: 'school' })
  expect(others.heard).toEqual([])
})

test('admins are not notified of a refused change', async () => {
  const app = await startLiveApp()
  const admin = await makePerson(app, 'admin')
  await makeDomain(app, 'Robotics')
  const page = await openPageSocket(app, admin.token)
  const refused = await app.call(addDomain, { token: admin.token, body: { name: 'Robotics' } })
  expect(refused.status).toBe(409)
  // What the server has told before it answers is heard before the answer.
  await page.send(callClientEvents.leave, { room: 'any' })
  expect(page.heard).toEqual([])
})

test('an expired session is disconnected by the next sweep', async () => {
  const app = await startLiveApp()
  const { token } = await makePerson(app, 'student')
  const server = Fastify()
  const sockets = await openSockets(server, app.context, {})
  onTestFinished(() => server.close())
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  const page = await openPageSocket({ url }, token)
  await sockets.cutEndedSessions()
  expect(page.socket.connected).toBe(true)
  app.time.now += 25 * 3_600_000
  await sockets.cutEndedSessions()
  expect(await page.ended).toBe(sentAway)
})

if (canShareDatabase) {
  test('a block and a change reach the pages of every process', async () => {
    const app = await startLiveApp()
    const second = await startSecondProcess(app)
    const { token, _id } = await makePerson(app, 'reviewer')
    const page = await openPageSocket(second, token)
    const range = { date: '2026-03-03', timeStart: '09:00', timeEnd: '10:00', reviewTime: 30 }
    await app.call(addSlots, { token, body: { values: range } })
    expect(await page.next(changedEvent)).toEqual({ what: 'slots' })

    const admin = await makePerson(app, 'admin')
    const body = { id: _id, action: 'block' as const }
    await app.call(blockUnblock.reviewer, { token: admin.token, body })
    expect(await page.ended).toBe(sentAway)
  })
}

test('a person can open at most 50 sockets, and others can still connect', async () => {
  const app = await startLiveApp()
  const { token } = await makePerson(app, 'student')
  const other = await makePerson(app, 'student')
  await Promise.all(Array.from({ length: socketsPerPerson }, () => openPageSocket(app, token)))
  const beyond = await openPageSocket(app, token)
  expect(await beyond.ended).toBe(sentAway)
  const theirs = await openPageSocket(app, other.token)
  expect((await theirs.sendAny('nobody knows this', {})).ok).toBe(false)
})

test('all pages of a person share one event limit, and others are unaffected', async () => {
  const app = await startLiveApp({ rateLimit: true })
  const { token } = await makePerson(app, 'student')
  const [one, second] = [await openPageSocket(app, token), await openPageSocket(app, token)]
  const other = await openPageSocket(app, (await makePerson(app, 'student')).token)
  const send = ({ sendAny }: PageSocket) => sendAny('room:leave', { room: 'any' })
  const tooMany = { ok: false, message: tooManyRequestsMessage }
  // Each of them weighs five ordinary events.
  for (let at = 0; at < socketEventsBurst; at += 5) expect(await send(one)).not.toEqual(tooMany)
  expect(await send(second)).toEqual(tooMany)
  expect(await send(other)).not.toEqual(tooMany)
  app.time.now += 1_000
  expect(await send(second)).not.toEqual(tooMany)
})
