import { assignMost } from '../matching/assign.ts'
import {
  getDayLoadCost,
  getDelayCost,
  getDueDayCost,
  getReviewerCost,
  getWeekLoadCost,
} from '../matching/cost.ts'
import {
  getItem,
  groupIndexes,
  type Plan,
  type Problem,
  type WaitingReview,
} from '../matching/problem.ts'
import { getRemainingOnDay } from '../matching/remaining-capacity.ts'
import { isNotTooEarly } from '../matching/slot-fit.ts'

/**
 * A fast greedy plan of the whole school, the same for all advisors: it shows which slots are left
 * for each review. In order, each review takes what is cheapest for it at that point. If that
 * leaves a review without a slot although some would fit, the draft is a plan that places as many
 * as possible.
 */
export function draftSchoolPlan(problem: Problem): Plan {
  const draft = assignInOrder(problem)
  const left = problem.reviews.filter((_, index) => draft[index] === undefined)
  const kinds = Map.groupBy(left, ({ domain, from }) => `${domain} ${from}`)
  const isLeftOut = ([review]: WaitingReview[]) =>
    review !== undefined && hasAnySlot(problem, review)
  return [...kinds.values()].some(isLeftOut) ? assignMost(problem).plan : draft
}

/** Whether any slot fits the review: if one does, the last one of its domain does. */
export function hasAnySlot({ slots, reviewers }: Problem, review: WaitingReview): boolean {
  const last = slots.findLast(({ reviewer }) =>
    getItem(reviewers, reviewer).domains.includes(review.domain),
  )
  return last !== undefined && isNotTooEarly(review, last)
}

/** The free slots of one reviewer on one day, by time, and the cost of one more review then. */
type Cell = { reviewer: number; day: number; week: number; free: number[]; load: number }

/** Gives each review, those with a request first, the slot that is then cheapest. */
function assignInOrder(problem: Problem): Plan {
  const { reviews } = problem
  const draft: Plan = reviews.map(() => undefined)
  const { daysOf, isFree, take } = makeCells(problem)
  const queues = new Map<string, { day: number; queue: ReturnType<typeof makeQueue> }[]>()
  const isWishing = (review: number) => getItem(reviews, review).requestedSlots.length > 0
  for (const index of [...reviews.keys()].toSorted((a, b) => +isWishing(b) - +isWishing(a))) {
    const review = getItem(reviews, index)
    const { domain, repeatReviewer, from } = review
    // For reviews of one kind, the slots of a day have the same order by cost: they share queues.
    const kind = `${domain} ${repeatReviewer} ${from}`
    const ofDays =
      queues.get(kind) ??
      [...daysOf(domain)].map(([day, cells]) => ({ day, queue: makeQueue(problem, review, cells) }))
    queues.set(kind, ofDays)
    let place = review.requestedSlots.find(isFree)
    let least = Number.POSITIVE_INFINITY
    for (const { day, queue } of place === undefined ? ofDays : []) {
      const found = queue.findLeast()
      const points = found ? found.points + getDueDayCost(review, day) : least
      if (points < least) [place, least] = [found?.place, points]
    }
    if (place !== undefined) take(place)
    draft[index] = place
  }
  return draft
}

/**
 * A priority queue of the cells of one day by the cost of their first free slot, cheapest last.
 * Costs only ever grow, so a cell is re-evaluated only when it is popped.
 */
function makeQueue({ slots }: Problem, review: WaitingReview, cells: Cell[]) {
  const weigh = (cell: Cell) => {
    const place = cell.free.find((one) => isNotTooEarly(review, getItem(slots, one)))
    if (place === undefined) return undefined
    const points = cell.load + getDelayCost(getItem(slots, place), getItem(slots, 0))
    return { cell, place, points: points + getReviewerCost(review, cell.reviewer) }
  }
  const queue = cells.flatMap((cell) => weigh(cell) ?? []).toSorted((a, b) => b.points - a.points)

  return {
    /** The slot that is cheapest now, and its cost; undefined if none is left. */
    findLeast(): { place: number; points: number } | undefined {
      for (let last = queue.pop(); last; last = queue.pop()) {
        const now = weigh(last.cell)
        if (!now) continue
        queue.splice(countDearer(queue, now.points), 0, now)
        if (now.points <= last.points) return now
      }
      return undefined
    },
  }
}

/** How many entries cost as much or more; the dearest come first. */
function countDearer(queue: readonly { points: number }[], points: number): number {
  let [from, until] = [0, queue.length]
  while (from < until) {
    const middle = (from + until) >> 1
    if (getItem(queue, middle).points >= points) from = middle + 1
    else until = middle
  }
  return from
}

/** Tracks the free slots of each reviewer and day as they are taken. */
function makeCells(problem: Problem) {
  const { slots, reviewers } = problem
  const loads = reviewers.map(({ onDay, inWeek }) => ({ onDay: [...onDay], inWeek: [...inWeek] }))
  const byReviewer = new Map<number, Cell[]>()
  for (const [reviewer, places] of groupIndexes(slots, (slot) => slot.reviewer)) {
    const days = Map.groupBy(places, (place) => getItem(slots, place).day)
    const cells = [...days].map(([day, free]): Cell => {
      const { week } = getItem(slots, getItem(free, 0))
      return { reviewer, day, week, free, load: 0 }
    })
    byReviewer.set(reviewer, cells)
    weigh(reviewer)
  }
  const byDomain = new Map<number, Map<number, Cell[]>>()

  /** Updates the cost of another review for this reviewer; a full day has no free slots left. */
  function weigh(reviewer: number): void {
    const { onDay, inWeek } = getItem(loads, reviewer)
    for (const cell of byReviewer.get(reviewer) ?? []) {
      const { day, week } = cell
      cell.load =
        getDayLoadCost(problem, onDay[day] ?? 0) + getWeekLoadCost(problem, inWeek[week] ?? 0)
      if (getRemainingOnDay({ ...getItem(reviewers, reviewer), onDay }, day) <= 0) cell.free = []
    }
  }

  return {
    /** The cells of a domain's reviewers, by day. */
    daysOf(domain: number): Map<number, Cell[]> {
      const isIn = (reviewer: number) => getItem(reviewers, reviewer).domains.includes(domain)
      const found =
        byDomain.get(domain) ??
        Map.groupBy(
          [...byReviewer].flatMap(([reviewer, cells]) => (isIn(reviewer) ? cells : [])),
          ({ day }) => day,
        )
      byDomain.set(domain, found)
      return found
    },

    isFree: (place: number) =>
      (byReviewer.get(getItem(slots, place).reviewer) ?? []).some(({ free }) =>
        free.includes(place),
      ),

    take(place: number): void {
      const { reviewer, day, week, startsAt, endsAt } = getItem(slots, place)
      const { buffer } = getItem(reviewers, reviewer)
      const { onDay, inWeek } = getItem(loads, reviewer)
      onDay[day] = (onDay[day] ?? 0) + 1
      inWeek[week] = (inWeek[week] ?? 0) + 1
      const isApart = (other: number) => {
        const slot = getItem(slots, other)
        return slot.startsAt >= endsAt + buffer || slot.endsAt + buffer <= startsAt
      }
      for (const cell of byReviewer.get(reviewer) ?? []) cell.free = cell.free.filter(isApart)
      weigh(reviewer)
    },
  }
}
