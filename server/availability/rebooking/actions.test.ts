import { expect, test } from 'vitest'
import { blockUnblock } from '#contract/accounts/accounts.ts'
import { runBulkAction } from '#contract/accounts/bulk-actions.ts'
import { listFreedSlotOffers } from '#contract/availability/freed-slot-offers.ts'
import {
  getBookingSettings,
  listBookingsAffectedByReviewerBlock,
  saveBookingSettings,
} from '#contract/availability/rebooking-settings.ts'
import { changedEvent } from '#contract/kit/socket-event.ts'
import { dayMs, hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { bookSlot } from '#contract/reviews/scheduling/booking.ts'
import { cancelBooking } from '#contract/reviews/scheduling/cancellation.ts'
import { monday, startApp, type TestApp } from '#test/app.ts'
import { makeDomain, makePerson, makeReview, makeSlot } from '#test/factories.ts'
import { openPageSocket, startLiveApp } from '#test/live-app.ts'

async function start(settings: Parameters<typeof startApp>[0] = {}) {
  return around(await startApp(settings))
}

async function around<App extends TestApp>(app: App) {
  const { db } = app.context
  const domain = await makeDomain(app)
  const admin = await makePerson(app, 'admin')
  const advisor = await makePerson(app, 'advisor')
  const reviewerOf = async (name: string, of = domain) => {
    const reviewer = await makePerson(app, 'reviewer', { name })
    const row = { reviewer_id: reviewer._id, domain_id: of._id }
    await db.insertInto('reviewer_domains').values(row).execute()
    return reviewer
  }
  const reviewOf = async (options: { slot?: string; dueAt?: number } = {}) => {
    const student = await makePerson(app, 'student', { domain })
    return makeReview(app, { advisor, student, ...options })
  }
  const set = (moveByItself: 'ask' | 'same-day') =>
    app.call(saveBookingSettings, { token: advisor.token, body: { value: { moveByItself } } })
  const statusOf = (id: string) =>
    db
      .selectFrom('reviews')
      .select(['status', 'slot_id', 'lost_reviewer_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const offers = async (token = advisor.token) =>
    (await app.call(listFreedSlotOffers, { token })).body.map(({ review, slot }) => [
      review._id,
      slot._id,
    ])
  const cancel = (reviewId: string) =>
    app.call(cancelBooking.advisor, {
      token: advisor.token,
      body: { value: { reviewId, reason: 'Ill' } },
    })
  return {
    app,
    db,
    domain,
    admin,
    advisor,
    reviewerOf,
    reviewOf,
    set,
    statusOf,
    offers,
    cancel,
  }
}

test('a review is moved automatically only if its advisor allows that', async () => {
  const { app, advisor, set } = await start()
  const read = async (token = advisor.token) => (await app.call(getBookingSettings, { token })).body
  expect(await read()).toEqual({ moveByItself: 'ask' })
  expect((await set('same-day')).body).toEqual({ message: 'Settings saved.' })
  expect(await read()).toEqual({ moveByItself: 'same-day' })
  expect(await read((await makePerson(app, 'advisor')).token)).toEqual({ moveByItself: 'ask' })
  expect((await set('ask')).status).toBe(200)
  expect(await read()).toEqual({ moveByItself: 'ask' })
  const wrong = { token: advisor.token, body: { value: { moveByItself: 'always' } } }
  expect((await app.send('PUT', saveBookingSettings.path, wrong)).status).toBe(400)
})

test('blocking a reviewer takes their booked slots at once, after listing the affected reviews', async () => {
  const { app, admin, reviewerOf, reviewOf, set, statusOf, db } = await start({
    planEarliestDays: 7,
    planNoticeHours: 0,
  })
  const [blocked, other] = [await reviewerOf('Ada'), await reviewerOf('Bo')]
  await set('same-day')
  const first = await reviewOf({ slot: await makeSlot(app, blocked, monday + hourMs) })
  const second = await reviewOf({ slot: await makeSlot(app, blocked, monday + 2 * hourMs) })
  const begunSlot = await makeSlot(app, blocked, monday - hourMs)
  const begun = await reviewOf({ slot: begunSlot })
  const free = await makeSlot(app, blocked, monday + 4 * hourMs)
  const onDay = await makeSlot(app, other, monday + 3 * hourMs)
  const nextDay = await makeSlot(app, other, monday + dayMs)

  const { token } = admin
  const listAffected = (id: string) =>
    app.call(listBookingsAffectedByReviewerBlock, { token, query: { id } })
  expect((await listAffected(blocked._id)).body).toMatchObject({
    touches: [
      { review: { _id: first }, suggestion: { _id: onDay }, isMoved: true },
      { review: { _id: second }, suggestion: { _id: nextDay }, isMoved: false },
    ],
  })
  expect((await listAffected(other._id)).body).toEqual({ touches: [], unmarked: [] })
  for (const id of ['nobody', admin._id]) {
    const { status, body } = await listAffected(id)
    expect({ status, body }).toEqual({ status: 404, body: { message: 'This user does not exist' } })
  }

  const { body } = await app.call(blockUnblock.reviewer, {
    token,
    body: { id: blocked._id, action: 'block' },
  })
  expect(body).toEqual({ message: 'User blocked/unblocked successfully.' })
  expect(await statusOf(first)).toMatchObject({ status: 'review-scheduled', slot_id: onDay })
  expect(await statusOf(second)).toEqual({
    status: 'not-scheduled',
    slot_id: null,
    lost_reviewer_id: blocked._id,
  })
  expect(await statusOf(begun)).toMatchObject({ status: 'review-scheduled', slot_id: begunSlot })
  const slots = await db
    .selectFrom('slots')
    .select('id')
    .where('reviewer_id', '=', blocked._id)
    .execute()
  expect(slots.map(({ id }) => id)).toContain(free)
})

test('of many reviewers blocked together, none is suggested in the end', async () => {
  const { app, admin, reviewerOf, reviewOf, set, statusOf } = await start()
  const both = [await reviewerOf('Ada'), await reviewerOf('Bo')]
  await set('same-day')
  const reviews: string[] = []
  for (const [place, reviewer] of both.entries()) {
    reviews.push(await reviewOf({ slot: await makeSlot(app, reviewer, monday + hourMs) }))
    await makeSlot(app, reviewer, monday + (3 + place) * hourMs)
  }
  const { status } = await app.call(runBulkAction.reviewer, {
    token: admin.token,
    body: { ids: both.map(({ _id }) => _id), action: 'block' },
  })
  expect(status).toBe(200)
  for (const id of reviews) expect(await statusOf(id)).toMatchObject({ status: 'not-scheduled' })
})

test('a freed slot is offered to the review of its domain that is due first', async () => {
  const { app, reviewerOf, reviewOf, offers, cancel } = await start()
  const reviewer = await reviewerOf('Ada')
  const far = await reviewerOf('Cy', await makeDomain(app))
  const later = await makeSlot(app, reviewer, monday + 3 * hourMs)
  const sooner = await makeSlot(app, reviewer, monday + 2 * hourMs)
  await makeSlot(app, reviewer, monday + 4 * hourMs)
  const elsewhere = await makeSlot(app, far, monday + hourMs)
  expect(await offers()).toEqual([])
  const cancelled = [
    await reviewOf({ slot: later, dueAt: monday - 5 * hourMs }),
    await reviewOf({ slot: sooner, dueAt: monday - 4 * hourMs }),
    await reviewOf({ slot: elsewhere, dueAt: monday - 3 * hourMs }),
  ]
  const urgent = await reviewOf({ dueAt: monday - dayMs })
  for (const review of cancelled) expect((await cancel(review)).status).toBe(200)
  expect(await offers()).toEqual([
    [urgent, sooner],
    [cancelled[0], later],
  ])
  expect(await offers((await makePerson(app, 'advisor')).token)).toEqual([])
  // Somebody else booked it, so it is no longer offered.
  await makeReview(app, { slot: sooner })
  expect(await offers()).toEqual([[urgent, later]])
})

test('a freed slot is not offered to a review that it is too early for, and within the notice only to overdue ones', async () => {
  const { app, reviewerOf, reviewOf, offers, cancel } = await start()
  const reviewer = await reviewerOf('Ada')
  const soon = await makeSlot(app, reviewer, monday + 2 * hourMs)
  const far = await makeSlot(app, reviewer, monday + 2 * dayMs)
  const [today, next] = [
    await reviewOf({ slot: soon, dueAt: monday + hourMs }),
    await reviewOf({ slot: far, dueAt: monday + 5 * dayMs }),
  ]
  for (const review of [today, next]) await cancel(review)
  expect(await offers()).toEqual([[today, far]])
  app.time.now += 90 * minuteMs
  expect(await offers()).toEqual([[today, soon]])
})

test('a slot freed more than a day ago is no longer offered', async () => {
  const { app, reviewerOf, reviewOf, offers, cancel } = await start()
  const slot = await makeSlot(app, await reviewerOf('Ada'), monday + 30 * hourMs)
  const review = await reviewOf({ slot, dueAt: monday })
  await cancel(review)
  app.time.now += dayMs - 1
  // Sessions end after a day without use.
  const { token } = await makePerson(app, 'advisor')
  expect(await offers()).toEqual([[review, slot]])
  app.time.now += 1
  expect(await offers(token)).toEqual([])
})

test('advisors whose reviews need a slot are told when one is freed, and when it is taken', async () => {
  const { app, domain, reviewerOf, reviewOf, cancel } = await around(await startLiveApp())
  const reviewer = await reviewerOf('Ada')
  const slot = await makeSlot(app, reviewer, monday + 2 * hourMs)
  const review = await reviewOf({ slot })
  const waiting = await makePerson(app, 'advisor')
  const student = await makePerson(app, 'student', { domain })
  const reviewId = await makeReview(app, { advisor: waiting, student })
  const far = await makePerson(app, 'student', { domain: await makeDomain(app) })
  const elsewhere = await makePerson(app, 'advisor')
  await makeReview(app, { advisor: elsewhere, student: far })
  const [page, other] = [
    await openPageSocket(app, waiting.token),
    await openPageSocket(app, elsewhere.token),
  ]

  await cancel(review)
  expect(await page.next(changedEvent)).toEqual({ what: 'slots' })
  const value = { reviewId, reviewer: reviewer._id, slot }
  expect((await app.call(bookSlot.advisor, { token: waiting.token, body: { value } })).status).toBe(
    200,
  )
  await page.next(changedEvent)
  expect(other.heard).toEqual([])
})

test('before blocking a reviewer an admin sees which reviews wait for their marks', async () => {
  const app = await startApp()
  const admin = await makePerson(app, 'admin')
  const reviewer = await makePerson(app, 'reviewer')
  const { now } = app.time
  const slotAt = (minutes: number) => makeSlot(app, reviewer, now + minutes * minuteMs)
  const unmarked = await makeReview(app, { slot: await slotAt(-120) })
  await makeReview(app, { slot: await slotAt(-180), conducted: true })
  await makeReview(app, { slot: await slotAt(-30) })
  const { token } = admin
  const { body } = await app.call(listBookingsAffectedByReviewerBlock, {
    token,
    query: { id: reviewer._id },
  })
  expect(body).toMatchObject({ touches: [], unmarked: [{ _id: unmarked }] })
})
