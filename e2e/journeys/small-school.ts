import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { addDomain } from '#contract/domains/domains.ts'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { listReviews, type Review } from '#contract/reviews/reviews.ts'
import { bookSlot } from '#contract/reviews/scheduling/booking.ts'
import type { ProfileRole } from '#contract/roles.ts'
import { listReviewers } from '#contract/slots/reviewers.ts'
import { addSlots, listReviewerSlots } from '#contract/slots/slots.ts'
import { addTask } from '#contract/tasks/tasks.ts'
import { getDateInDays } from '../kit/days.ts'
import type { School } from '../kit/school.ts'
import { type Newcomer, onboard } from '../steps/schools/invite-and-onboard.ts'

type Somebody<R extends ProfileRole> = Newcomer & { role: R }

/** A domain and its people. */
export type SmallSchool = {
  advisor: Somebody<'advisor'>
  reviewer: Somebody<'reviewer'>
  students: Somebody<'student'>[]
}

/**
 * A school with one domain, tasks for two weeks, an advisor, a reviewer, and students who wait for
 * a slot.
 */
export async function makeSmallSchool(
  school: School,
  students: string[] = [],
): Promise<SmallSchool> {
  const token = await school.tokenOf('admin')
  const { domain } = await school.call(addDomain, { token, body: { name: 'Web Development' } })
  const workouts = { personalDevelopmentWorkout: ['Read'], technicalWorkouts: ['Code'] }
  for (const weekNo of [1, 2]) {
    const body = { weekNo, domain: domain._id, ...workouts, miscellaneousWorkouts: ['Type'] }
    await school.call(addTask, { token, body })
  }
  const one = async <R extends ProfileRole>(role: R, name: string) => ({
    ...(await onboard(school, role, name)),
    role,
  })
  const advisor = await one('advisor', 'Aldo Ferri')
  const reviewer = await one('reviewer', 'Rita Moreau')
  const all: Somebody<'student'>[] = []
  // One after the other, so that the lists have a fixed order.
  for (const name of students) all.push(await one('student', name))
  return { advisor, reviewer, students: all }
}

/** Gives the reviewer six half-hour slots tomorrow from 9:00 AM. */
export async function addSlotsTomorrow(school: School, { reviewer }: SmallSchool): Promise<void> {
  const token = await school.tokenOf('reviewer', reviewer)
  const values = { date: getDateInDays(1), timeStart: '09:00', timeEnd: '12:00', reviewTime: 30 }
  await school.call(addSlots, { token, body: { values } })
}

/** Books the first student's review for the first slot. */
export async function bookFirst(school: School, people: SmallSchool): Promise<Review> {
  const token = await school.tokenOf('advisor', people.advisor)
  const query = { search: people.students[0]?.email ?? '' }
  const [review] = await school.call(listReviews.advisor, { token, query })
  const [reviewer] = await school.call(listReviewers, { token })
  const params = { id: reviewer?._id ?? '' }
  const [slot] = await school.call(listReviewerSlots, { token, params })
  const value = { reviewId: review?._id ?? '', reviewer: params.id, slot: slot?._id ?? '' }
  const reply = await school.call(bookSlot.advisor, { token, body: { value } })
  return reply.review
}

/** How long the server may be writing. */
const busyMs = 5_000

/** Makes booked slots begin just now. No call can do that. */
export function beginNow(school: School): void {
  const db = new DatabaseSync(join(school.dataDir, 'weekward.db'), { timeout: busyMs })
  const now = Date.now()
  const booked = '(select slot_id from reviews where slot_id is not null)'
  db.prepare(`update slots set starts_at = ?, ends_at = ? where id in ${booked}`).run(
    now,
    now + 30 * minuteMs,
  )
  db.prepare('update reviews set held_at = ? where slot_id is not null').run(now)
  db.close()
}
