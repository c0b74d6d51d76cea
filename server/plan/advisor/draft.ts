import { assignMost } from '../matching/assign.ts'
import { dayCost, dueDayCost, reviewerCost, waitCost, weekCost } from '../matching/cost.ts'
import { fitsReview, isNotTooEarly } from '../matching/day-parts.ts'
import {
  at,
  groupIndexes,
  type Plan,
  type Problem,
  type WaitingReview,
} from '../matching/problem.ts'
import { remainingOnDay } from '../matching/remaining-capacity.ts'

/**
 * A fast greedy plan of the whole school, the same for all advisors: it shows which slots are left
 * for each review. In order, each review takes what is cheapest for it at that point. If that
 * leaves a review without a slot although some would fit, the draft is a plan that places as many
 * as possible.
 */
export function makeDraft(problem: Problem): Plan {
  const draft = assignInOrder(problem)
  const left = problem.reviews.filter((_, index) => draft[index] === undefined)
  const kinds = Map.groupBy(left, ({ domain, from }) => `${domain} ${from}`)
  const isLeftOut = ([review]: WaitingReview[]) =>
    review !== undefined && hasAnySlot(problem, review)
  return [...kinds.values()].some(isLeftOut) ? assignMost(problem).plan : draft
}

/** Whether any slot fits the review. */
export function hasAnySlot(problem: Problem, review: WaitingReview): boolean {
  return problem.slots.some((slot) => fitsReview(problem, review, slot))
}

/** The free slots of one reviewer on one day, by time, and the cost of one more review then. */
type Cell = { reviewer: number; day: number; week: number; free: number[]; load: number }

/** Gives each review, those with a request first, the slot that is then cheapest. */
function assignInOrder(problem: Problem): Plan {
  const { reviews } = problem
  const draft: Plan = reviews.map(() => undefined)
  const { cellsOf, isFree, take } = makeCells(problem)
  const queues = new Map<string, ReturnType<typeof makeQueue>>()
  const isWishing = (review: number) => at(reviews, review).requestedSlots.length > 0
  for (const index of [...reviews.keys()].toSorted((a, b) => +isWishing(b) - +isWishing(a))) {
    const review = at(reviews, index)
    const { domain, repeatReviewer, from, dueDay, aimDay } = review
    // Reviews of one kind have the same cost for every slot, so they share a queue.
    const kind = `${domain} ${repeatReviewer} ${from} ${dueDay} ${aimDay}`
    const queue = queues.get(kind) ?? makeQueue(problem, review, cellsOf(domain))
    queues.set(kind, queue)
    const place = review.requestedSlots.find(isFree) ?? queue.findLeast()
    if (place !== undefined) take(place)
    draft[index] = place
  }
  return draft
}

/**
 * A priority queue of cells by the cost of their first free slot, cheapest last. Costs only ever
 * grow, so a cell is re-evaluated only when it is popped.
 */
function makeQueue({ slots }: Problem, review: WaitingReview, cells: Cell[]) {
  const weigh = (cell: Cell) => {
    const place = cell.free.find((one) => isNotTooEarly(review, at(slots, one)))
    if (place === undefined) return []
    const points = cell.load + waitCost(at(slots, place), at(slots, 0))
    const own = dueDayCost(review, cell.day) + reviewerCost(review, cell.reviewer)
    return [{ cell, place, points: points + own }]
  }
  const queue = cells.flatMap(weigh).toSorted((a, b) => b.points - a.points)

  return {
    /** The slot that is cheapest now; undefined if none is left. */
    findLeast(): number | undefined {
      for (let last = queue.pop(); last; last = queue.pop()) {
        for (const now of weigh(last.cell)) {
          const dearer = queue.findLastIndex(({ points }) => points >= now.points)
          queue.splice(dearer + 1, 0, now)
          if (now.points <= last.points) return now.place
        }
      }
      return undefined
    },
  }
}

/** Tracks the free slots of each reviewer and day as they are taken. */
function makeCells(problem: Problem) {
  const { slots, reviewers } = problem
  const loads = reviewers.map(({ onDay, inWeek }) => ({ onDay: [...onDay], inWeek: [...inWeek] }))
  const byReviewer = new Map<number, Cell[]>()
  for (const [reviewer, places] of groupIndexes(slots, (slot) => slot.reviewer)) {
    const days = Map.groupBy(places, (place) => at(slots, place).day)
    const cells = [...days].map(([day, free]): Cell => {
      const { week } = at(slots, at(free, 0))
      return { ...{ reviewer, day, week, free }, load: 0 }
    })
    byReviewer.set(reviewer, cells)
    weigh(reviewer)
  }
  const byDomain = new Map<number, Cell[]>()

  /** Updates the cost of another review for this reviewer; a full day has no free slots left. */
  function weigh(reviewer: number): void {
    const { onDay, inWeek } = at(loads, reviewer)
    for (const cell of byReviewer.get(reviewer) ?? []) {
      const { day, week } = cell
      cell.load = dayCost(problem, onDay[day] ?? 0) + weekCost(problem, inWeek[week] ?? 0)
      if (remainingOnDay({ ...at(reviewers, reviewer), onDay }, day) <= 0) cell.free = []
    }
  }

  return {
    /** The cells of a domain's reviewers. */
    cellsOf(domain: number): Cell[] {
      const isIn = (reviewer: number) => at(reviewers, reviewer).domains.includes(domain)
      const found =
        byDomain.get(domain) ??
        [...byReviewer].flatMap(([reviewer, cells]) => (isIn(reviewer) ? cells : []))
      byDomain.set(domain, found)
      return found
    },

    isFree: (place: number) =>
      (byReviewer.get(at(slots, place).reviewer) ?? []).some(({ free }) => free.includes(place)),

    take(place: number): void {
      const { reviewer, day, week, startsAt, endsAt } = at(slots, place)
      const { buffer } = at(reviewers, reviewer)
      const { onDay, inWeek } = at(loads, reviewer)
      onDay[day] = (onDay[day] ?? 0) + 1
      inWeek[week] = (inWeek[week] ?? 0) + 1
      const isApart = (other: number) => {
        const slot = at(slots, other)
        return slot.startsAt >= endsAt + buffer || slot.endsAt + buffer <= startsAt
      }
      for (const cell of byReviewer.get(reviewer) ?? []) cell.free = cell.free.filter(isApart)
      weigh(reviewer)
    },
  }
}
