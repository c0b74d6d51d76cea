import { dayMs, minuteMs } from '#contract/kit/time/durations.ts'
import type { Context } from '#server/kit/context.ts'
import { makePerson, makeReview, makeSlot } from '#test/factories.ts'
import type { Action, BookingPlan, SlotRange } from './race-log.ts'

/** A person who makes calls. */
export type Actor = { _id: string; token: string }
/** A call to make, with `from` not before this time of the school's clock (ms since 1970). */
export type PlannedRequest<A extends Action | BookingPlan = Action | BookingPlan> = {
  who: Actor
  asked: A
  from?: number
}

/** The people of a race, their simultaneous calls, and the calls after those. */
type Scene = { cast: { _id: string }[]; calls: PlannedRequest[]; afterwards?: PlannedRequest[] }

/** Creates a scene in the school. `admin` may block people. */
export type MakeScene = (stage: { context: Context }, admin: Actor) => Promise<Scene>

/** The day after tomorrow, which can be booked even if midnight passes meanwhile. */
const bookableDay = (now: number) => (Math.floor(now / dayMs) + 2) * dayMs

/** A slot in one of the day's half hours. */
export function makeHalfHourSlot(
  stage: { context: Context },
  reviewer: { _id: string },
  place = 0,
) {
  return makeSlot(stage, reviewer, bookableDay(stage.context.clock()) + place * 30 * minuteMs)
}

export const makeRange = (
  now: number,
  timeStart: string,
  timeEnd: string,
  reviewTime: number,
): SlotRange => ({
  date: new Date(bookableDay(now)).toISOString().slice(0, 10),
  timeStart,
  timeEnd,
  reviewTime,
})

/** Makes a reviewer one of a student's domain. */
export async function qualifyReviewer(
  { context: { db } }: { context: Context },
  { _id: reviewer_id }: { _id: string },
  student: { _id: string },
): Promise<void> {
  const { domain_id } = await db
    .selectFrom('people')
    .select('domain_id')
    .where('id', '=', student._id)
    .executeTakeFirstOrThrow()
  if (domain_id === null) return
  await db.insertInto('reviewer_domains').values({ reviewer_id, domain_id }).execute()
}

/** A student in week 4 with an open review and an advisor. */
export async function makeStudent(
  stage: { context: Context },
  advisor: Actor,
  { domain, slot }: { domain?: { _id: string }; slot?: string } = {},
) {
  const student = await makePerson(stage, 'student', { week: 4, ...(domain && { domain }) })
  const review = await makeReview(stage, { student, advisor, week: 4, ...(slot && { slot }) })
  return { student, review }
}

export async function makeTrio(stage: { context: Context }, { isBooked = false } = {}) {
  const advisor = await makePerson(stage, 'advisor')
  const reviewer = await makePerson(stage, 'reviewer')
  const slot = await makeHalfHourSlot(stage, reviewer)
  const { student, review } = await makeStudent(stage, advisor, isBooked ? { slot } : {})
  const book = { call: 'book', review, reviewer: reviewer._id, slot } as const
  return {
    advisor,
    reviewer,
    slot,
    student,
    review,
    book,
    cast: [advisor, reviewer, student],
  }
}

export const repeatCall = (count: number, call: PlannedRequest): PlannedRequest[] =>
  Array.from({ length: count }, () => call)

export const makeDecisionCall = (review: string, way: 'week-repeat' | 'next-week') =>
  ({ call: 'follow', review, way }) as const
