import { expect, test } from 'vitest'
import { callClientEvents } from '#contract/calls/calls.ts'
import { changedEvent } from '#contract/kit/socket-event.ts'
import { addSlots } from '#contract/slots/slots.ts'
import { makePerson } from '#test/factories.ts'
import {
  canShareDatabase,
  openPageSocket,
  type PageSocket,
  startLiveApp,
  startSecondProcess,
} from '#test/live-app.ts'

const range = { date: '2026-03-03', timeStart: '09:00', timeEnd: '10:00', reviewTime: 30 }

/** What a page has been told of as it connected: twice, where the change itself comes only then. */
async function readEvents(page: PageSocket) {
  // What the server has told before it answers is heard before the answer.
  await page.send(callClientEvents.leave, { room: 'any' })
  return [...new Set(page.heard.map(({ name, payload }) => `${name} ${JSON.stringify(payload)}`))]
}

test('a page that connects late is notified of changes since it fetched its data', async () => {
  const app = await startLiveApp()
  const [reviewer, other] = [await makePerson(app, 'reviewer'), await makePerson(app, 'reviewer')]
  const asked = performance.now()
  const askedThen = () => ({ askedMsAgo: performance.now() - asked })
  expect(await readEvents(await openPageSocket(app, reviewer.token, askedThen()))).toEqual([])
  await app.call(addSlots, { token: reviewer.token, body: { values: range } })
  const missed = [`${changedEvent.name} {"what":"slots"}`]
  expect(await readEvents(await openPageSocket(app, reviewer.token, askedThen()))).toEqual(missed)
  expect(await readEvents(await openPageSocket(app, other.token, askedThen()))).toEqual([])
})

test('an older client that does not say when it fetched its data is not notified of earlier changes', async () => {
  const app = await startLiveApp()
  const { token } = await makePerson(app, 'reviewer')
  const before = await openPageSocket(app, token)
  await app.call(addSlots, { token, body: { values: range } })
  // Pages are told after the answer: what this one has heard, none that opens later hears as new.
  await before.next(changedEvent)
  expect(await readEvents(await openPageSocket(app, token))).toEqual([])
})

if (canShareDatabase) {
  test('a late page is notified of changes by another process too', async () => {
    const app = await startLiveApp()
    const second = await startSecondProcess(app)
    const { token } = await makePerson(app, 'reviewer')
    const asked = performance.now()
    const before = await openPageSocket(second, token)
    await app.call(addSlots, { token, body: { values: range } })
    // What one page there has heard, the process knows.
    expect(await before.next(changedEvent)).toEqual({ what: 'slots' })
    const page = await openPageSocket(second, token, { askedMsAgo: performance.now() - asked })
    expect(await page.next(changedEvent)).toEqual({ what: 'slots' })
  })
}
