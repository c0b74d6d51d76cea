import fc from 'fast-check'
import { dayMs, minuteMs } from '#contract/kit/time/durations.ts'
import type { WeekStatus } from '#contract/reviews/reviews.ts'
import { newId } from '#server/kit/id.ts'
import { monday, type TestApp } from '#test/app.ts'
import { makeDomain, makePerson, makeSlot } from '#test/factories.ts'

/** Enough people for several reviews of each, and for some who have none. */
const counts = { domains: 2, students: 6, reviewers: 3 }

/** The days after the first slot on which slots begin; the clock changes on one of them. */
export const dayCount = 70

/** A review with a slot. Persons are numbers; two reviews with one number share the person. */
export const reviewArbitrary = fc.record({
  student: fc.nat({ max: counts.students - 1 }),
  reviewer: fc.nat({ max: counts.reviewers - 1 }),
  week: fc.integer({ min: 1, max: 4 }),
  day: fc.nat({ max: dayCount - 1 }),
  /** Half days from the due date to the slot. */
  late: fc.integer({ min: -9, max: 9 }),
  status: fc.constantFrom('held', 'held', 'held', 'student', 'reviewer', 'booked'),
  repeats: fc.boolean(),
  code: fc.nat({ max: 100 }),
  theory: fc.nat({ max: 200 }).map((half) => half / 2),
  weekStatus: fc.constantFrom<WeekStatus>('Task Completed', 'Task Critical', 'Week Repeat'),
  minutes: fc.option(fc.nat({ max: 45 })),
  /** Whether these minutes were in the time of a slot that it had before. */
  wasMoved: fc.boolean(),
})
export type RandomReview =
  typeof reviewArbitrary extends fc.Arbitrary<infer Review> ? Review : never

export type TestSchool = Awaited<ReturnType<typeof makeSchool>>

/** Adds the people whom random reviews name: students by turns of one of two domains. */
export async function makeSchool(app: TestApp) {
  const numbers = (count: number) => Array.from({ length: count }, (_, number) => number)
  const domains = await Promise.all(numbers(counts.domains).map(() => makeDomain(app)))
  const students = await Promise.all(
    numbers(counts.students).map(async (number) => {
      const domain = domains[number % counts.domains]
      if (!domain) throw new Error('no domain')
      return { ...(await makePerson(app, 'student', { domain })), domain }
    }),
  )
  const reviewers = await Promise.all(
    numbers(counts.reviewers).map((number) =>
      makePerson(app, 'reviewer', { name: `Reviewer ${number}` }),
    ),
  )
  return { domains, students, reviewers }
}

/** When the slot of the nth review begins: no two slots overlap. */
export const getSlotStart = ({ day }: RandomReview, nth: number) =>
  monday + day * dayMs + nth * 30 * minuteMs

/** Replaces all reviews by these. */
export async function replaceReviews(
  app: TestApp,
  { students, reviewers }: TestSchool,
  reviews: RandomReview[],
): Promise<void> {
  const { db } = app.context
  for (const table of ['no_shows', 'call_presence'] as const) await db.deleteFrom(table).execute()
  await db.updateTable('reviews').set({ follows_id: null }).execute()
  await db.deleteFrom('reviews').execute()
  await db.deleteFrom('slots').execute()
  for (const [nth, review] of reviews.entries()) {
    const { week, late, status, repeats, minutes, wasMoved } = review
    const [student, reviewer] = [students[review.student], reviewers[review.reviewer]]
    if (!student || !reviewer) throw new Error('nobody has this number')
    const startsAt = getSlotStart(review, nth)
    const slot = await makeSlot(app, reviewer, startsAt)
    const marks = {
      pending_task: '[]',
      seminar: 'Not added',
      progress: 'Not added',
      typing: 'Not added',
    }
    const other = { ...marks, student_id: student._id, advisor_id: null, week, created_at: monday }
    const closed = { closed_at: monday, due_at: startsAt - (late * dayMs) / 2 }
    const unmarked = { code: 0, theory: 0, week_status: '' }
    const earlier = newId()
    if (repeats) {
      const before = { status: 'not-scheduled', slot_id: null, follows_id: null }
      const row = { id: earlier, ...other, ...closed, ...unmarked, ...before }
      await db.insertInto('reviews').values(row).execute()
    }
    const isHeld = status === 'held'
    const id = newId()
    const given = { code: review.code, theory: review.theory, week_status: review.weekStatus }
    await db
      .insertInto('reviews')
      .values({
        id,
        ...other,
        ...closed,
        ...(isHeld ? given : unmarked),
        follows_id: repeats ? earlier : null,
        status: isHeld ? 'conducted' : status === 'booked' ? 'review-scheduled' : 'not-scheduled',
        slot_id: isHeld || status === 'booked' ? slot : null,
      })
      .execute()
    if (status === 'student' || status === 'reviewer') {
      const missed = { slot_id: slot, review_id: id, who: status, at: startsAt }
      await db.insertInto('no_shows').values(missed).execute()
    }
    if (minutes === null) continue
    const heldAt = wasMoved ? startsAt - dayMs : startsAt
    const presence = { here: '[]', last_at: startsAt, held_at: heldAt, early_ms: 0, met_at: null }
    await db
      .insertInto('call_presence')
      .values({ review_id: id, ...presence, together_ms: minutes * minuteMs })
      .execute()
  }
}
