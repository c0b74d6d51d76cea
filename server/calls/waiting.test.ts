import { expect, test } from 'vitest'
import { callClientEvents } from '#contract/calls/calls.ts'
import { changedEvent } from '#contract/kit/socket-event.ts'
import { hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { listNotifications } from '#contract/notifications/list.ts'
import { getHome } from '#contract/reviews/reviews.ts'
import {
  canShareDatabase,
  makeUpcomingReview,
  openPageSocket,
  startLiveApp,
  startSecondProcess,
} from '#test/live-app.ts'

async function startCall() {
  const app = await startLiveApp()
  const call = await makeUpcomingReview(app)
  const home = await openPageSocket(app, call.student.token)
  const reviewerWaits = async () => {
    const { body } = await app.call(getHome, { token: call.student.token })
    return 'reviewerWaits' in body ? body.reviewerWaits : undefined
  }
  return { app, call, home, reviewerWaits }
}

test('the student’s open pages are told when their reviewer joins and leaves the room', async () => {
  const { app, call, home, reviewerWaits } = await startCall()
  expect(await reviewerWaits()).toBe(false)
  const reviewer = await openPageSocket(app, call.reviewer.token)
  await reviewer.join(call.room)
  expect(await home.next(changedEvent)).toEqual({ what: 'reviews' })
  expect(await reviewerWaits()).toBe(true)
  await reviewer.send(callClientEvents.leave, { room: call.room })
  expect(await home.next(changedEvent)).toEqual({ what: 'reviews' })
  expect(await reviewerWaits()).toBe(false)
})

test('a reviewer whose page is closed no longer waits', async () => {
  const { app, call, home, reviewerWaits } = await startCall()
  const reviewer = await openPageSocket(app, call.reviewer.token)
  await reviewer.join(call.room)
  await home.next(changedEvent)
  reviewer.socket.disconnect()
  await home.next(changedEvent)
  expect(await reviewerWaits()).toBe(false)
})

test('a reviewer whose leaving was not recorded does not count as waiting forever', async () => {
  const { app, call, reviewerWaits } = await startCall()
  const reviewer = await openPageSocket(app, call.reviewer.token)
  await reviewer.join(call.room)
  app.time.now += 3 * hourMs
  expect(await reviewerWaits()).toBe(false)
})

test('a student in the room does not count as somebody who waits for them', async () => {
  const { call, home, reviewerWaits } = await startCall()
  await home.join(call.room)
  expect(await reviewerWaits()).toBe(false)
  expect(home.heard).toEqual([])
})

if (canShareDatabase) {
  test('they are told across processes too', async () => {
    const { app, call, home } = await startCall()
    const reviewer = await openPageSocket(await startSecondProcess(app), call.reviewer.token)
    await reviewer.join(call.room)
    expect(await home.next(changedEvent)).toEqual({ what: 'reviews' })
  })
}

test('the awaited person is notified once per slot, and not before its time', async () => {
  const { app, call, home } = await startCall()
  const notices = async () =>
    (await app.call(listNotifications.student, { token: call.student.token, query: {} })).body
  const reviewer = await openPageSocket(app, call.reviewer.token)
  const visit = async () => {
    await reviewer.join(call.room)
    await reviewer.send(callClientEvents.leave, { room: call.room })
  }
  await visit()
  expect(await notices()).toEqual([])
  app.time.now += 30 * minuteMs
  await visit()
  await visit()
  expect(await notices()).toMatchObject([
    {
      kind: 'waiting',
      text: `${call.reviewer.name} is waiting for you in the call.`,
      path: `/call/${call.room}`,
    },
  ])
  await expect
    .poll(() => home.heard)
    .toContainEqual({
      name: 'changed',
      payload: { what: 'notices' },
    })
})

test('a reviewer is notified that the student waits, unless they are in the room already', async () => {
  const { app, call, home } = await startCall()
  app.time.now += 30 * minuteMs
  await home.join(call.room)
  const notifications = await app.call(listNotifications.reviewer, {
    token: call.reviewer.token,
    query: {},
  })
  expect(notifications.body).toMatchObject([
    {
      text: `${call.student.name} is waiting for you in the call.`,
      path: `/reviewer/call/${call.room}`,
    },
  ])
  await (await openPageSocket(app, call.reviewer.token)).join(call.room)
  const ofStudent = await app.call(listNotifications.student, {
    token: call.student.token,
    query: {},
  })
  expect(ofStudent.body).toEqual([])
})
