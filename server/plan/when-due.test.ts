import { expect, test } from 'vitest'
import { dayMs, hourMs } from '#contract/kit/time/durations.ts'
import { getPlan, listBestSlots, planReasons } from '#contract/plan.ts'
import { getSchoolSettings, saveSchoolSettings } from '#contract/school/settings.ts'
import { monday, startApp } from '#test/app.ts'
import { makeDomain, makePerson, makeReview, makeSlot } from '#test/factories.ts'
import { addReviewer, addWaitingReview } from '#test/plan/factories.ts'
import { makeManySlots } from '#test/slots/many.ts'

const plain = { notBefore: null, isEarlierFree: false }

/**
 * A school with the usual rules: at the earliest two days before the due date, and twelve hours'
 * notice.
 */
async function start(settings: Parameters<typeof startApp>[0] = {}) {
  const app = await startApp(settings)
  const domain = await makeDomain(app)
  const advisor = await makePerson(app, 'advisor')
  const reviewer = await addReviewer(app, [domain])
  const { token } = advisor
  const waits = (days: number) =>
    addWaitingReview(app, { domain, advisor, dueAt: monday + days * dayMs + hourMs / 2 })
  const slotIn = (hours: number) => makeSlot(app, reviewer, monday + hours * hourMs)
  const plan = async (query: { asSoonAsPossible?: 'true' } = {}) =>
    (await app.call(getPlan, { token, query })).body.map(
      ({ slot, why, notBefore, isEarlierFree }) => ({
        slot: slot?._id ?? null,
        why,
        notBefore,
        isEarlierFree,
      }),
    )
  const best = async (review: string) =>
    (await app.call(listBestSlots.advisor, { token, query: { review } })).body.map(
      ({ slot, why, isTooEarly }) => ({ slot: slot._id, why, isTooEarly }),
    )
  return { app, domain, reviewer, waits, slotIn, plan, best }
}

test('a review due in a week is left for later, with the date from which on it is planned', async () => {
  const { waits, slotIn, plan } = await start()
  for (const hours of [1, 20, 50]) await slotIn(hours)
  await waits(7)
  expect(await plan()).toEqual([
    {
      slot: null,
      why: 'Due in 7 days. Planned from Sat 7 Mar',
      notBefore: '2026-03-07',
      isEarlierFree: false,
    },
  ])
})

test('if slots can be booked far enough ahead, a review is planned for its due date', async () => {
  const { waits, slotIn, plan } = await start({ bookableDays: 10 })
  await slotIn(4 * 24)
  const dayBefore = await slotIn(6 * 24)
  const onDay = await slotIn(7 * 24)
  await waits(7)
  const lines = [{ slot: onDay, why: 'On the due date', ...plain }]
  expect(await plan()).toEqual(lines)
  await waits(7)
  const before = { slot: dayBefore, why: '1 day before the due date', ...plain }
  expect(await plan()).toEqual(expect.arrayContaining([before, ...lines]))
})

test('nothing is planned within the notice, except that an overdue review gets the next slot', async () => {
  const { waits, slotIn, plan } = await start()
  const [soon, later] = [await slotIn(1), await slotIn(13)]
  await waits(0)
  expect(await plan()).toMatchObject([{ slot: later }])
  await waits(-1)
  expect(await plan()).toMatchObject([{ slot: soon, why: planReasons.first }, { slot: later }])
})

test('if all free slots are within the notice, the plan says so', async () => {
  const { waits, slotIn, plan } = await start()
  await slotIn(11)
  await waits(1)
  const why = 'All free slots start within 12 hours'
  expect(await plan()).toEqual([{ slot: null, why, ...plain }])
})

test('a slot after the due date says how late it is, and whether an earlier one is free', async () => {
  const { waits, slotIn, plan, best } = await start({ bookableDays: 28 })
  await slotIn(2)
  const late = await slotIn(9 * 24)
  const review = await waits(7)
  const alone = '2 days after the due date. First slot left in their domain'
  expect(await plan()).toEqual([{ slot: late, why: alone, ...plain }])
  const [early, nearer] = [await slotIn(20), await slotIn(45)]
  const why = '2 days after the due date. An earlier slot is free before Sat 7 Mar'
  expect(await plan()).toEqual([{ slot: late, why, notBefore: null, isEarlierFree: true }])
  expect(await plan({ asSoonAsPossible: 'true' })).toMatchObject([{ slot: early, ...plain }])
  expect(await best(review)).toEqual([
    { slot: nearer, why: `${planReasons.tooEarly}. ${planReasons.load(0)}`, isTooEarly: true },
    { slot: early, why: `${planReasons.tooEarly}. ${planReasons.load(0)}`, isTooEarly: true },
    { slot: late, why: `2 days after the due date. ${planReasons.load(0)}`, isTooEarly: false },
  ])
  // Slots planned for other reviews are not free.
  await waits(2)
  await waits(2)
  const [one, other, own] = await plan()
  expect([one?.slot, other?.slot].toSorted()).toEqual([early, nearer].toSorted())
  expect(own).toEqual({ slot: late, why: alone, ...plain })
})

test('a late slot is planned only with a hint at an earlier one within the notice', async () => {
  const { waits, slotIn, plan, best } = await start()
  const [soon, late] = [await slotIn(2), await slotIn(24)]
  const review = await waits(0)
  const why = '1 day after the due date. An earlier slot is free but starts within 12 hours'
  expect(await plan()).toEqual([{ slot: late, why, notBefore: null, isEarlierFree: true }])
  expect(await best(review)).toMatchObject([
    { slot: soon, why: `${planReasons.tooSoon(12)}. ${planReasons.load(0)}` },
    { slot: late, why: `${planReasons.late(1)}. ${planReasons.load(0)}` },
  ])
})

test('a request for a slot that is taken does not allow an earlier day', async () => {
  const { app, waits, slotIn, plan, best } = await start({ bookableDays: 28 })
  const asked = await slotIn(24)
  await slotIn(30)
  const within = await slotIn(6 * 24)
  const review = await waits(7)
  const { db } = app.context
  const request = { review_id: review, reason: 'An exam', asked_at: monday, ended_at: null }
  await db.insertInto('reschedule_requests').values(request).execute()
  const slot = { review_id: review, slot_id: asked, place: 0 }
  await db.insertInto('reschedule_request_slots').values(slot).execute()
  expect(await plan()).toMatchObject([{ slot: asked, why: planReasons.wish }])
  await makeReview(app, { slot: asked })
  expect(await plan()).toMatchObject([{ slot: within, why: '1 day before the due date' }])
  expect(await best(review)).toMatchObject([{ slot: within, isTooEarly: false }])
  await db.deleteFrom('slots').where('id', '=', within).execute()
  expect(await plan()).toMatchObject([{ slot: null, notBefore: '2026-03-07' }])
})

test('however many slots there are after the due date, the best slots include an earlier one', async () => {
  const { app, reviewer, waits, slotIn, best } = await start({
    bookableDays: 28,
    planEarliestDays: 0,
  })
  await makeManySlots(app, [reviewer], { from: monday + 8 * dayMs, count: 20 })
  const early = await slotIn(3 * 24)
  expect((await best(await waits(7)))[0]).toMatchObject({ slot: early, isTooEarly: true })
})

test('“as soon as possible” ignores the earliest day, but not the notice', async () => {
  const { waits, slotIn, plan } = await start()
  await slotIn(2)
  const [first] = [await slotIn(14), await slotIn(40)]
  await waits(7)
  expect(await plan({ asSoonAsPossible: 'true' })).toMatchObject([{ slot: first }])
})

test('a school can plan up to a week ahead, and without a notice', async () => {
  const { app, waits, slotIn, plan } = await start()
  const { token } = await makePerson(app, 'admin')
  const save = (body: { planEarliestDays?: number; planNoticeHours?: number }) =>
    app.call(saveSchoolSettings, { token, body })
  for (const [wrong, field, message] of [
    [{ planEarliestDays: 8 }, 'planEarliestDays', 'days from 0 to 7'],
    [{ planNoticeHours: 49 }, 'planNoticeHours', 'hours from 0 to 48'],
  ] as const) {
    const errors = { [field]: `Please enter a whole number of ${message}` }
    expect(await save(wrong)).toMatchObject({ status: 400, body: { errors } })
  }
  const defaults = { planEarliestDays: 2, planNoticeHours: 12 }
  expect((await app.call(getSchoolSettings, { token })).body).toMatchObject(defaults)
  const own = { planEarliestDays: 7, planNoticeHours: 0 }
  expect(await save(own)).toMatchObject({ status: 200, body: { settings: own } })
  const soon = await slotIn(1)
  await waits(7)
  expect(await plan()).toMatchObject([{ slot: soon }])
})

test('the best slots are closest to the due date; earlier ones are marked, and listed only if there are no others', async () => {
  const { waits, slotIn, best } = await start({ bookableDays: 10 })
  const [soon, early, nearer] = [await slotIn(1), await slotIn(24), await slotIn(3 * 24)]
  const review = await waits(7)
  const marked = (slot: string, why: string) => ({
    slot,
    why: expect.stringContaining(why),
    isTooEarly: true,
  })
  expect(await best(review)).toEqual(
    [nearer, early, soon].map((slot) => marked(slot, planReasons.tooEarly)),
  )
  const [before, onDay] = [await slotIn(5 * 24), await slotIn(7 * 24)]
  expect(await best(review)).toMatchObject([
    { slot: onDay, isTooEarly: false },
    { slot: before, isTooEarly: false },
  ])
  const dueSoon = await waits(0)
  expect(await best(dueSoon)).toContainEqual(marked(soon, planReasons.tooSoon(12)))
})

test('however many earlier slots there are, suitable ones are found', async () => {
  const { app, reviewer, waits, slotIn, plan, best } = await start({ bookableDays: 28 })
  await makeManySlots(app, [reviewer], { from: monday + hourMs, count: 11_000 })
  const [dayBefore, onDay, other] = [
    await slotIn(14 * 24),
    await slotIn(15 * 24),
    await slotIn(20 * 24),
  ]
  const review = await waits(15)
  expect(await plan()).toMatchObject([{ slot: onDay, notBefore: null }])
  expect((await best(review)).map(({ slot }) => slot)).toEqual([onDay, dayBefore, other])
  const late = await waits(25)
  expect(await best(late)).toMatchObject([{ isTooEarly: true }, {}, {}, {}, {}])
  const overdue = await waits(-1)
  expect(await plan({})).toMatchObject([{ notBefore: null }, { slot: onDay }, { slot: null }])
  expect((await best(overdue))[0]).toMatchObject({ isTooEarly: false })
})

test('“as soon as possible” means the earliest slot, whatever its reviewer’s load', async () => {
  const { app, domain, reviewer, waits, slotIn, plan } = await start()
  for (const hours of [16, 17, 18, 41, 42]) {
    await makeReview(app, { slot: await makeSlot(app, reviewer, monday + hours * hourMs) })
  }
  const earliest = await slotIn(13)
  const idle = await addReviewer(app, [domain])
  const [soon, nextDay] = [
    await makeSlot(app, idle, monday + 14 * hourMs),
    await makeSlot(app, idle, monday + 37 * hourMs),
  ]
  await waits(2)
  expect(await plan({ asSoonAsPossible: 'true' })).toMatchObject([{ slot: earliest }])
  await waits(2)
  const both = (await plan({ asSoonAsPossible: 'true' })).map(({ slot }) => slot)
  expect(both.toSorted()).toEqual([earliest, soon].toSorted())
  expect(both).not.toContain(nextDay)
})
