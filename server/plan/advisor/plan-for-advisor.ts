import { assignMost } from '../matching/assign.ts'
import { at, type Plan, type Problem, type WaitingReview } from '../matching/problem.ts'
import type { Solution, Solve } from '../matching/solve.ts'
import { findUnusedSlots, makeReasons, type Reason } from '../reasons.ts'
import { findCandidates } from './candidates.ts'
import { hasAnySlot } from './draft.ts'

/** Whose plan is made: the places of their reviews in the problem, and what each of them is to have. */
export type PlanRequest = { own: number[]; reviews: WaitingReview[]; isSoonest: boolean }

/** A plan of the asker's reviews, with why each has its slot, or none. */
export type ExplainedPlan = Solution & { reasons: Reason[] }

/** A first plan of so few is told together with the best one, which follows at once. */
const fewReviews = 100

type Limit = { untilMs: number; found: (explained: ExplainedPlan) => void }

/**
 * The best plan of one advisor's reviews beside what the draft leaves to those of others; tells of
 * each better one, and returns the draft with the last of them. Others give way only where one of the
 * advisor's has a slot no other way.
 */
export function planForAdvisor(
  solve: Solve,
  { problem, draft }: { problem: Problem; draft: Plan },
  request: PlanRequest,
  { untilMs, found }: Limit,
): Plan {
  const asked: Problem = { ...problem, reviews: request.reviews, isSoonest: request.isSoonest }
  const own = new Set(request.own)
  const drafted = draft.map((place, review) => (own.has(review) ? undefined : place))
  const others = planOthers(asked, { problem, own: request.own, draft, drafted })
  const free = withoutPlan(asked, problem, others)
  const preferred = new Set(request.own.map((review) => draft[review]))
  const candidates = findCandidates(free.problem, (slot) => preferred.has(at(free.places, slot)))
  const narrow = pick(free.problem, candidates)
  const placeOf = (slot: number) => at(free.places, at(narrow.places, slot))

  const whole = [...others]
  const reviews = [...problem.reviews]
  for (const [index, review] of request.own.entries()) reviews[review] = at(request.reviews, index)

  const explain = ({ plan, isBest }: Solution): ExplainedPlan => {
    const ownPlan = plan.map((slot) => (slot === undefined ? undefined : placeOf(slot)))
    for (const [index, review] of request.own.entries()) whole[review] = ownPlan[index]
    const reasonOf = makeReasons({ ...problem, reviews }, whole)
    const reasons = ownPlan.map((slot, index) => reasonOf(at(request.own, index), slot))
    return { plan: ownPlan, isBest, reasons }
  }

  let untold: Solution | undefined
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

/** What others have: what was drafted for them, or less where more of the asker's have a slot by it. */
function planOthers(asked: Problem, { problem, own, draft, drafted }: Beside): Plan {
  const isLeftOut = (plan: Plan) => (review: WaitingReview, index: number) =>
    plan[index] === undefined && hasAnySlot(asked, review)
  if (!asked.reviews.some(isLeftOut(own.map((review) => draft[review])))) return drafted
  const beside = assignMost(withoutPlan(asked, problem, drafted).problem)
  if (!asked.reviews.some(isLeftOut(beside.plan))) return drafted
  if (assignMost(asked).placed.length === beside.placed.length) return drafted
  const isOwn = new Set(own)
  const rest = [...problem.reviews.keys()].filter((review) => !isOwn.has(review))
  const reviews = [...asked.reviews, ...rest.map((review) => at(problem.reviews, review))]
  const { plan } = assignMost({ ...problem, reviews })
  const others: Plan = drafted.map(() => undefined)
  for (const [index, review] of rest.entries()) others[review] = plan[own.length + index]
  return others
}

/** What is left beside a plan of others: slots with the loads that they make. */
function withoutPlan(asked: Problem, whole: Problem, others: Plan) {
  const loads = new Map<number, { onDay: number[]; inWeek: number[] }>()
  for (const place of others) {
    if (place === undefined) continue
    const { reviewer, day, week } = at(asked.slots, place)
    const { onDay, inWeek } = at(asked.reviewers, reviewer)
    const load = loads.get(reviewer) ?? { onDay: [...onDay], inWeek: [...inWeek] }
    loads.set(reviewer, load)
    load.onDay[day] = (load.onDay[day] ?? 0) + 1
    load.inWeek[week] = (load.inWeek[week] ?? 0) + 1
  }
  const reviewers = asked.reviewers.map((one, index) => ({ ...one, ...loads.get(index) }))
  return pick({ ...asked, reviewers }, findUnusedSlots(whole, others))
}

/** The same problem with some of its slots, and their places in it. */
function pick(problem: Problem, places: number[]): { problem: Problem; places: number[] } {
  const indexOf = new Map(places.map((place, index) => [place, index]))
  const reviews = problem.reviews.map(({ requestedSlots, ...review }) => ({
    ...review,
    requestedSlots: requestedSlots.flatMap((place) => indexOf.get(place) ?? []),
  }))
  const slots = places.map((place) => at(problem.slots, place))
  return { problem: { ...problem, reviews, slots }, places }
}
