import {
  getAssignmentCost,
  getDayLoadCost,
  getDelayCost,
  getWeekLoadCost,
} from '#server/plan/matching/cost.ts'
import { getItem, type Plan, type Problem } from '#server/plan/matching/problem.ts'

/** Checks a plan's constraints. Returns a line for each violation. */
export function findViolations({ reviews, slots, reviewers }: Problem, plan: Plan): string[] {
  const wrong: string[] = []
  if (plan.length !== reviews.length) wrong.push('a review has no line')
  const taken = plan.flatMap((slot) => (slot === undefined ? [] : [slot]))
  if (new Set(taken).size < taken.length) wrong.push('a slot is held twice')
  for (const [review, slot] of plan.entries()) {
    if (slot === undefined) continue
    const { domains } = getItem(reviewers, getItem(slots, slot).reviewer)
    if (!domains.includes(getItem(reviews, review).domain))
      wrong.push(`${review} has another domain`)
    if (getItem(slots, slot).startsAt < getItem(reviews, review).from)
      wrong.push(`${review} is too early`)
  }
  for (const [index, reviewer] of reviewers.entries()) {
    const own = taken
      .map((slot) => getItem(slots, slot))
      .filter((slot) => slot.reviewer === index)
      .toSorted((a, b) => a.startsAt - b.startsAt)
    for (const [place, slot] of own.entries()) {
      const next = own[place + 1]
      if (next && next.startsAt < slot.endsAt + reviewer.buffer) wrong.push(`${index}: no buffer`)
    }
    const { mostADay = Number.POSITIVE_INFINITY } = reviewer
    for (const [day, ofDay] of Map.groupBy(own, (slot) => slot.day)) {
      const count = ofDay.length + (reviewer.onDay[day] ?? 0)
      if (count > mostADay) wrong.push(`${index}: too many on day ${day}`)
    }
  }
  return wrong
}

/** The cost of a plan. Lower is better. */
export function getCost(problem: Problem, plan: Plan): number {
  const { reviews, slots, reviewers } = problem
  const first = getItem(slots, 0)
  const loads = reviewers.map(({ onDay, inWeek }) => ({ onDay: [...onDay], inWeek: [...inWeek] }))
  let cost = 0
  for (const [index, place] of plan.entries()) {
    if (place === undefined) continue
    const [review, slot] = [getItem(reviews, index), getItem(slots, place)]
    const load = getItem(loads, slot.reviewer)
    const [day, week] = [load.onDay[slot.day] ?? 0, load.inWeek[slot.week] ?? 0]
    cost += getAssignmentCost(review, place, slot)
    cost +=
      getDelayCost(slot, first) + getDayLoadCost(problem, day) + getWeekLoadCost(problem, week)
    load.onDay[slot.day] = day + 1
    load.inWeek[slot.week] = week + 1
  }
  return cost
}

export const countPlanned = (plan: Plan) => plan.filter((slot) => slot !== undefined).length
