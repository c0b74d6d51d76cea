import { expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { getPlan, listBestSlots, planReasons } from '#contract/plan.ts'
import { monday, startApp } from '#test/app.ts'
import { makeDomain, makePerson, makeReview, makeSlot } from '#test/factories.ts'
import { addReviewer, addWaitingReview } from '#test/plan/factories.ts'

/** A school that allows slots from now on, unless the test sets something else. */
async function start(settings: Parameters<typeof startApp>[0] = {}) {
  const app = await startApp({ planEarliestDays: 7, planNoticeHours: 0, ...settings })
  const domain = await makeDomain(app)
  const advisor = await makePerson(app, 'advisor')
  const waits = (more: Partial<Parameters<typeof addWaitingReview>[1]> = {}) =>
    addWaitingReview(app, { domain, advisor, ...more })
  const plan = async () => {
    const { status, headers, body } = await app.call(getPlan, { token: advisor.token })
    expect(status).toBe(200)
    expect(headers).not.toHaveProperty('stopped-early')
    return body.map(({ review, slot, why }) => [review._id, slot?._id ?? null, why])
  }
  return { app, domain, advisor, waits, plan }
}

test('each review without a slot has a line: the sooner it is due, the sooner its slot', async () => {
  const { app, domain, advisor, waits } = await start()
  const reviewer = await addReviewer(app, [domain])
  const later = await waits({ dueAt: monday + 5 * dayMs })
  const sooner = await waits({ dueAt: monday - dayMs })
  const [first, second] = [
    await makeSlot(app, reviewer, monday + hourMs),
    await makeSlot(app, reviewer, monday + 2 * hourMs),
  ]
  const { body } = await app.call(getPlan, { token: advisor.token })
  expect(body).toMatchObject([
    {
      review: { _id: sooner, week: 1, date: '2026-03-01T17:00:00.000Z', student: { domain } },
      slot: {
        _id: first,
        date: '2026-03-02',
        slot_date: '2026-03-02',
        slot_time: '1:00 PM',
        isBooked: false,
        startsAt: '2026-03-02T18:00:00.000Z',
      },
      reviewer: { _id: reviewer._id, name: reviewer.name },
      why: planReasons.first,
    },
    { review: { _id: later }, slot: { _id: second } },
  ])
})

test('if slots are scarce, as many reviews as possible get one, the longest overdue first', async () => {
  const { app, domain, waits, plan } = await start()
  const other = await makeDomain(app)
  const both = await addReviewer(app, [domain, other])
  const one = await addReviewer(app, [domain])
  const [early, late] = [
    await makeSlot(app, both, monday + hourMs),
    await makeSlot(app, one, monday + 3 * hourMs),
  ]
  const first = await waits({ dueAt: monday - 3 * dayMs })
  const second = await waits({ domain: other, dueAt: monday - 2 * dayMs })
  const third = await waits({ dueAt: monday - dayMs })
  const alone = await waits({ domain: await makeDomain(app) })
  expect(await plan()).toEqual([
    [first, late, planReasons.firstLeft],
    [second, early, planReasons.first],
    [third, null, planReasons.noneLeft],
    [alone, null, planReasons.noneFree],
  ])
})

test('only bookable slots are planned: buffer, notice and daily maximum are kept', async () => {
  const { app, domain, waits, plan } = await start()
  const careful = await addReviewer(app, [domain], { buffer: 15, mostADay: 2, notice: 90 })
  await makeSlot(app, careful, monday + hourMs)
  const first = await makeSlot(app, careful, monday + 2 * hourMs)
  await makeSlot(app, careful, monday + 2 * hourMs + 40 * minuteMs)
  const second = await makeSlot(app, careful, monday + 4 * hourMs)
  await makeSlot(app, careful, monday + 6 * hourMs)
  await makeSlot(app, careful, monday + 3 * dayMs)
  const blocked = await addReviewer(app, [domain], { blocked: true })
  await makeSlot(app, blocked, monday + hourMs)
  for (let count = 0; count < 3; count++) await waits({ dueAt: monday + count * dayMs })
  expect((await plan()).map(([, slot]) => slot)).toEqual([first, second, null])
})

test('a requested slot wins, then a reviewer other than the last two times, then the least busy one', async () => {
  const { app, domain, waits, plan } = await start()
  const [busy, idle] = [await addReviewer(app, [domain]), await addReviewer(app, [domain])]
  await makeReview(app, { slot: await makeSlot(app, busy, monday + 8 * hourMs) })
  await makeReview(app, { slot: await makeSlot(app, busy, monday + 9 * hourMs) })
  const ofBusy = await makeSlot(app, busy, monday + hourMs)
  const ofIdle = await makeSlot(app, idle, monday + 90 * minuteMs)
  const review = await waits()
  expect(await plan()).toEqual([[review, ofIdle, planReasons.fewerThatDay(0)]])

  await app.context.db.deleteFrom('reviews').where('id', '=', review).execute()
  const repeatReviewer = await waits({ reviewedBy: idle })
  expect(await plan()).toEqual([[repeatReviewer, ofBusy, planReasons.first]])

  const { db } = app.context
  await db
    .insertInto('reschedule_requests')
    .values({ review_id: repeatReviewer, reason: 'At work', asked_at: monday, ended_at: null })
    .execute()
  await db
    .insertInto('reschedule_request_slots')
    .values({ review_id: repeatReviewer, slot_id: ofIdle, place: 0 })
    .execute()
  expect(await plan()).toEqual([[repeatReviewer, ofIdle, planReasons.wish]])
})

test('a slot on time wins over a reviewer other than the last two times', async () => {
  const { app, domain, advisor, waits, plan } = await start()
  const [same, other] = [await addReviewer(app, [domain]), await addReviewer(app, [domain])]
  const late = await makeSlot(app, other, monday + 2 * dayMs)
  const onTime = await makeSlot(app, same, monday + dayMs)
  const review = await waits({ reviewedBy: same, dueAt: monday + dayMs })
  expect(await plan()).toEqual([[review, onTime, planReasons.first]])
  const { body } = await app.call(listBestSlots.advisor, {
    token: advisor.token,
    query: { review },
  })
  expect(body.map(({ slot }) => slot._id)).toEqual([onTime, late])
  // Of two slots on time, another reviewer's comes first.
  const early = await makeSlot(app, other, monday + hourMs)
  expect(await plan()).toEqual([[review, early, planReasons.first]])
})

test('other advisors’ reviews keep slots for theirs, and get what is not needed', async () => {
  const { app, domain, waits, plan } = await start()
  const other = await makePerson(app, 'advisor')
  const rare = await makeDomain(app)
  const [both, one] = [await addReviewer(app, [domain, rare]), await addReviewer(app, [domain])]
  await makeSlot(app, both, monday + hourMs)
  const late = await makeSlot(app, one, monday + 2 * hourMs)
  await waits({ domain: rare, advisor: other, dueAt: monday - dayMs })
  const own = await waits()
  expect((await plan()).map(([, slot]) => slot)).toEqual([late])
  // Others who are due sooner do not take the caller's last slot.
  await waits({ advisor: other, dueAt: monday - 9 * dayMs })
  expect(await plan()).toEqual([[own, late, planReasons.firstLeft]])
})

test('the five best slots for a review come from several reviewers', async () => {
  const { app, domain, advisor, waits } = await start()
  const review = await waits()
  const best = () =>
    app
      .call(listBestSlots.advisor, { token: advisor.token, query: { review } })
      .then(({ body }) => body)
  expect(await best()).toEqual([])
  const reviewers = await Promise.all([1, 2, 3].map(() => addReviewer(app, [domain])))
  for (const reviewer of reviewers) {
    for (const hours of [1, 2, 3]) await makeSlot(app, reviewer, monday + hours * hourMs)
  }
  const found = await best()
  expect(found).toHaveLength(5)
  const names = (part: typeof found) => new Set(part.map(({ reviewer }) => reviewer._id))
  expect(names(found.slice(0, 3))).toEqual(new Set(reviewers.map(({ _id }) => _id)))
  expect(found.map(({ slot }) => slot.slot_time)).toEqual([
    ...['1:00 PM', '1:00 PM', '1:00 PM'],
    ...['2:00 PM', '2:00 PM'],
  ])
  const load = planReasons.load(0)
  const [first, later] = [`${planReasons.first}. ${load}`, `${planReasons.later}. ${load}`]
  expect(found.map(({ why }) => why)).toEqual([first, first, first, later, later])
})

test('overdue reviews come first, before load is balanced', async () => {
  const { app, domain, advisor, waits, plan } = await start()
  const [busy, idle] = [await addReviewer(app, [domain]), await addReviewer(app, [domain])]
  for (const hours of [4, 5, 6, 7]) {
    await makeReview(app, { slot: await makeSlot(app, busy, monday + hours * hourMs) })
  }
  const today = await makeSlot(app, busy, monday + 2 * hourMs)
  const tomorrow = await makeSlot(app, idle, monday + dayMs)
  const overdue = await waits({ dueAt: monday - 2 * dayMs })
  const best = async (review: string) => {
    const { body } = await app.call(listBestSlots.advisor, {
      token: advisor.token,
      query: { review },
    })
    return body.map(({ slot, why }) => [slot._id, why])
  }
  expect(await plan()).toEqual([[overdue, today, planReasons.first]])
  expect(await best(overdue)).toEqual([
    [today, `${planReasons.first}. ${planReasons.load(4)}`],
    [tomorrow, planReasons.load(0)],
  ])
  const later = await waits({ dueAt: monday + 5 * dayMs })
  expect(await plan()).toEqual([
    [overdue, today, planReasons.first],
    [later, tomorrow, planReasons.firstLeft],
  ])
  // Both are on time: the reviewer with less to do comes first, and the reason says so.
  expect(await best(later)).toEqual([
    [tomorrow, planReasons.load(0)],
    [today, `${planReasons.first}. ${planReasons.load(4)}`],
  ])
})

test('if two domains share a reviewer, the overdue review gets the sooner day', async () => {
  const { app, domain, waits, plan } = await start()
  const other = await makeDomain(app)
  const both = await addReviewer(app, [domain, other])
  const today = await makeSlot(app, both, monday + 2 * hourMs)
  const tomorrow = await makeSlot(app, both, monday + dayMs)
  const overdue = await waits({ domain: other, dueAt: monday - dayMs })
  const later = await waits({ dueAt: monday + 4 * dayMs })
  expect((await plan()).map(([review, slot]) => [review, slot])).toEqual([
    [overdue, today],
    [later, tomorrow],
  ])
})

test('of several slots at the same time, the least busy reviewer’s is best', async () => {
  const { app, domain, advisor, waits } = await start()
  const review = await waits()
  const [busy, idle] = [await addReviewer(app, [domain]), await addReviewer(app, [domain])]
  const held = await makeSlot(app, busy, monday + 5 * hourMs)
  await makeReview(app, { student: await makePerson(app, 'student'), advisor, slot: held })
  for (const reviewer of [busy, idle]) {
    for (const hours of [1, 2]) await makeSlot(app, reviewer, monday + hours * hourMs)
  }
  const startsAt = new Date(monday + 2 * hourMs).toISOString()
  const { body } = await app.call(listBestSlots.advisor, {
    token: advisor.token,
    query: { review, startsAt },
  })
  expect(body.map(({ slot, reviewer }) => [slot.startsAt, reviewer._id])).toEqual([
    [startsAt, idle._id],
    [startsAt, busy._id],
  ])
  const wrong = { token: advisor.token, query: { review, startsAt: 'at noon' } }
  expect(await app.call(listBestSlots.advisor, wrong)).toMatchObject({ status: 400 })
})
