import { expect, test } from 'vitest'
import type { Slot } from '#contract/kit/slot.ts'
import { hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { listReviewers } from '#contract/slots/reviewers.ts'
import { listOwnSlots, listOwnSlotsByDate, listReviewerSlots } from '#contract/slots/slots.ts'
import { monday, startApp } from '#test/app.ts'
import { makeDomain, makePerson, makeReview, makeSlot } from '#test/factories.ts'

const at = (instant: string) => Date.parse(instant)

async function start(now = monday) {
  const app = await startApp()
  app.time.now = now
  const advisor = await makePerson(app, 'advisor')
  const reviewer = await makePerson(app, 'reviewer')
  const slotAt = (instant: number) => makeSlot(app, reviewer, instant)
  const asReviewer = async () => (await app.call(listOwnSlots, { token: reviewer.token })).body
  const asAdvisor = (id = reviewer._id) =>
    app.call(listReviewerSlots, { token: advisor.token, params: { id } })
  return { app, advisor, reviewer, slotAt, asReviewer, asAdvisor }
}

const nothingFree = { freeSlots: 0, firstFree: null }
const getIds = (slots: Slot[]) => slots.map(({ _id }) => _id)

test('advisor and reviewer see the reviewer’s slots of three days, by time', async () => {
  const { app, reviewer, slotAt, asReviewer, asAdvisor } = await start()
  const third = await slotAt(at('2026-03-04T14:30:00Z'))
  const first = await slotAt(at('2026-03-02T18:00:00Z'))
  const second = await slotAt(at('2026-03-03T21:05:00Z'))
  await makeReview(app, { slot: second })
  await makeSlot(app, await makePerson(app, 'reviewer'), at('2026-03-03T18:00:00Z'))

  const shown = (_id: string, date: string, slot_time: string, isBooked = false) => ({
    _id,
    date,
    slot_date: date,
    slot_time,
    isBooked,
  })
  const expected = [
    shown(first, '2026-03-02', '1:00 PM'),
    shown(second, '2026-03-03', '4:05 PM', true),
    shown(third, '2026-03-04', '9:30 AM'),
  ]
  const listed = expected.map((slot) => ({ ...slot, canBeBooked: !slot.isBooked, whyNot: null }))
  expect(await asReviewer()).toEqual(listed)
  const asked = await asAdvisor(reviewer._id)
  expect(asked.status).toBe(200)
  expect(asked.body).toEqual(listed)
})

test('a slot that has begun is left out', async () => {
  const { app, slotAt, asReviewer, asAdvisor } = await start()
  await slotAt(monday - hourMs)
  await slotAt(monday)
  const next = await slotAt(monday + hourMs)
  expect(getIds(await asReviewer())).toEqual([next])
  app.time.now += hourMs - 1
  expect(getIds((await asAdvisor()).body)).toEqual([next])
  app.time.now += 1
  expect(await asReviewer()).toEqual([])
})

test('the three days end at midnight in the school’s zone', async () => {
  const { app, slotAt, asReviewer } = await start()
  const midnight = at('2026-03-05T05:00:00Z')
  const last = await slotAt(midnight - 30 * minuteMs)
  const beyond = await slotAt(midnight)
  expect(getIds(await asReviewer())).toEqual([last])
  app.time.now = at('2026-03-03T05:00:00Z') - 1
  expect(getIds(await asReviewer())).toEqual([last])
  app.time.now += 1
  expect(getIds(await asReviewer())).toEqual([last, beyond])
})

test('across a clock change the three days still end at midnight', async () => {
  // The clock jumps ahead on 8 March, so the third day ends at 4:00 UTC.
  const { slotAt, asReviewer } = await start(at('2026-03-07T17:00:00Z'))
  const last = await slotAt(at('2026-03-10T03:30:00Z'))
  await slotAt(at('2026-03-10T04:00:00Z'))
  expect(getIds(await asReviewer())).toEqual([last])
})

test('slots come page by page', async () => {
  const { app, reviewer, slotAt } = await start()
  const ids: string[] = []
  for (let index = 1; index <= 5; index++) ids.push(await slotAt(monday + index * hourMs))
  const pages = await app.readPages<Slot>('/reviewer/slot-list?limit=2', reviewer.token)
  expect(pages.map(getIds)).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)])
})

test('a reviewer sees their own slots of the requested days, begun or not, with their ends', async () => {
  const { app, reviewer, slotAt } = await start()
  const ask = async (query: { from?: string; to?: string }) =>
    (await app.call(listOwnSlotsByDate, { token: reviewer.token, query })).body
  await slotAt(at('2026-03-02T04:30:00Z'))
  const begun = await slotAt(at('2026-03-02T05:00:00Z'))
  const later = await slotAt(at('2026-03-03T04:29:00Z'))
  const last = await slotAt(at('2026-05-03T03:30:00Z'))
  await slotAt(at('2026-05-03T04:00:00Z'))
  await makeSlot(app, await makePerson(app, 'reviewer'), at('2026-03-02T18:00:00Z'))
  const held = await makeReview(app, { slot: later })
  expect(await ask({ from: '2026-03-02', to: '2026-03-02' })).toEqual([
    {
      _id: begun,
      date: '2026-03-02',
      slot_date: '2026-03-02',
      slot_time: '12:00 AM',
      startsAt: '2026-03-02T05:00:00.000Z',
      endsAt: '2026-03-02T05:30:00.000Z',
      isBooked: false,
      review: null,
      inBusyTime: false,
    },
    {
      _id: later,
      date: '2026-03-02',
      slot_date: '2026-03-02',
      slot_time: '11:29 PM',
      startsAt: '2026-03-03T04:29:00.000Z',
      endsAt: '2026-03-03T04:59:00.000Z',
      isBooked: true,
      inBusyTime: false,
      review: expect.objectContaining({ _id: held, status: 'review-scheduled', week: 1 }),
    },
  ])
  expect(getIds(await ask({}))).toEqual([begun, later])
  expect(getIds(await ask({ from: '2026-03-02', to: '2026-05-02' }))).toEqual([begun, later, last])
})

test('own slots can be read for 1 to 62 days at a time', async () => {
  const { app, reviewer } = await start()
  const ask = (from: string, to: string) =>
    app.call(listOwnSlotsByDate, { token: reviewer.token, query: { from, to } })
  expect((await ask('2026-03-02', '2026-05-02')).status).toBe(200)
  for (const [from, to] of [
    ['2026-03-02', '2026-05-03'],
    ['2026-03-02', '2026-03-01'],
  ] as const) {
    const { status, body } = await ask(from, to)
    expect({ status, body }).toEqual({ status: 400, body: { message: 'Choose 1 to 62 days' } })
  }
  for (const [from, to] of [
    ['tomorrow', '2026-03-02'],
    ['2026-02-30', '2026-03-02'],
    ['0001-01-01', '0001-01-02'],
  ] as const) {
    expect((await ask(from, to)).status).toBe(400)
  }
})

test('an unknown, blocked or unverified reviewer, or another role, has no bookable slots', async () => {
  const { app, asAdvisor } = await start()
  const blocked = await makePerson(app, 'reviewer', { blocked: true })
  const unverified = await makePerson(app, 'reviewer', { verified: false })
  const advisor = await makePerson(app, 'advisor')
  for (const id of ['nobody', blocked._id, unverified._id, advisor._id]) {
    const refused = await asAdvisor(id)
    expect(refused.status).toBe(404)
    expect(refused.body).toEqual({ message: 'This reviewer does not exist' })
  }
})

test('an advisor sees the bookable reviewers, by name, with their domains', async () => {
  const { app, advisor, reviewer } = await start()
  const second = await makePerson(app, 'reviewer', { name: 'ada' })
  const first = await makePerson(app, 'reviewer', { name: 'Abel' })
  await makePerson(app, 'reviewer', { blocked: true })
  await makePerson(app, 'reviewer', { verified: false })
  const web = await makeDomain(app, 'Web')
  const data = await makeDomain(app, 'Data')
  await app.context.db
    .insertInto('reviewer_domains')
    .values([web, data].map(({ _id }) => ({ reviewer_id: first._id, domain_id: _id })))
    .execute()

  const { status, body } = await app.call(listReviewers, { token: advisor.token })
  expect(status).toBe(200)
  expect(body).toEqual([
    { _id: first._id, name: 'Abel', email: first.email, domain: [data, web], ...nothingFree },
    { _id: second._id, name: 'ada', email: second.email, domain: [], ...nothingFree },
    { _id: reviewer._id, name: reviewer.name, email: reviewer.email, domain: [], ...nothingFree },
  ])
  const pages = await app.readPages('/advisor/reviewer-list?limit=2', advisor.token)
  expect(pages).toEqual([body.slice(0, 2), body.slice(2)])
})

test('an advisor sees how many slots of each reviewer are free, and when the first begins', async () => {
  const { app, advisor, slotAt } = await start()
  const other = await makePerson(app, 'reviewer', { name: 'Abel' })
  await makeSlot(app, other, at('2026-03-05T15:00:00Z'))
  await slotAt(monday)
  const taken = await slotAt(monday + hourMs)
  await makeReview(app, { slot: taken })
  await slotAt(at('2026-03-03T21:05:00Z'))
  await slotAt(at('2026-03-04T14:30:00Z'))
  await slotAt(at('2026-03-05T05:00:00Z'))
  const read = async () =>
    (await app.call(listReviewers, { token: advisor.token })).body.map(
      ({ freeSlots, firstFree }) => ({ freeSlots, firstFree }),
    )
  const first = { date: '2026-03-03', slot_time: '4:05 PM', startsAt: '2026-03-03T21:05:00.000Z' }
  expect(await read()).toEqual([nothingFree, { freeSlots: 2, firstFree: first }])
  // The next day can be booked now.
  app.time.now = at('2026-03-03T05:00:00Z')
  expect(await read()).toEqual([
    {
      freeSlots: 1,
      firstFree: {
        date: '2026-03-05',
        slot_time: '10:00 AM',
        startsAt: '2026-03-05T15:00:00.000Z',
      },
    },
    { freeSlots: 3, firstFree: first },
  ])
})

test('without reviewers the list is empty', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'advisor')
  expect((await app.call(listReviewers, { token })).body).toEqual([])
})

test('reviewers list their own slots, advisors those of reviewers, and nobody else any', async () => {
  const { app, advisor, reviewer } = await start()
  const student = await makePerson(app, 'student')
  const admin = await makePerson(app, 'admin')
  const params = { id: reviewer._id }
  for (const token of [undefined, student.token, admin.token, reviewer.token]) {
    for (const refused of [
      await app.call(listReviewerSlots, { token, params }),
      await app.call(listReviewers, { token }),
    ]) {
      expect(refused.status).toBe(401)
      expect(refused.body).toMatchObject({ success: false, Auth: false })
    }
  }
  for (const token of [undefined, student.token, admin.token, advisor.token]) {
    expect((await app.call(listOwnSlots, { token })).status).toBe(401)
    expect((await app.call(listOwnSlotsByDate, { token })).status).toBe(401)
  }
})
