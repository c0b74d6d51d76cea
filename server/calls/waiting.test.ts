import { expect, test } from 'vitest'
import { sent } from '#contract/calls.ts'
import { changed } from '#contract/kit/socket.ts'
import { hourMs } from '#contract/kit/time.ts'
import { getHome } from '#contract/reviews.ts'
import {
  makeCall,
  openPage,
  severalProcesses,
  startLiveApp,
  startSecondProcess,
} from '#test/live.ts'

async function startCall() {
  const app = await startLiveApp()
  const call = await makeCall(app)
  const home = await openPage(app, call.student.token)
  const reviewerWaits = async () => {
    const { body } = await app.call(getHome, { token: call.student.token })
    return 'reviewerWaits' in body ? body.reviewerWaits : undefined
  }
  return { app, call, home, reviewerWaits }
}

test('the student’s open pages hear that their reviewer is in the room, and has left it', async () => {
  const { app, call, home, reviewerWaits } = await startCall()
  expect(await reviewerWaits()).toBe(false)
  const reviewer = await openPage(app, call.reviewer.token)
  await reviewer.join(call.room)
  expect(await home.next(changed)).toEqual({ what: 'reviews' })
  expect(await reviewerWaits()).toBe(true)
  await reviewer.send(sent.leave, { room: call.room })
  expect(await home.next(changed)).toEqual({ what: 'reviews' })
  expect(await reviewerWaits()).toBe(false)
})

test('a reviewer whose page is closed does not wait any more', async () => {
  const { app, call, home, reviewerWaits } = await startCall()
  const reviewer = await openPage(app, call.reviewer.token)
  await reviewer.join(call.room)
  await home.next(changed)
  reviewer.socket.disconnect()
  await home.next(changed)
  expect(await reviewerWaits()).toBe(false)
})

test('a reviewer of whom no end was noted is not believed to wait for ever', async () => {
  const { app, call, reviewerWaits } = await startCall()
  const reviewer = await openPage(app, call.reviewer.token)
  await reviewer.join(call.room)
  app.time.now += 3 * hourMs
  expect(await reviewerWaits()).toBe(false)
})

test('the student in the room is nobody who waits for them', async () => {
  const { call, home, reviewerWaits } = await startCall()
  await home.join(call.room)
  expect(await reviewerWaits()).toBe(false)
  expect(home.heard).toEqual([])
})

if (severalProcesses) {
  test('they hear it from another process, too', async () => {
    const { app, call, home } = await startCall()
    const reviewer = await openPage(await startSecondProcess(app), call.reviewer.token)
    await reviewer.join(call.room)
    expect(await home.next(changed)).toEqual({ what: 'reviews' })
  })
}
