import { z } from 'zod'
import { toUrl } from '#contract/kit/endpoint.ts'
import { Slot } from '#contract/kit/slot.ts'
import { dayMs, minuteMs } from '#contract/kit/time/durations.ts'
import { bookingHorizonDaysDefault } from '#contract/limits/limits.ts'
import { listStudentReviews } from '#contract/reviews/person-reviews.ts'
import { Review } from '#contract/reviews/reviews.ts'
import { listReviewerSlots } from '#contract/slots/slots.ts'
import type { State } from './race-log.ts'
import type { RaceSchool } from './race-school.ts'
import { retryWhileOverloaded } from './retry-while-overloaded.ts'

/** Compares what the API shows with the database. Returns a line for each difference. */
export async function findApiDifferences(
  course: Pick<RaceSchool, 'send' | 'admin' | 'onlooker'>,
  { readAt, slots, reviews, people }: State,
): Promise<string[]> {
  const held = new Set(reviews.map(({ slot }) => slot))
  const stored = slots.filter(
    ({ reviewer }) => !people.find(({ id }) => id === reviewer)?.isBlocked,
  )
  // Slots that begin meanwhile may be shown or not.
  const offered = stored.filter(
    ({ startsAt }) => startsAt > readAt + minuteMs && startsAt < lastDay(readAt) + dayMs,
  )
  const begun = stored.filter((slot) => !offered.includes(slot)).map(({ id }) => `slot ${id}`)
  const inDatabase = [
    ...offered.map(
      ({ id, isSpent }) => `slot ${id} is ${held.has(id) || isSpent ? '' : 'not '}booked`,
    ),
    ...reviews.map((review) => {
      const slot = slots.find(({ id }) => id === review.slot)
      const day = slot && new Date(slot.startsAt).toISOString().slice(0, 10)
      return line(review.id, { ...review, day, reviewer: slot?.reviewer })
    }),
  ]
  const shown = [
    ...(await shownSlots(course, new Set(stored.map(({ reviewer }) => reviewer)))),
    ...(await shownReviews(course, new Set(reviews.map(({ student }) => student)))),
  ]
  return [
    ...shown
      .filter((one) => !inDatabase.includes(one) && !begun.some((id) => one.includes(id)))
      .map((one) => `only shown: ${one}`),
    ...inDatabase.filter((one) => !shown.includes(one)).map((one) => `only stored: ${one}`),
  ]
}

/** The start of the last bookable day. The school's time zone is UTC. */
const lastDay = (now: number) => (Math.floor(now / dayMs) + bookingHorizonDaysDefault - 1) * dayMs

type Shown = {
  status: string
  week: number
  isClosed: boolean
  day: string | null | undefined
  reviewer: string | undefined
}

const line = (id: string, { status, week, isClosed, day, reviewer }: Shown) =>
  `review ${id}: week ${week}, ${status}, ${isClosed}, ${day ?? 'no day'}, ${reviewer ?? 'nobody'}`

async function shownSlots(
  { send, onlooker }: Pick<RaceSchool, 'send' | 'onlooker'>,
  of: Set<string>,
) {
  const slots: Slot[] = []
  // One after the other, because a busy server would refuse some of many at once.
  for (const id of of) {
    const url = toUrl(listReviewerSlots, { id })
    const { answer } = await retryWhileOverloaded(() => send('GET', url, { token: onlooker.token }))
    slots.push(...z.array(Slot).parse(answer?.body))
  }
  return slots.map(({ _id, isBooked }) => `slot ${_id} is ${isBooked ? '' : 'not '}booked`)
}

async function shownReviews({ send, admin }: Pick<RaceSchool, 'send' | 'admin'>, of: Set<string>) {
  const reviews: Review[] = []
  for (const student of of) {
    const url = toUrl(listStudentReviews, {}, { student })
    const { answer } = await retryWhileOverloaded(() => send('GET', url, { token: admin.token }))
    reviews.push(...z.array(Review).parse(answer?.body))
  }
  return reviews.map((review) => line(review._id, { ...review, reviewer: review.reviewer?._id }))
}
