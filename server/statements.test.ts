import { expect, onTestFinished, test } from 'vitest'
import { listOffers } from '#contract/availability/healing.ts'
import { listReviewerLoads } from '#contract/calendar.ts'
import type { Endpoint, InputOf } from '#contract/kit/endpoint.ts'
import { hourMs } from '#contract/kit/time.ts'
import { getPlan, listBestSlots } from '#contract/plan.ts'
import { bookSlot } from '#contract/reviews/booking.ts'
import { updateTaskStatus } from '#contract/reviews/marking.ts'
import { listReviews } from '#contract/reviews.ts'
import { isPostgres } from '#server/database/open.ts'
import { monday, startApp } from '#test/app.ts'
import { freshDatabase } from '#test/databases/database.ts'
import { makeDomain, makePerson, makeSlot } from '#test/make.ts'
import { makeReviewer, makeWaiting } from '#test/plan/make.ts'
import { openRecorded } from '#test/recorded.ts'

/** A school whose statements are counted, but for those that begin and end a transaction. */
async function start() {
  const database = await freshDatabase()
  const { db, statements } = openRecorded(database.address)
  onTestFinished(() => db.destroy())
  const app = await startApp({}, { on: Promise.resolve({ ...database, db }) })
  const domain = await makeDomain(app)
  const advisor = await makePerson(app, 'advisor')
  const reviewer = await makeReviewer(app, [domain])
  const waits = () => makeWaiting(app, { domain, advisor })
  const slotIn = (hours: number) => makeSlot(app, reviewer, monday + hours * hourMs)
  const count = async <E extends Endpoint>(endpoint: E, input: Partial<InputOf<E>> = {}) => {
    const before = statements.length
    const { status } = await app.call(endpoint, { token: advisor.token, ...input })
    expect(status).toBe(200)
    return statements.length - before
  }
  return { app, domain, reviewer, waits, slotIn, count }
}

test('a booking asks eleven statements, one task state six, and a list two', async () => {
  const { reviewer, waits, slotIn, count } = await start()
  const reviewId = await waits()
  const value = { reviewId, reviewer: reviewer._id, slot: await slotIn(30) }
  expect(await count(bookSlot.advisor, { body: { value } })).toBe(11)
  const given = { id: reviewId, value: { seminar: 'completed' as const } }
  expect(await count(updateTaskStatus.advisor, { body: given })).toBe(6)
  expect(await count(listReviews.advisor, { query: {} })).toBe(2)
})

test('what a plan, the best slots, offers or loads ask does not grow with what they answer', async () => {
  const { app, domain, waits, slotIn, count } = await start()
  const review = await waits()
  await slotIn(1)
  const ask = async () => [
    await count(getPlan),
    await count(listBestSlots.advisor, { query: { review } }),
    await count(listOffers),
    await count(listReviewerLoads.advisor, { query: {} }),
  ]
  const few = await ask()
  for (let more = 0; more < 5; more++) await waits()
  for (const other of [0, 1, 2]) {
    const reviewer = await makeReviewer(app, [domain])
    for (let hours = 1; hours < 40; hours++) {
      await makeSlot(app, reviewer, monday + (hours + other / 4) * hourMs)
    }
  }
  const many = await ask()
  // SQLite answers in the thread that answers calls: there 100 slots are read at a time.
  const pages = isPostgres(app.context.db) ? 0 : 1
  expect(many).toEqual(few.map((one, place) => (place < 2 ? one + pages : one)))
})
