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
 * A quick plan of the whole school, the same for everybody: it says which slot is left to each review.
 * Each takes in its order what is cheapest then; where somebody is left without a slot although there
 * are some, the plan is one that places most.
 */
export function makeDraft(problem: Problem): Plan {
  const draft = assignInOrder(problem)
  const left = problem.reviews.filter((_, index) => draft[index] === undefined)
  const kinds = Map.groupBy(left, ({ domain, from }) => `${domain} ${from}`)
  const isLeftOut = ([review]: WaitingReview[]) =>
    review !== undefined && hasAnySlot(problem, review)
  return [...kinds.values()].some(isLeftOut) ? assignMost(problem).plan : draft
}

/** Whether there is a slot at all that a review could have. */
export function hasAnySlot(problem: Problem, review: WaitingReview): boolean {
  return problem.slots.some((slot) => fitsReview(problem, review, slot))
}

/** The slots of one reviewer on one day that are free still, in the order in which they begin. */
type Cell = { reviewer: number; day: number; week: number; free: number[]; load: number }

/** Each review, those with a request first, has the slot that costs least beside those before it. */
function assignInOrder(problem: Problem): Plan {
  const { reviews } = problem
  const draft: Plan = reviews.map(() => undefined)
  const { cellsOf, isFree, take } = makeCells(problem)
  const queues = new Map<string, ReturnType<typeof makeQueue>>()
  const isWishing = (review: number) => at(reviews, review).requestedSlots.length > 0
  for (const index of [...reviews.keys()].toSorted((a, b) => +isWishing(b) - +isWishing(a))) {
    const review = at(reviews, index)
    const { domain, repeatReviewer, from, dueDay, aimDay } = review
    // Those of one kind pay the same for each slot.
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
 * Cells in the order of what their first slot costs a review, the least last. That only ever grows: a
 * cell is looked at again when its turn has come, and not as others take from it.
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
    /** The slot that costs least now; undefined where none is left. */
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

/** The free slots of each reviewer and day, which go as they are taken. */
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

  /** Says what another review costs its reviewer; who takes no more on a day has nothing free there. */
  function weigh(reviewer: number): void {
    const { onDay, inWeek } = at(loads, reviewer)
    for (const cell of byReviewer.get(reviewer) ?? []) {
      const { day, week } = cell
      cell.load = dayCost(problem, onDay[day] ?? 0) + weekCost(problem, inWeek[week] ?? 0)
      if (remainingOnDay({ ...at(reviewers, reviewer), onDay }, day) <= 0) cell.free = []
    }
  }

  return {
    /** Those of a domain's reviewers. */
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
