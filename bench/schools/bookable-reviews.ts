import { dayMs, minuteMs } from '#contract/kit/time/durations.ts'
import { makePerson } from '#test/factories.ts'
import type { BenchSchool } from './schools.ts'

/** Ids of review and slot number `k`, from 0, which scripts can generate, too. */
export const getReviewId = (k: number) => `booked-review-${k}`
export const getSlotId = (k: number) => `booked-slot-${k}`

const slotsOfReviewer = 90
const batchSize = 500

export type BookableReviews = {
  /** The first advisor's id and token. */
  advisorId: string
  token: string
  /** The tokens of all advisors. Review `k` belongs to advisor `k % tokens.length`. */
  tokens: string[]
  /** The body of `PUT /advisor/book-slot` for review and slot number `k`. */
  bodyOf: (k: number) => { value: { reviewId: string; reviewer: string; slot: string } }
}

/** Adds reviews without a slot to some advisors, and as many free slots from tomorrow on. */
export async function fillBookableReviews(
  { context }: BenchSchool,
  count: number,
  advisorCount = 1,
): Promise<BookableReviews> {
  const { db, clock } = context
  const now = clock()
  const tomorrow = (Math.floor(now / dayMs) + 1) * dayMs
  return db.transaction().execute(async (tx) => {
    const within = { context: { ...context, db: tx } }
    const advisor = await makePerson(within, 'advisor')
    const advisors = [advisor]
    while (advisors.length < advisorCount) advisors.push(await makePerson(within, 'advisor'))
    const advisorOf = (k: number) => advisors[k % advisors.length] ?? advisor
    const student = await makePerson(within, 'student')
    const reviewers: string[] = []
    for (let k = 0; k < count; k += slotsOfReviewer) {
      reviewers.push((await makePerson(within, 'reviewer'))._id)
    }
    const reviewerOf = (k: number) => reviewers[Math.floor(k / slotsOfReviewer)] ?? ''
    for (let from = 0; from < count; from += batchSize) {
      const numbers = Array.from(
        { length: Math.min(batchSize, count - from) },
        (_, at) => from + at,
      )
      const slots = numbers.map((k) => {
        const starts_at = tomorrow + (k % slotsOfReviewer) * 30 * minuteMs
        return {
          id: getSlotId(k),
          reviewer_id: reviewerOf(k),
          starts_at,
          ends_at: starts_at + 30 * minuteMs,
        }
      })
      await tx.insertInto('slots').values(slots).execute()
      const reviews = numbers.map((k) => ({
        id: getReviewId(k),
        student_id: student._id,
        advisor_id: advisorOf(k)._id,
        week: 1,
        status: 'not-scheduled',
        due_at: now + 7 * dayMs,
        created_at: now,
        code: 0,
        theory: 0,
        week_status: '',
        pending_task: '[]',
        seminar: 'Not added',
        progress: 'Not added',
        typing: 'Not added',
      }))
      await tx.insertInto('reviews').values(reviews).execute()
    }
    return {
      advisorId: advisor._id,
      token: advisor.token,
      tokens: advisors.map(({ token }) => token),
      bodyOf: (k) => ({
        value: { reviewId: getReviewId(k), reviewer: reviewerOf(k), slot: getSlotId(k) },
      }),
    }
  })
}
