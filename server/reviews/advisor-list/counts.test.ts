import { expect, test } from 'vitest'
import { hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { waitingCountMax } from '#contract/limits/limits.ts'
import {
  countWaitingForAdvisor,
  countWaitingForReviewer,
} from '#contract/reviews/waiting-counts.ts'
import { openSession } from '#test/accounts/session.ts'
import { startApp } from '#test/app.ts'
import { makePerson, makeReview, makeSlot } from '#test/factories.ts'

test('an advisor sees how many open reviews need a slot, and how many need a decision', async () => {
  const app = await startApp()
  const advisor = await makePerson(app, 'advisor')
  const reviewer = await makePerson(app, 'reviewer')
  const slot = (index: number) => makeSlot(app, reviewer, app.time.now + index * 30 * minuteMs)
  for (const request of [
    {},
    {},
    { closed: true },
    { slot: await slot(1) },
    { slot: await slot(2), conducted: true },
    { slot: await slot(3), conducted: true, closed: true },
  ])
    await makeReview(app, { advisor, ...request })
  await makeReview(app, { advisor: await makePerson(app, 'advisor') })
  const { body } = await app.call(countWaitingForAdvisor, { token: advisor.token })
  const account = { _id: advisor._id, name: advisor.name }
  const counts = { toSchedule: 2, toDecide: 1, wished: 0, lost: 0, unmarked: 0, account }
  expect(body).toEqual(counts)
  // The reviewer has had 48 hours to enter the marks.
  app.time.now += 51 * hourMs
  const later = await app.call(countWaitingForAdvisor, {
    token: await openSession(app.context, advisor._id),
  })
  expect(later.body).toEqual({ ...counts, unmarked: 1 })
})

test('a reviewer sees how many reviews still need marks, even after the advisor follows up', async () => {
  const app = await startApp()
  const reviewer = await makePerson(app, 'reviewer')
  const { now } = app.time
  const at = (minutes: number) => makeSlot(app, reviewer, now + minutes * minuteMs)
  await makeReview(app, { slot: await at(-200) })
  await makeReview(app, { slot: await at(-150), conducted: true })
  await makeReview(app, { slot: await at(-100), closed: true })
  await makeReview(app, { slot: await at(-59) })
  await makeReview(app, { slot: await at(30) })
  const countAs = async (token: string) =>
    (await app.call(countWaitingForReviewer, { token })).body.toMark
  const count = () => countAs(reviewer.token)
  expect(await count()).toBe(1)
  app.time.now += 2 * minuteMs
  expect(await count()).toBe(2)
  app.time.now = now + 200 * hourMs
  expect(await countAs(await openSession(app.context, reviewer._id))).toBe(3)
})

test('a blocked student’s review is not counted; one that took place counts at once', async () => {
  const app = await startApp()
  const reviewer = await makePerson(app, 'reviewer')
  const count = async () =>
    (await app.call(countWaitingForReviewer, { token: reviewer.token })).body.toMark
  const slotAt = (minutes: number) => makeSlot(app, reviewer, app.time.now + minutes * minuteMs)
  const student = await makePerson(app, 'student', { blocked: true })
  await makeReview(app, { student, slot: await slotAt(-200) })
  const id = await makeReview(app, { slot: await slotAt(-30) })
  expect(await count()).toBe(0)
  const [held_at, met_at] = [app.time.now - 30 * minuteMs, app.time.now - 20 * minuteMs]
  await app.context.db
    .insertInto('call_presence')
    .values({
      review_id: id,
      here: '[]',
      last_at: met_at,
      held_at,
      met_at,
      together_ms: 0,
      early_ms: 0,
    })
    .execute()
  expect(await count()).toBe(1)
})

test('counting stops at a limit', async () => {
  const app = await startApp()
  const advisor = await makePerson(app, 'advisor')
  const student = await makePerson(app, 'student')
  for (let index = 0; index <= waitingCountMax; index++) await makeReview(app, { advisor, student })
  const { body } = await app.call(countWaitingForAdvisor, { token: advisor.token })
  expect(body.toSchedule).toBe(waitingCountMax)
})

test('a blocked student’s review does not count towards the advisor’s work', async () => {
  const app = await startApp()
  const advisor = await makePerson(app, 'advisor')
  const student = await makePerson(app, 'student', { blocked: true })
  await makeReview(app, { advisor, student })
  const { body } = await app.call(countWaitingForAdvisor, { token: advisor.token })
  expect(body.toSchedule).toBe(0)
})
