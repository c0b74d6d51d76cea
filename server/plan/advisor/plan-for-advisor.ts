import { assignMost } from '../matching/assign.ts'
import { getItem, type Plan, type Problem, type WaitingReview } from '../matching/problem.ts'
import type { Solve, SolvedPlan } from '../matching/solve.ts'
import { findUnusedSlots, makeReasonFinder, type Reason } from '../reasons.ts'
import { findCandidateSlots } from './candidate-slots.ts'
import { hasAnySlot } from './school-draft.ts'

/**
 * One advisor's part of a problem: the indexes of their reviews, and those reviews as they are to
 * be planned.
 */
export type AdvisorPlanRequest = { own: number[]; reviews: WaitingReview[]; isSoonest: boolean }

/** A plan of one advisor's reviews, with the reason for each slot or for having none. */
export type ExplainedPlan = SolvedPlan & { reasons: Reason[] }

/** Up to this many reviews, the first plan is not reported: the best follows at once. */
const fewReviews = 100

type Limit = { untilMs: number; found: (explained: ExplainedPlan) => void }

/**
 * Finds the best plan of one advisor's reviews, using the slots that the draft leaves free. Calls
 * `found` with each better plan, and returns the draft with the last one applied. Other advisors'
 * reviews give up slots only if one of this advisor's could not be placed otherwise.
 */
export function planForAdvisor(
  solve: Solve,
  { problem, draft }: { problem: Problem; draft: Plan },
  request: AdvisorPlanRequest,
  { untilMs, found }: Limit,
): Plan {
  const asked: Problem = { ...problem, reviews: request.reviews, isSoonest: request.isSoonest }
  const own = new Set(request.own)
  const drafted = draft.map((place, review) => (own.has(review) ? undefined : place))
  const others = planOthers(asked, { problem, own: request.own, draft, drafted })
  const free = withoutPlan(asked, problem, others)
  const preferred = new Set(request.own.map((review) => draft[review]))
  const candidates = findCandidateSlots(free.problem, (slot) =>
    preferred.has(getItem(free.places, slot)),
  )
  const narrow = pick(free.problem, candidates)
  const placeOf = (slot: number) => getItem(free.places, getItem(narrow.places, slot))

  const whole = [...others]
  const reviews = [...problem.reviews]
  for (const [index, review] of request.own.entries())
    reviews[review] = getItem(request.reviews, index)

  const explain = ({ plan, isBest }: SolvedPlan): ExplainedPlan => {
    const ownPlan = plan.map((slot) => (slot === undefined ? undefined : placeOf(slot)))
    for (const [index, review] of request.own.entries()) whole[review] = ownPlan[index]
    const reasonOf = makeReasonFinder({ ...problem, reviews }, whole)
    const reasons = ownPlan.map((slot, index) => reasonOf(getItem(request.own, index), slot))
    return { plan: ownPlan, isBest, reasons }
  }

  let untold: SolvedPlan | undefined
  solve(narrow.problem, untilMs, (one) => {
    if (one.isBest || request.own.length > fewReviews) {
      untold = undefined
      found(explain(one))
    } else {
      untold = one
    }
  })
  if (untold) found(explain(untold))
  return whole
}

type Beside = { problem: Problem; own: number[]; draft: Plan; drafted: Plan }

/**
 * The plan of the other advisors' reviews: as drafted, or with fewer if that places more of this
 * advisor's.
 */
function planOthers(asked: Problem, { problem, own, draft, drafted }: Beside): Plan {
  const isLeftOut = (plan: Plan) => (review: WaitingReview, index: number) =>
    plan[index] === undefined && hasAnySlot(asked, review)
  if (!asked.reviews.some(isLeftOut(own.map((review) => draft[review])))) return drafted
  const beside = assignMost(withoutPlan(asked, problem, drafted).problem)
  if (!asked.reviews.some(isLeftOut(beside.plan))) return drafted
  if (assignMost(asked).placed.length === beside.placed.length) return drafted
  const isOwn = new Set(own)
  const rest = [...problem.reviews.keys()].filter((review) => !isOwn.has(review))
  const reviews = [...asked.reviews, ...rest.map((review) => getItem(problem.reviews, review))]
  const { plan } = assignMost({ ...problem, reviews })
  const others: Plan = drafted.map(() => undefined)
  for (const [index, review] of rest.entries()) others[review] = plan[own.length + index]
  return others
}

/** The problem without the slots that others have, with the load that these add to reviewers. */
function withoutPlan(asked: Problem, whole: Problem, others: Plan) {
  const loads = new Map<number, { onDay: number[]; inWeek: number[] }>()
  for (const place of others) {
    if (place === undefined) continue
    const { reviewer, day, week } = getItem(asked.slots, place)
    const { onDay, inWeek } = getItem(asked.reviewers, reviewer)
    const load = loads.get(reviewer) ?? { onDay: [...onDay], inWeek: [...inWeek] }
    loads.set(reviewer, load)
    load.onDay[day] = (load.onDay[day] ?? 0) + 1
    load.inWeek[week] = (load.inWeek[week] ?? 0) + 1
  }
  const reviewers = asked.reviewers.map((one, index) => ({ ...one, ...loads.get(index) }))
  return pick({ ...asked, reviewers }, findUnusedSlots(whole, others))
}

/** The problem restricted to some slots, and their indexes in the full problem. */
function pick(problem: Problem, places: number[]): { problem: Problem; places: number[] } {
  const indexOf = new Map(places.map((place, index) => [place, index]))
  const reviews = problem.reviews.map(({ requestedSlots, ...review }) => ({
    ...review,
    requestedSlots: requestedSlots.flatMap((place) => indexOf.get(place) ?? []),
  }))
  const slots = places.map((place) => getItem(problem.slots, place))
  return { problem: { ...problem, reviews, slots }, places }
}
