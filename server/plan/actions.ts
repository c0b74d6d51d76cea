import type { EndpointQuery } from '#contract/kit/endpoint.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { firstWeek } from '#contract/limits/limits.ts'
import type {
  getPlan as askPlan,
  listBestSlots as listBest,
  PlanLine,
  Suggestion,
} from '#contract/plan.ts'
import { type Review, reviewRefusals } from '#contract/reviews/reviews.ts'
import type { BookingInput } from '#contract/reviews/scheduling/booking.ts'
import { toReference } from '#server/database/column-values.ts'
import { type Tx, withinSavepoint } from '#server/database/transaction.ts'
import { skipAudit } from '#server/kit/call/audit.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { type AdvisorOrAdmin, getAdvisorId } from '#server/reviews/advisor-or-admin.ts'
import { bookSlot, refuseInactiveStudent } from '#server/reviews/booking/book-slot.ts'
import { lockForScheduling } from '#server/reviews/lock-for-scheduling.ts'
import { toSlot } from '#server/slots/to-slot.ts'
import { getBestSlots } from './best-slots.ts'
import { getItem } from './matching/problem.ts'
import { isNotTooEarly } from './matching/slot-fit.ts'
import type { makePlanner } from './planner.ts'
import { readOpenReview, type WaitingRow } from './queries.ts'
import {
  type AdvisorPlanInput,
  type LoadedProblem,
  readAdvisorRows,
  readReviewProblem,
  type readSchoolProblem,
} from './read/read-problem.ts'
import { explainBestSlot, makeEarliestDateFinder } from './reasons.ts'

type Planner = ReturnType<
  typeof makePlanner<AdvisorPlanInput, Awaited<ReturnType<typeof readSchoolProblem>>>
>

/**
 * Returns a line for each of the advisor's reviews without a slot, in order of due date, as an
 * iterable that is computed while it is read; and whether time ran out before the best plan was
 * found. Refuses if too many calls are already waiting.
 */
export async function planAdvisorReviews(
  context: Context,
  planner: Planner,
  advisorId: string,
  { asSoonAsPossible }: EndpointQuery<typeof askPlan>,
): Promise<{ lines: Iterable<PlanLine>; isBest: boolean }> {
  let rows: WaitingRow[] = []
  const ask = async () => {
    rows = await readAdvisorRows(context, advisorId)
    return { rows, asSoonAsPossible: asSoonAsPossible === 'true' }
  }
  const { read, request, found } = await planner.plan(advisorId, ask)
  const notBefore = makeEarliestDateFinder({ ...read.problem, reviews: request.reviews })
  const show = (row: WaitingRow, review: number): PlanLine => {
    const place = found.plan[review]
    const none = { slot: null, reviewer: null }
    return {
      review: showWaiting(row),
      ...(place === undefined ? none : showPlannedSlot(context, read, place)),
      ...getItem(found.reasons, review),
      notBefore: place === undefined ? notBefore(review) : null,
    }
  }
  return { lines: rows.values().map(show), isBest: found.isBest }
}

/**
 * Returns the best slots for one of the advisor's reviews, or only those that begin at a given
 * instant. Refuses a review that is not theirs (404), and a blocked student's (409).
 */
export async function listBestSlots(
  context: Context,
  caller: AdvisorOrAdmin,
  { review: reviewId, startsAt }: EndpointQuery<(typeof listBest)['advisor']>,
): Promise<Suggestion[]> {
  const row = await readOpenReview(context.db, { advisorId: getAdvisorId(caller), id: reviewId })
  if (!row) throw new Refused(reviewRefusals.unknown)
  await refuseInactiveStudent(context, reviewId)
  const instant = startsAt === undefined ? undefined : Date.parse(startsAt)
  const read = await readReviewProblem(context, row, instant)
  const best = getBestSlots(read.problem, instant)
  return best.map((place) => ({
    ...showPlannedSlot(context, read, place),
    why: explainBestSlot(read.problem, { best, place, isTimeChosen: instant !== undefined }),
    isTooEarly: !isNotTooEarly(
      getItem(read.problem.reviews, 0),
      getItem(read.problem.slots, place),
    ),
  }))
}

/**
 * Books each line by the rules of a single booking, and reports why the others cannot be booked. Of
 * two lines for one review or slot, the second fails. Reviewers, reviews and slots are locked in a
 * fixed order, so that two plans cannot deadlock.
 */
export async function bookPlan(
  context: Context<Tx>,
  advisorId: string,
  lines: BookingInput[],
): Promise<{ booked: Review[]; refused: { reviewId: string; message: string }[] }> {
  await lockForScheduling(context.db, {
    reviewerIds: [...new Set(lines.map(({ reviewer }) => reviewer))],
    reviewIds: [...new Set(lines.map(({ reviewId }) => reviewId))],
  })
  const caller = { role: 'advisor', personId: advisorId } as const
  const booked: Review[] = []
  const refused: { reviewId: string; message: string }[] = []
  for (const line of lines.toSorted((a, b) => (a.slot < b.slot ? -1 : 1))) {
    try {
      booked.push(await withinSavepoint(context.db, () => bookSlot(context, caller, line)))
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      refused.push({ reviewId: line.reviewId, message: error.message })
    }
  }
  if (booked.length === 0) skipAudit(context)
  return { booked, refused }
}

/** The slot and reviewer at an index of the loaded problem. */
function showPlannedSlot(
  context: Context,
  { problem, slots, reviewers }: LoadedProblem,
  place: number,
): Pick<Suggestion, 'slot' | 'reviewer'> {
  const slot = getItem(slots, place)
  const { id, name } = getItem(reviewers, getItem(problem.slots, place).reviewer)
  const shown = toSlot(context, { ...slot, review_id: null })
  return {
    slot: { ...shown, startsAt: toIsoInstant(slot.starts_at) },
    reviewer: { _id: id, name },
  }
}

function showWaiting(row: WaitingRow): PlanLine['review'] {
  const { student_id: _id, student_name: name, student_email: email } = row
  const domain = toReference(row.domain_id, row.domain_name)
  return {
    _id: row.id,
    week: row.week,
    date: toIsoInstant(row.due_at),
    student: { _id, name, email, week: row.student_week ?? firstWeek, domain },
  }
}
