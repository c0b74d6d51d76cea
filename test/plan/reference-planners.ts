import { getItem, type Plan, type Problem } from '#server/plan/matching/problem.ts'
import { countPlanned, findViolations, getCost } from './judge.ts'

/** Finds the best plan by brute force, for a handful of reviews. */
export function planByBruteForce(problem: Problem): Plan {
  let best: Plan = problem.reviews.map(() => undefined)
  const tryFrom = (review: number, plan: Plan) => {
    if (review === problem.reviews.length) {
      if (isBetter(problem, plan, best)) best = plan
      return
    }
    for (const slot of [undefined, ...problem.slots.keys()]) {
      const next = plan.with(review, slot)
      if (slot === undefined || findViolations(problem, next).length === 0)
        tryFrom(review + 1, next)
    }
  }
  tryFrom(0, best)
  return best
}

/** More reviews come first, then reviews earlier in the order, then lower cost. */
function isBetter(problem: Problem, plan: Plan, other: Plan): boolean {
  if (countPlanned(plan) !== countPlanned(other)) return countPlanned(plan) > countPlanned(other)
  const differs = plan.findIndex((slot, at) => (slot === undefined) !== (other[at] === undefined))
  if (differs >= 0) return plan[differs] !== undefined
  return getCost(problem, plan) < getCost(problem, other)
}

/** Plans greedily: each review in order takes its best slot. The reference for plans. */
export function planGreedily(problem: Problem): Plan {
  let plan: Plan = problem.reviews.map(() => undefined)
  for (const review of problem.reviews.keys()) {
    const now = plan
    const options = [...problem.slots.keys()]
      .filter((slot) => fits(problem, now, review, slot))
      .map((slot) => now.with(review, slot))
    const costs = options.map((option) => getCost(problem, option))
    plan = options[costs.indexOf(Math.min(...costs))] ?? plan
  }
  return plan
}

function fits(problem: Problem, plan: Plan, review: number, place: number): boolean {
  const slot = getItem(problem.slots, place)
  const { domains } = getItem(problem.reviewers, slot.reviewer)
  const isOfDomain = domains.includes(getItem(problem.reviews, review).domain)
  return isOfDomain && findViolations(problem, plan.with(review, place)).length === 0
}
