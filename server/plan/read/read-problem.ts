import { bestSlotsShown, plannedReviewsMax, reservedReviewsMax } from '#contract/limits/plan.ts'
import type { Context } from '#server/kit/context.ts'
import { getBookingRuleInputs } from '#server/slots/bookable/bookable.ts'
import type { AdvisorPlanRequest } from '../advisor/plan-for-advisor.ts'
import { getItem, type OpenSlot, type Problem, type WaitingReview } from '../matching/problem.ts'
import {
  readAdvisorWaitingReviews,
  readReviewersOfLinkedDomains,
  readWaitingReviews,
  type SlotRow,
  type WaitingRow,
} from '../queries.ts'
import { type AcceptableDays, getDaysToSearch, getFurtherDays, toSpans } from './days-to-search.ts'
import { readSlots, readUpTo, type SlotQuery, toSlotQueries } from './read-slots.ts'
import { type BookingCalendar, makeBookingCalendar } from './reviewer-loads.ts'
import { type ReviewerPool, readReviewerPool } from './reviewer-pool.ts'
import { makeTargetDateFinder, readRequestedSlots } from './shared-target-dates.ts'
import { allowRequestedSlots, type TargetDate } from './target-date.ts'

/** A problem, and the rows of its slots and reviewers in the same order. */
export type LoadedProblem = {
  problem: Problem
  slots: SlotRow[]
  reviewers: ReviewerPool['people']
}

/** The reviews to plan for one advisor, by due date. */
export type AdvisorPlanInput = { rows: WaitingRow[]; asSoonAsPossible: boolean }

/** Reads an advisor's reviews without a slot. */
export function readAdvisorRows({ db }: Context, advisorId: string): Promise<WaitingRow[]> {
  return readUpTo(db, plannedReviewsMax, (asked) =>
    readAdvisorWaitingReviews(db, { advisorId }, asked),
  )
}

/**
 * Reads the advisors' reviews, the other reviews without a slot that are due soonest, and the slots
 * they could have, once for all advisors whose plans are made together. Every slot was free when
 * reading began.
 */
export async function readSchoolProblem(
  context: Context,
  wanted: AdvisorPlanInput[],
): Promise<LoadedProblem & { requests: AdvisorPlanRequest[] }> {
  const { db } = context
  const calendar = makeBookingCalendar(context)
  const own = new Map(wanted.flatMap(({ rows }) => rows).map((row) => [row.id, row]))
  const [waiting, pool] = await Promise.all([
    readUpTo(db, reservedReviewsMax, (asked) => readWaitingReviews(db, {}, asked)),
    // A reviewer who is needed in another domain may not be available here.
    readReviewerPool(context, calendar, [...own.values()], { read: readReviewersOfLinkedDomains }),
  ])
  const others = waiting.filter((row) => !own.has(row.id) && pool.domainOf(row) >= 0)
  const rows = [...own.values(), ...others].toSorted(
    (a, b) => a.due_at - b.due_at || (a.id < b.id ? -1 : 1),
  )
  const aim = makeTargetDateFinder(context, calendar, await readRequestedSlots(db, calendar, rows))
  const asked = wanted.map(({ rows: all, asSoonAsPossible }) => ({
    isSoonest: asSoonAsPossible,
    reviews: all.map((row) => toWaitingReview(pool, row, aim(row, asSoonAsPossible))),
  }))
  const counts = pool.domainIds.map(() => 0)
  for (const row of rows) {
    const domain = pool.domainOf(row)
    counts[domain] = (counts[domain] ?? 0) + 1
  }
  const { slots, open } = await readSuiting(context, calendar, {
    pool,
    needed: counts,
    enough: ({ earliestDay }) => ({ earliestDay, lastDay: calendar.dayCount }),
    reviews: asked.flatMap(({ reviews }) => reviews),
  })
  const placed = numberRequestedSlots(slots)
  const indexOf = new Map(rows.map(({ id }, index) => [id, index]))
  return {
    slots,
    reviewers: pool.people,
    problem: {
      ...makeProblem(context, calendar, pool, open),
      reviews: rows.map((row) => placed(toWaitingReview(pool, row, aim(row, false)))),
    },
    requests: asked.map(({ isSoonest, reviews }, index) => ({
      isSoonest,
      own: getItem(wanted, index).rows.flatMap(({ id }) => indexOf.get(id) ?? []),
      reviews: reviews.map(placed),
    })),
  }
}

/**
 * Reads the slots that one review can have, or only those that begin at an instant (ms since 1970).
 */
export async function readReviewProblem(
  context: Context,
  row: WaitingRow,
  startsAt?: number,
): Promise<LoadedProblem> {
  const calendar = makeBookingCalendar(context)
  const pool = await readReviewerPool(context, calendar, [row], { reviewId: row.id })
  const aim = makeTargetDateFinder(
    context,
    calendar,
    await readRequestedSlots(context.db, calendar, [row]),
  )
  const review = toWaitingReview(pool, row, aim(row, false))
  const { slots, open } = await readSuiting(context, calendar, {
    pool,
    needed: pool.domainIds.map(() => bestSlotsShown),
    enough: ({ dueDay }) => ({ earliestDay: 0, lastDay: dueDay < 0 ? calendar.dayCount : dueDay }),
    reviews: [review],
    reviewId: row.id,
    startsAt,
  })
  return {
    slots,
    reviewers: pool.people,
    problem: {
      ...makeProblem(context, calendar, pool, open),
      reviews: [review].map(numberRequestedSlots(slots)),
    },
  }
}

/** A review whose slots are still to be read. */
type Looking = Omit<WaitingReview, 'requestedSlots'> & Pick<TargetDate, 'requestedSlots'>

type Row = { domain_id: string | null; repeat_reviewer?: string | null }

function toWaitingReview(pool: ReviewerPool, row: Row, aim: TargetDate): Looking {
  return {
    ...aim,
    domain: pool.domainOf(row),
    repeatReviewer: pool.placeOf(row.repeat_reviewer ?? null),
  }
}

/**
 * Replaces each requested slot that can be booked by its index. Other requested slots are dropped,
 * and no longer allow an earlier date.
 */
function numberRequestedSlots(slots: SlotRow[]): (review: Looking) => WaitingReview {
  const placeOf = new Map(slots.map(({ id }, place) => [id, place]))
  return (looking) => {
    const { requestedSlots, ...review } = allowRequestedSlots(looking, ({ id }) => placeOf.has(id))
    return { ...review, requestedSlots: requestedSlots.flatMap(({ id }) => placeOf.get(id) ?? []) }
  }
}

type Suiting = {
  pool: ReviewerPool
  reviews: Looking[]
  /** If a domain has fewer suitable slots than this, further days are read too. */
  needed: number[]
  /** The range of days in which slots count as suitable. */
  enough: (review: TargetDate) => Pick<AcceptableDays, 'earliestDay' | 'lastDay'>
  reviewId?: string
  startsAt?: number | undefined
}

/**
 * Reads the slots that suit these reviews, as rows and for the problem: those of their days, and of
 * further days if these are too few. Also the first free slot of each domain, which the reasons
 * refer to, and the first one for each review if it were planned as soon as possible.
 */
async function readSuiting(
  context: Context,
  calendar: BookingCalendar,
  { pool, needed, enough, reviewId = '', startsAt, ...asked }: Suiting,
): Promise<{ slots: SlotRow[]; open: OpenSlot[] }> {
  if (pool.people.length === 0) return { slots: [], open: [] }
  // Assume that all requested slots are free; only reading them will tell.
  const reviews = asked.reviews.map((review) => allowRequestedSlots(review, () => true))
  const bookable = getBookingRuleInputs(context, reviewId)
  const own = pool.domainIds.filter((_, place) => reviews.some(({ domain }) => domain === place))
  const all = { since: bookable.after, until: bookable.before }
  const first = toSlotQueries(own, [all], 1)
  const ask = async (asked: SlotQuery[], known?: SlotRow[]) => {
    const found = await readSlots(context.db, bookable, { asked, ...(known && { known }) })
    const slots = found.filter(({ reviewer_id }) => pool.placeOf(reviewer_id) !== undefined)
    return { slots, open: slots.map(pool.slotOf) }
  }
  if (startsAt !== undefined) {
    const span = { since: startsAt, until: startsAt + 1 }
    return ask([...first, ...toSlotQueries(own, [span])])
  }
  const days = getDaysToSearch(reviews, calendar)
  const spans = toSpans(days, reviews, calendar)
  const requested = reviews
    .flatMap(({ requestedSlots }) => requestedSlots)
    .map(({ startsAt: since }) => ({ since, until: since + 1 }))
  const soonest = new Set(
    reviews.flatMap(({ from, soonestFrom }) => (soonestFrom < from ? soonestFrom : [])),
  )
  const earlier = [...soonest].map((since) => ({ since, until: bookable.before }))
  const found = await ask([
    ...first,
    ...toSlotQueries(own, earlier, 1),
    ...toSlotQueries(own, requested),
    ...toSlotQueries(pool.domainIds, spans),
  ])
  const known = {
    slots: found.open,
    isOf: (reviewer: number, domain: number) =>
      getItem(pool.reviewers, reviewer).domains.includes(domain),
  }
  const queries = reviews.map((review) => ({ ...review, ...enough(review) }))
  const further = getFurtherDays(queries, known, { read: days, needed, calendar })
  if (further.size === 0) return found
  return ask(toSlotQueries(own, toSpans(further, reviews, calendar)), found.slots)
}

function makeProblem(
  { settings }: Context,
  { today }: BookingCalendar,
  { reviewers }: ReviewerPool,
  slots: OpenSlot[],
): Omit<Problem, 'reviews'> {
  return {
    today,
    noticeHours: settings.planNoticeHours,
    isSoonest: false,
    reviewers,
    slots,
  }
}
