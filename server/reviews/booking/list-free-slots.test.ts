import { expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { countReviewsWithoutSlot, listFreeSlots } from '#contract/reviews/scheduling/free-slots.ts'
import { monday } from '#test/app.ts'
import { makePerson, makeReview, makeSlot } from '#test/factories.ts'
import { type BookedSchool, makeReviewerIn, startBookedSchool } from '#test/schools/booked.ts'

const freeFor = async (
  { app, ...people }: BookedSchool,
  role: 'student' | 'advisor' = 'advisor',
) => {
  const query = { review: people.id, limit: undefined }
  const { body } = await app.call(listFreeSlots[role], { token: people[role].token, query })
  return body
}

test('an advisor sees the free slots of all reviewers of the domain, earliest first', async () => {
  const school = await startBookedSchool()
  const { app, domain, other, ofOther, later } = school
  const blocked = await makeReviewerIn(app, domain)
  await app.context.db
    .updateTable('people')
    .set({ blocked_at: monday })
    .where('id', '=', blocked._id)
    .execute()
  await makeSlot(app, blocked, monday + hourMs)
  await makeSlot(app, await makePerson(app, 'reviewer'), monday + hourMs)
  await makeSlot(app, other, monday - hourMs)
  await makeSlot(app, other, monday + 4 * dayMs)
  for (const role of ['student', 'advisor'] as const) {
    expect(await freeFor(school, role)).toEqual([
      {
        _id: ofOther,
        date: '2026-03-02',
        slot_date: '2026-03-02',
        slot_time: '2:00 PM',
        isBooked: false,
        startsAt: '2026-03-02T19:00:00.000Z',
        reviewer: { _id: other._id, name: other.name },
      },
      expect.objectContaining({ _id: later }),
    ])
  }
})

test('free slots come page by page', async () => {
  const { app, advisor, id } = await startBookedSchool()
  const pages = await app.readPages<{ startsAt: string }>(
    `/advisor/free-slots?review=${id}&limit=1`,
    advisor.token,
  )
  expect(pages.map((page) => page.length)).toEqual([1, 1])
})

test('privacy: nobody sees the free slots for another’s review', async () => {
  const { app, id } = await startBookedSchool()
  const query = { review: id, limit: undefined }
  for (const role of ['student', 'advisor'] as const) {
    const { token } = await makePerson(app, role)
    expect((await app.call(listFreeSlots[role], { token, query })).status).toBe(404)
  }
})

test('a student sees how many others of the domain wait, and since when, but no names', async () => {
  const { app, student, domain, cancel } = await startBookedSchool()
  const line = async () => (await app.call(countReviewsWithoutSlot, { token: student.token })).body
  expect(await line()).toEqual({ waiting: 0, since: null })
  app.time.now -= hourMs
  const fellow = await makePerson(app, 'student', { domain })
  await makeReview(app, { student: fellow })
  await makeReview(app, { student: fellow, closed: true })
  await makeReview(app)
  app.time.now += hourMs
  expect(await line()).toEqual({ waiting: 1, since: '2026-03-02T16:00:00.000Z' })
  await cancel('advisor')
  expect(await line()).toMatchObject({ waiting: 1 })
  await app.context.db
    .updateTable('people')
    .set({ blocked_at: monday })
    .where('id', '=', fellow._id)
    .execute()
  expect(await line()).toEqual({ waiting: 0, since: null })
})

type BookingRules = { buffer?: number; most_a_day?: number; notice?: number }
const want = ({ app, other }: BookedSchool, rules: BookingRules) =>
  app.context.db
    .insertInto('availabilities')
    .values({
      reviewer_id: other._id,
      buffer: 0,
      most_a_day: null,
      notice: 0,
      saved_at: monday,
      ...rules,
    })
    .execute()

test.each<[string, BookingRules, string]>([
  ['too soon', { notice: 121 }, 'The reviewer needs more notice than this slot leaves'],
  ['too close', { buffer: 31 }, 'This slot is too close to another review of the reviewer'],
  ['of a full day', { most_a_day: 1 }, 'The reviewer is fully booked on that day'],
])(
  'a slot that is %s by the reviewer’s rules is not offered, and cannot be booked or moved to',
  async (_what, rules, message) => {
    const school = await startBookedSchool()
    const { app, advisor, other, ofOther, book, move, ask } = school
    const near = await makeSlot(app, other, monday + 3 * hourMs)
    const another = await makeReview(app, { advisor })
    await book({ reviewId: another, reviewer: other._id, slot: near })
    await want(school, rules)
    expect((await freeFor(school)).map(({ _id }) => _id)).not.toContain(ofOther)
    const waits = await makeReview(app, { advisor })
    const booked = await book({ reviewId: waits, reviewer: other._id, slot: ofOther })
    expect([booked.status, booked.body]).toEqual([409, { message }])
    const moved = await move()
    expect([moved.status, moved.body]).toEqual([409, { message }])
    expect((await ask([ofOther])).status).toBe(409)
  },
)

test('a slot just within the reviewer’s rules can be booked', async () => {
  const school = await startBookedSchool()
  const { app, advisor, other, book, move } = school
  const near = await makeSlot(app, other, monday + 3 * hourMs)
  const another = await makeReview(app, { advisor })
  await book({ reviewId: another, reviewer: other._id, slot: near })
  await want(school, { notice: 120, buffer: 30, most_a_day: 2 })
  expect((await move()).status).toBe(200)
})

test('when many race for one reviewer’s slots, no more succeed than the daily maximum', async () => {
  const school = await startBookedSchool()
  const { app, other } = school
  await want(school, { most_a_day: 3 })
  const answers = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const advisor = await makePerson(app, 'advisor')
      const slot = await makeSlot(app, other, monday + 4 * hourMs + index * 30 * minuteMs)
      const reviewId = await makeReview(app, { advisor })
      return school.book({ reviewId, reviewer: other._id, slot }, advisor)
    }),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    ...[200, 200, 200],
    ...Array(9).fill(409),
  ])
})
