import {
  getAssignmentCost,
  getDayLoadCost,
  getDelayCost,
  getReviewerCost,
  getWeekLoadCost,
} from './cost.ts'
import { getLatenessKey, linkReviewsToDayParts } from './day-constraints.ts'
import { distributeSlots, type ReviewGroup } from './distribute-slots.ts'
import { type Model, makeLinearModel, type Term } from './linear-model-builder.ts'
import { getItem, groupIndexes, type Plan, type Problem } from './problem.ts'
import { getRemainingOnDay } from './remaining-capacity.ts'
import { splitIntoDayParts } from './slot-fit.ts'
import { swapSlotsByDueDate } from './swap-slots-by-due-date.ts'

/**
 * Builds the linear model whose solution is the cheapest plan that places these reviews. Its
 * columns: reviews of a group per reviewer, parts of days per lateness, taken slots, granted
 * requests, and reviews per reviewer on a day and in a week. Without buffers it is a network flow,
 * whose optimal solutions are integral.
 */
export function buildModel(problem: Problem, placed: number[]) {
  const { slots } = problem
  const model = makeLinearModel()
  const first = getItem(slots, 0)
  const bySlot = slots.map((slot): Term[] => [[model.column(getDelayCost(slot, first), 1), 1]])
  const ofReviewer = groupIndexes(slots, ({ reviewer }) => reviewer)
  const ofDomain = reviewersOfDomains(problem)
  const days = linkReviewsToDayParts(problem, model, { ofReviewer, bySlot })
  const { parts } = splitIntoDayParts(problem)
  const groups = alike(problem, placed).map((members) => {
    const review = getItem(problem.reviews, getItem(members, 0))
    const open = (ofDomain.get(review.domain) ?? []).filter((reviewer) => ofReviewer.has(reviewer))
    const shares = open.map((reviewer) => {
      const column = model.column(getReviewerCost(review, reviewer), members.length)
      days.add(review, reviewer, column)
      return { reviewer, column }
    })
    const requested = review.requestedSlots.map((slot) => {
      const requestedSlot = getItem(slots, slot)
      const column = model.column(
        getAssignmentCost(review, slot, requestedSlot) + getDelayCost(requestedSlot, first),
        1,
      )
      getItem(bySlot, slot).push([column, 1])
      return { slot, column }
    })
    const terms = [...shares, ...requested].map(({ column }): Term => [column, 1])
    model.row(members.length, members.length, terms)
    return { members, shares, requestedSlots: requested, lateness: getLatenessKey(parts, review) }
  })
  days.close()
  for (const terms of bySlot) if (terms.length > 1) model.row(0, 1, terms)
  for (const [reviewer, places] of ofReviewer) {
    addLoads(problem, model, { reviewer, places, bySlot })
    addBuffer(problem, model, { reviewer, places, bySlot })
  }

  return {
    model,

    /** Converts a solution, the values of the columns, to a plan. */
    planOf(values: ArrayLike<number>): Plan {
      const countOf = (column: number) => Math.round(values[column] ?? 0)
      const taken = [...slots.keys()].filter(
        (slot) => countOf(getItem(getItem(bySlot, slot), 0)[0]) === 1,
      )
      const granted: [review: number, slot: number][] = []
      const onParts = days.countBy(countOf)
      const shares = groups.map(({ members, shares, requestedSlots, lateness }): ReviewGroup => {
        const requestedHere = requestedSlots.find(({ column }) => countOf(column) === 1)
        if (requestedHere) granted.push([getItem(members, 0), requestedHere.slot])
        const byReviewer = shares.map(
          ({ reviewer, column }) => [reviewer, countOf(column)] as const,
        )
        return {
          members,
          byReviewer: new Map(byReviewer),
          onParts: onParts.get(lateness) ?? new Map(),
        }
      })
      const plan = distributeSlots(problem, shares, taken)
      for (const [review, slot] of granted) plan[review] = slot
      return swapSlotsByDueDate(problem, plan)
    },
  }
}

function reviewersOfDomains({ reviewers }: Problem): Map<number, number[]> {
  const pairs = reviewers.flatMap(({ domains }, reviewer) =>
    domains.map((domain) => ({ domain, reviewer })),
  )
  const grouped = Map.groupBy(pairs, ({ domain }) => domain)
  return new Map([...grouped].map(([domain, of]) => [domain, of.map(({ reviewer }) => reviewer)]))
}

/**
 * Groups reviews that are interchangeable: same domain, lateness and repeated reviewer, and no
 * request.
 */
function alike(problem: Problem, placed: number[]): number[][] {
  const { parts } = splitIntoDayParts(problem)
  const keyOf = (place: number) => {
    const review = getItem(problem.reviews, place)
    const { domain, requestedSlots, repeatReviewer } = review
    return requestedSlots.length > 0
      ? `${place}`
      : `${domain} ${repeatReviewer} ${getLatenessKey(parts, review)}`
  }
  return [...Map.groupBy(placed, keyOf).values()]
}

type Own = { reviewer: number; places: number[]; bySlot: Term[][] }

/** Each further review of a reviewer on a day or in a week costs more than the one before. */
function addLoads(problem: Problem, model: Model, { reviewer, places, bySlot }: Own) {
  const { slots, reviewers } = problem
  const { onDay, inWeek } = getItem(reviewers, reviewer)
  const add = (group: number[], room: number, pointsOf: (count: number) => number) => {
    const steps = Array.from({ length: Math.max(0, Math.min(group.length, room)) }, (_, count) =>
      model.column(pointsOf(count), 1),
    )
    const taken = group.flatMap((slot) => getItem(bySlot, slot))
    model.row(0, 0, [...taken, ...steps.map((step): Term => [step, -1])])
  }
  for (const [day, group] of Map.groupBy(places, (slot) => getItem(slots, slot).day)) {
    const already = onDay[day] ?? 0
    add(group, getRemainingOnDay(getItem(reviewers, reviewer), day), (count) =>
      getDayLoadCost(problem, already + count),
    )
  }
  for (const [week, group] of Map.groupBy(places, (slot) => getItem(slots, slot).week)) {
    const already = inWeek[week] ?? 0
    add(group, Number.POSITIVE_INFINITY, (count) => getWeekLoadCost(problem, already + count))
  }
}

/** Of slots closer together than the buffer, only one can be taken. */
function addBuffer({ slots, reviewers }: Problem, model: Model, { reviewer, places, bySlot }: Own) {
  const { buffer } = getItem(reviewers, reviewer)
  if (buffer === 0) return
  let upTo = 0
  for (const [from, place] of places.entries()) {
    const freeFrom = getItem(slots, place).endsAt + buffer
    const next = places.findIndex(
      (slot, at_) => at_ > from && getItem(slots, slot).startsAt >= freeFrom,
    )
    const to = next < 0 ? places.length : next
    // The constraint of the longer run already covers this one.
    if (to - from < 2 || to <= upTo) continue
    upTo = to
    model.row(
      0,
      1,
      places.slice(from, to).flatMap((slot) => getItem(bySlot, slot)),
    )
  }
}
