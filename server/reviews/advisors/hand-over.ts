import type { InactiveStudents } from '#contract/people/format-student-count.ts'
import { chooseAdvisors } from '#contract/reviews/choose-advisors.ts'
import {
  type HandedOverStudent,
  handOverRefusals,
  shareEvenlyOption,
} from '#contract/reviews/hand-over-students.ts'
import { advisoryLock, type Tx } from '#server/database/transaction.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { findPerson } from '#server/people/actions.ts'
import { lockInviteesOfAdvisor, moveInvitees } from '#server/people/invited-people.ts'
import { firstReviewLock } from '../actions.ts'
import { lockForScheduling } from '../lock-for-scheduling.ts'
import { readAvailableAdvisors, readOpenReviews } from './queries.ts'
import { reassignReviews, toHandedOverStudents } from './reassign-reviews.ts'

type Advisor = Awaited<ReturnType<typeof readAvailableAdvisors>>[number]

/**
 * Moves all open reviews of an advisor, and the invited students who are to start with them, to
 * another one, or spreads them evenly over all other verified, unblocked advisors. Notifies advisors
 * and students; invited students cause no notifications. Returns which student went to whom, and how many
 * of them do not take part. Refuses an unknown advisor (404), one who cannot take students, or if
 * nobody can (409; contract, section 11).
 */
export async function handOverStudents(
  context: Context<Tx>,
  adminId: string,
  { from, to }: { from: string; to: string },
): Promise<{ moved: HandedOverStudent[]; inactive: InactiveStudents }> {
  const { db } = context
  const advisor = await findPerson(context, 'advisor', { id: from })
  if (!advisor) throw new Refused(handOverRefusals.unknown)
  if (to === from) throw new Refused(handOverRefusals.self)
  // Like a student who completes the profile: first the student, then the lock for first reviews.
  const invitees = await lockInviteesOfAdvisor(db, { advisorId: from })
  // Until commit no first review is assigned, and no receiving advisor is blocked.
  await advisoryLock(db, firstReviewLock)
  await lockForScheduling(db, {
    reviewerIds: (await readAvailableAdvisors(db)).map(({ id }) => id),
    reviewIds: (await readOpenReviews(db, { advisorId: from })).map(({ id }) => id),
  })
  const receivers = await findReceivingAdvisors(context, { from, to })
  const open = await readOpenReviews(db, { advisorId: from })
  const students = [...open, ...invitees]
  const moving = students.map((student) => ({ from, isActive: isStudentActive(student) }))
  const chosen = chooseAdvisors(moving, receivers, to)
  const given = receivers.map((receiver) => ({
    receiver,
    reviews: open.filter((_, place) => chosen[place] === receiver.id),
    invitees: invitees.filter((_, place) => chosen[open.length + place] === receiver.id),
  }))
  const reassignments = given.map(({ receiver, reviews }) => ({
    from: advisor,
    to: receiver,
    reviews,
  }))
  await reassignReviews(context, adminId, { reassignments })
  for (const { receiver, invitees } of given) {
    await moveInvitees(context, invitees, receiver.id)
  }
  const moved = given.flatMap(({ receiver, reviews, invitees }) =>
    toHandedOverStudents([...reviews, ...invitees], receiver),
  )
  return { moved, inactive: countInactive(students) }
}

/**
 * The advisors who receive the reviews: the one given, or all others. Refuses like
 * `handOverStudents`.
 */
export async function findReceivingAdvisors(
  context: Context<Tx>,
  { from, to }: { from?: string; to: string },
): Promise<Advisor[]> {
  const others = (await readAvailableAdvisors(context.db)).filter(({ id }) => id !== from)
  if (to === shareEvenlyOption) {
    if (others.length === 0) throw new Refused(handOverRefusals.nobody)
    return others
  }
  const receiver = others.find(({ id }) => id === to)
  if (receiver) return [receiver]
  const isThere = await findPerson(context, 'advisor', { id: to })
  throw new Refused(isThere ? handOverRefusals.cannotTake : handOverRefusals.unknown)
}

type Inactive = { blocked_at: number | null; paused_at: number | null }

/** Whether a student takes part. */
export const isStudentActive = ({ blocked_at, paused_at }: Inactive): boolean =>
  blocked_at === null && paused_at === null

function countInactive(students: readonly Inactive[]): InactiveStudents {
  const blocked = students.filter(({ blocked_at }) => blocked_at !== null).length
  return { blocked, paused: students.filter((one) => !isStudentActive(one)).length - blocked }
}
