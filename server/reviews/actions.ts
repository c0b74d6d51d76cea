import type { PageRequest } from '#contract/kit/endpoint.ts'
import type { NoShowRole } from '#contract/kit/kinds/history-kind.ts'
import { firstWeek, lastWeek } from '#contract/limits/limits.ts'
import type { DecisionKind } from '#contract/reviews/decision.ts'
import { getDueDate } from '#contract/reviews/due-date.ts'
import { type Home, needsSlot, type Review, reviewRefusals } from '#contract/reviews/reviews.ts'
import { studentRefusals } from '#contract/reviews/scheduling/booking.ts'
import { canBeHeld } from '#contract/reviews/timeline.ts'
import type { Role } from '#contract/roles.ts'
import { isInRoom } from '#server/calls/actions.ts'
import { parseTextList } from '#server/database/column-values.ts'
import { makeUniqueViolationMatcher } from '#server/database/errors/constraint-errors.ts'
import type { Page } from '#server/database/list/paginate.ts'
import { advisoryLock, type Tx } from '#server/database/transaction.ts'
import { audited, recordAudit } from '#server/kit/call/audit.ts'
import { Refused, refuseOnViolation } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import { moveStudentToWeek } from '#server/people/edit-details.ts'
import { type AdvisorOrAdmin, getAdvisorId } from './advisor-or-admin.ts'
import {
  findBookedSlot,
  readLastSlotEntry,
  recordReviewChange,
} from './history/record-review-change.ts'
import {
  type NonAdminOwner,
  type Owner,
  type ReviewFilter,
  readAllReviews,
  readCurrentReview,
  readHomeReview,
  readLatestReviewOfWeek,
  readOwnReview,
  readOwnReviews,
  readReviews,
  readStudentReviews,
} from './list-queries.ts'
import { lockForScheduling } from './lock-for-scheduling.ts'
import {
  closeReview,
  freeUnusedSlot,
  insertReview,
  type NewReview,
  readInactiveStudent,
  readLeastBusyAdvisor,
  readNewStudent,
  updateUnassignedReviews,
} from './queries.ts'
import {
  readReviewStudent,
  showPage,
  showReview,
  showReviews,
  showStudent,
} from './view/review-view.ts'

/**
 * The latest review of the student’s current week, or only the student if there is none (contract,
 * section 3).
 */
export async function getHome(context: Context, studentId: string): Promise<Home> {
  const row = await readHomeReview(context.db, { studentId })
  if (row) {
    const review = await showReview(context, 'student', row)
    const personId = canBeHeld(review) ? review.reviewer?._id : undefined
    const reviewerWaits = personId !== undefined && isInRoom(context, row, personId)
    const absent = needsSlot(review) ? await findAbsent(context, review._id) : null
    const { pause_reason: reason, paused_until: until } = row
    const pause = reason === null ? null : { until, reason }
    const { outcome: finished } = row
    const work = { ticks: parseTextList(row.ticks ?? '[]'), isReady: row.ready_at !== null }
    return { ...review, reviewerWaits, absent, pause: finished ? null : pause, finished, work }
  }
  return { student: showStudent(await readReviewStudent(context.db, { id: studentId })) }
}

/** Who did not show up for the review's last slot; null if it was freed for another reason. */
async function findAbsent({ db }: Context, reviewId: string): Promise<NoShowRole | null> {
  const line = await readLastSlotEntry(db, { reviewId })
  return line?.what === 'no-show' ? line.who : null
}

/**
 * Returns the student's review that `asked` names: by id, by week number (the latest of that week),
 * or the current one if it is undefined. Refuses an unknown review or another student's (404).
 */
export async function getWeeklyReview(
  context: Context,
  studentId: string,
  asked: string | undefined,
): Promise<Review> {
  if (asked && !/^\d{1,2}$/.test(asked)) {
    return getOwnReview(context, { role: 'student', personId: studentId }, asked)
  }
  const row = asked
    ? await readLatestReviewOfWeek(context.db, { studentId, week: Number(asked) })
    : await readCurrentReview(context.db, { studentId })
  if (!row) throw new Refused(reviewRefusals.unknown)
  return showReview(context, 'student', row)
}

/** Returns a page of the student's reviews, oldest first. */
export async function listOwnReviews(
  context: Context,
  studentId: string,
  asked: PageRequest,
): Promise<Page<Review>> {
  return showPage(context, 'student', await readStudentReviews(context.db, { studentId }, asked))
}

/** Returns one of the owner's reviews. Refuses an unknown review or somebody else's (404). */
export function getOwnReview(context: Context, owner: Owner, id: string): Promise<Review> {
  return findRow(context, owner, id, owner.role)
}

/** Returns those of the given reviews that belong to the owner. */
export async function findReviews(
  context: Context,
  owner: Owner,
  ids: string[],
): Promise<Review[]> {
  if (ids.length === 0) return []
  return showReviews(context, owner.role, await readOwnReviews(context.db, owner, ids))
}

async function findRow(context: Context, { role, personId }: Owner, id: string, shownTo: Role) {
  const row = await readOwnReview[role](context.db, { personId, id })
  if (!row) throw new Refused(reviewRefusals.unknown)
  return showReview(context, shownTo, row)
}

/**
 * Returns any review as `role` sees it; the caller has checked the permission. Refuses an unknown
 * review (404).
 */
export function getAnyReview(context: Context, role: Role, id: string): Promise<Review> {
  return findRow(context, { role: 'admin', personId: '' }, id, role)
}

/**
 * Returns a page of the owner's reviews, filtered and sorted (contract, section 3). With `id`, the
 * page has only that review; refuses an unknown one or somebody else's (404).
 */
export async function listReviews(
  context: Context,
  owner: NonAdminOwner,
  filter: ReviewFilter,
): Promise<Page<Review>> {
  const page = await readReviews(context, owner, filter)
  refuseUnlessFound(page, filter)
  return showPage(context, owner.role, page)
}

/** Returns a page of everybody's reviews, filtered and sorted, as an admin sees them. */
export async function listAllReviews(
  context: Context,
  filter: Parameters<typeof readAllReviews>[1],
): Promise<Page<Review>> {
  return showPage(context, 'admin', await readAllReviews(context, filter))
}

/** Refuses (404) if the filter asks for one review by id and the owner has no such review. */
export function refuseUnlessFound({ items }: Page<unknown>, { id }: ReviewFilter): void {
  if (id !== undefined && items.length === 0) throw new Refused(reviewRefusals.unknown)
}

/**
 * Closes the student's review and opens the next one, in the same week or the next. Pending tasks
 * carry over, the student moves to that week, and a booked slot that has not begun is freed
 * (contract, section 3). Refuses a review that is not the caller's (404), was already decided, is
 * in the last week, or whose student has finished (409).
 */
export async function applyDecision(
  context: Context<Tx>,
  caller: AdvisorOrAdmin,
  { id, way }: { id: string; way: DecisionKind },
): Promise<Review> {
  const now = context.clock()
  await lockForScheduling(context.db, { reviewerIds: [], reviewIds: [id] })
  const closed = await audited(context, { kind: 'reviews', id }, async () => {
    const closed = await closeReview(context.db, { id, advisorId: getAdvisorId(caller), now })
    if (!closed) return undefined
    const had = await findBookedSlot(context, id)
    const isFreed = await freeUnusedSlot(context.db, { id, now })
    const from = isFreed ? had : undefined
    await recordReviewChange(context, { reviewId: id, what: 'decided', way, from })
    return closed
  })
  if (!closed) {
    await getOwnReview(context, caller, id)
    const inactive = await readInactiveStudent(context.db, { reviewId: id })
    const hasFinished = typeof inactive?.finished_at === 'number'
    throw new Refused(hasFinished ? studentRefusals.finished : reviewRefusals.closed)
  }
  const week = way === 'next-week' ? closed.week + 1 : closed.week
  if (week > lastWeek) throw new Refused(reviewRefusals.lastWeek)
  const { student_id, advisor_id, pending_task } = closed
  const next = await openReview(context, {
    student_id,
    advisor_id,
    pending_task,
    week,
    follows_id: id,
  })
  await moveStudentToWeek(context, student_id, week)
  // The reviewer of the freed slot is notified too.
  context.live.changed('reviews', [student_id, advisor_id, closed.reviewer_id])
  return publishReviewChange(context, await getOwnReview(context, caller, next))
}

/** Tells the pages of the review's student, advisor and reviewer to refetch; returns the review. */
export function publishReviewChange({ live }: Context, review: Review): Review {
  const { student, advisor, reviewer } = review
  live.changed('reviews', [student._id, advisor?._id, reviewer?._id])
  return review
}

/** Taken by new students and new advisors, so that two who come at once do not miss each other. */
export const firstReviewLock = 'advisor for a first review'

/**
 * Opens the first review of a student who was just verified: in the student's week, assigned to
 * the advisor an admin chose or else to the one with the fewest open reviews, both verified and not
 * blocked, or to nobody if there is no advisor yet (contract, section 3).
 */
export async function openFirstReview(context: Context<Tx>, studentId: string): Promise<void> {
  await advisoryLock(context.db, firstReviewLock)
  const { week, advisor_id } = await readNewStudent(context.db, { studentId })
  await openReview(context, {
    student_id: studentId,
    advisor_id: advisor_id ?? (await readLeastBusyAdvisor(context.db))?.id ?? null,
    week: week ?? firstWeek,
    pending_task: '[]',
    follows_id: null,
  })
}

/** Assigns all open reviews without an advisor to one who was just verified or unblocked. */
export async function assignUnassignedReviews(
  context: Context<Tx>,
  advisorId: string,
): Promise<void> {
  await advisoryLock(context.db, firstReviewLock)
  const assigned = await updateUnassignedReviews(context.db, { advisorId })
  for (const { id } of assigned) {
    const given = { before: { advisor_id: null }, after: { advisor_id: advisorId } }
    await recordAudit(context, { kind: 'reviews', id, ...given })
  }
  if (assigned.length === 0) return
  const students = assigned.map(({ student_id }) => student_id)
  context.live.changed('reviews', [advisorId, ...students])
}

/**
 * Inserts a review due in seven days, on no holiday, and returns its id. Refuses if the previous
 * review already has a next one (409).
 */
export async function openReview(
  context: Context<Tx>,
  review: Omit<NewReview, 'id' | 'due_at' | 'created_at'>,
): Promise<string> {
  const id = newId()
  const now = context.clock()
  const row = { ...review, id, due_at: getDueDate(now, context.settings), created_at: now }
  const adding = insertReview(context.db, row)
  await refuseOnViolation(
    makeUniqueViolationMatcher('reviews', 'follows_id'),
    reviewRefusals.closed,
    adding,
  )
  await recordAudit(context, { kind: 'reviews', id, after: row })
  return id
}
