import { z } from 'zod'
import { Review } from '#contract/reviews/reviews.ts'
import { getCyclic, pickOne, randomBoolean } from '#seed/random.ts'
import { type Context, inTransaction } from '#server/kit/context.ts'
import { makeDomain, makePerson } from '#test/factories.ts'
import {
  findWrongNotifications,
  readNotificationRows,
} from '#test/schools/checks/find-wrong-notifications.ts'
import { findViolations } from './check/check.ts'
import { findApiDifferences } from './compare-api-with-database.ts'
import type { Entry, Race } from './race-log.ts'
import type { RaceSchool } from './race-school.ts'
import { sendAndLog } from './run.ts'
import { type Actor, makeHalfHourSlot, makeStudent } from './scene-helpers.ts'
import { readState } from './state.ts'

const reviewers = 10
const slotsOfEach = 30
const advisors = 50
const pupilsOfEach = 4

type Slot = { id: string; reviewer: string }
type Pupil = { review: string; isBooked: boolean }
type Booker = { who: Actor; pupils: Pupil[] }

/**
 * 50 advisors book 300 slots at random, and free them again, for so many ms. Returns the race with
 * all violations.
 */
export async function bookAtRandom(
  course: RaceSchool,
  forMs: number,
): Promise<{ race: Race; violations: string[] }> {
  const { context, random } = course
  const { slots, bookers, cast } = await inTransaction(context, makeFair)
  const before = await readState(context, cast)
  const log: Entry[] = []
  const until = performance.now() + forMs
  await Promise.all(
    bookers.map(async (booker) => {
      while (performance.now() < until) await step(course, log, booker, pickOne(random, slots))
    }),
  )
  const after = await readState(context, cast)
  const race = { before, log, after }
  const violations = [
    ...findViolations(race),
    ...findWrongNotifications(await readNotificationRows(context.db, cast), context.clock()),
    ...(await findApiDifferences(course, after)),
  ]
  return { race, violations }
}

async function makeFair(context: Context) {
  const stage = { context }
  const domain = await makeDomain(stage)
  const cast: string[] = []
  const slots: Slot[] = []
  for (let count = 0; count < reviewers; count++) {
    const { _id: reviewer } = await makePerson(stage, 'reviewer')
    cast.push(reviewer)
    for (let place = 0; place < slotsOfEach; place++) {
      slots.push({ reviewer, id: await makeHalfHourSlot(stage, { _id: reviewer }, place) })
    }
  }
  const bookers: Booker[] = []
  for (let count = 0; count < advisors; count++) {
    const who = await makePerson(stage, 'advisor')
    const pupils: Pupil[] = []
    for (let nth = 0; nth < pupilsOfEach; nth++) {
      const { student, review } = await makeStudent(stage, who, { domain })
      cast.push(student._id)
      pupils.push({ review, isBooked: false })
    }
    bookers.push({ who, pupils })
  }
  return { slots, bookers, cast }
}

/** One call of an advisor: mostly a booking, sometimes a decision that frees a slot. */
async function step(
  course: RaceSchool,
  log: Entry[],
  { who, pupils }: Booker,
  { id: slot, reviewer }: Slot,
): Promise<void> {
  const { random } = course
  const pupil = getCyclic(pupils, Math.floor(random() * pupils.length))
  const { review } = pupil
  if (pupil.isBooked && randomBoolean(random, 0.7)) {
    const asked = { call: 'follow', review, way: 'week-repeat' } as const
    const { body } = await sendAndLog(course, log, { who, asked })
    const next = z.object({ review: Review }).safeParse(body)
    if (next.success) Object.assign(pupil, { review: next.data.review._id, isBooked: false })
    return
  }
  // Also for a booked review, which must be refused.
  const { entry } = await sendAndLog(course, log, {
    who,
    asked: { call: 'book', review, reviewer, slot },
  })
  if (entry.status === 200) pupil.isBooked = true
}
