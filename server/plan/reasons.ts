import { addDays } from '#contract/kit/time/zone.ts'
import { type PlanLine, planReasons } from '#contract/plan.ts'
import {
  getItem,
  type OpenSlot,
  type Plan,
  type Problem,
  type WaitingReview,
} from './matching/problem.ts'
import { getRemainingOnDay } from './matching/remaining-capacity.ts'
import {
  isLate,
  isNotTooEarly,
  isTooEarlyUnlessSoonest,
  isWithinNotice,
} from './matching/slot-fit.ts'

/** Why a review has its slot in a plan, or none. */
export type Reason = Pick<PlanLine, 'why' | 'isEarlierFree'>

/** Makes a function that explains why a review has its slot, or none, and how late it is. */
export function makeReasonFinder(
  problem: Problem,
  plan: Plan,
): (review: number, slot: number | undefined) => Reason {
  const loadOf = countLoads(problem, plan)
  const left = findUnusedSlots(problem, plan).map((place) => getItem(problem.slots, place))
  const byDomain = new Map<number, ReturnType<typeof lookAt>>()
  const notBefore = makeEarliestDateFinder(problem)
  const lookAt = (domain: number) => {
    const isOf = isOfDomain(problem, domain)
    const [first, last] = [problem.slots.find(isOf), problem.slots.findLast(isOf)]
    return { first, last, left: left.filter(isOf) }
  }
  const freeOf = ({ domain }: WaitingReview) => {
    const free = byDomain.get(domain) ?? lookAt(domain)
    byDomain.set(domain, free)
    return free
  }

  /** The first reason that applies. */
  const whyNone = (review: number) => {
    const waiting = getItem(problem.reviews, review)
    const { last } = freeOf(waiting)
    if (!last) return planReasons.noneFree
    const date = notBefore(review)
    if (date !== null) return planReasons.notBefore(waiting.dueDay, date)
    return isNotTooEarly(waiting, last)
      ? planReasons.noneLeft
      : planReasons.notice(problem.noticeHours)
  }
  const whyThis = (waiting: WaitingReview, slot: OpenSlot) => {
    const { repeatReviewer, dueDay } = waiting
    const free = freeOf(waiting)
    if (slot.startsAt <= (free.first?.startsAt ?? 0)) return planReasons.first
    const before = free.left.filter(({ startsAt }) => startsAt < slot.startsAt)
    const sooner = before.filter((other) => isNotTooEarly(waiting, other))
    const isForDueDay = slot.day <= dueDay && sooner.every(({ day }) => day < slot.day)
    if (isForDueDay && before.length > 0) return planReasons.due(dueDay - slot.day)
    if (sooner.length === 0) return planReasons.firstLeft
    const rested = sooner.filter(({ reviewer }) => reviewer !== repeatReviewer)
    if (rested.length === 0 && slot.reviewer !== repeatReviewer) return planReasons.another
    const load = loadOf(slot)
    // Do not count the review itself.
    const others = { onDay: load.onDay - 1, inWeek: load.inWeek - 1 }
    if (rested.every((other) => loadOf(other).onDay > others.onDay)) {
      return planReasons.fewerThatDay(others.onDay)
    }
    return rested.every((other) => loadOf(other).inWeek > others.inWeek)
      ? planReasons.fewerThatWeek(others.inWeek)
      : planReasons.together
  }

  /** Why a late review has no earlier slot although one is free; undefined if none is free. */
  const whyNoEarlier = (waiting: WaitingReview, slot: OpenSlot) => {
    const before = freeOf(waiting).left.filter(({ day }) => day < slot.day)
    if (before.some((other) => isTooEarlyUnlessSoonest(waiting, other))) {
      return planReasons.earlierFree(addDays(problem.today, waiting.earliestDay))
    }
    const isAnyTooSoon = before.some((other) => isWithinNotice(waiting, other))
    return isAnyTooSoon ? planReasons.earlierSoon(problem.noticeHours) : undefined
  }

  return (review, place) => {
    const said = (why: string, isEarlierFree = false) => ({ why, isEarlierFree })
    if (place === undefined) return said(whyNone(review))
    const [waiting, slot] = [getItem(problem.reviews, review), getItem(problem.slots, place)]
    if (waiting.requestedSlots.includes(place)) return said(planReasons.wish)
    if (!isLate(waiting, slot.day)) return said(whyThis(waiting, slot))
    const earlier = whyNoEarlier(waiting, slot)
    const more = earlier ?? whyThis(waiting, slot)
    return said(`${planReasons.late(slot.day - waiting.dueDay)}. ${more}`, earlier !== undefined)
  }
}

/**
 * Returns a function for the date from which on a review can have a slot, if all slots of its
 * domain are before that date; null otherwise.
 */
export function makeEarliestDateFinder(problem: Problem): (review: number) => string | null {
  const lastOf = new Map<number, OpenSlot | undefined>()
  return (place) => {
    const { domain, earliestDay } = getItem(problem.reviews, place)
    const last = lastOf.get(domain) ?? problem.slots.findLast(isOfDomain(problem, domain))
    lastOf.set(domain, last)
    return last && last.day < earliestDay ? addDays(problem.today, earliestDay) : null
  }
}

function isOfDomain({ reviewers }: Problem, domain: number): (slot: OpenSlot) => boolean {
  return ({ reviewer }) => getItem(reviewers, reviewer).domains.includes(domain)
}

/** Explains one of the best slots of the problem's only review. */
export function explainBestSlot(
  { reviews, slots, reviewers, noticeHours }: Problem,
  { best, place, isTimeChosen }: { best: number[]; place: number; isTimeChosen: boolean },
) {
  const review = getItem(reviews, 0)
  const { domain, requestedSlots, repeatReviewer, dueDay, earliestDay } = review
  const { reviewer, startsAt, day } = getItem(slots, place)
  const load = planReasons.load(getItem(reviewers, reviewer).onDay[day] ?? 0)
  const first = slots.find((slot) => getItem(reviewers, slot.reviewer).domains.includes(domain))
  const before = best.slice(0, best.indexOf(place)).map((other) => getItem(slots, other))
  const isLater = before.some((slot) => slot.reviewer === reviewer && slot.startsAt < startsAt)
  const words = () => {
    if (requestedSlots.includes(place)) return planReasons.wish
    // A caller who chose the time knows how early it is.
    if (!isTimeChosen && !isNotTooEarly(review, { startsAt })) {
      return day < earliestDay ? planReasons.tooEarly : planReasons.tooSoon(noticeHours)
    }
    if (isLate(review, day)) return planReasons.late(day - dueDay)
    if (startsAt === first?.startsAt) return planReasons.first
    if (repeatReviewer === reviewer) return planReasons.thirdTime
    return isLater ? planReasons.later : undefined
  }
  const said = words()
  return said ? `${said}. ${load}` : load
}

/** How many reviews a slot's reviewer has on its day and in its week, including the plan's. */
function countLoads({ slots, reviewers }: Problem, plan: Plan) {
  const loads = reviewers.map(({ onDay, inWeek }) => ({ onDay: [...onDay], inWeek: [...inWeek] }))
  for (const place of plan) {
    if (place === undefined) continue
    const { reviewer, day, week } = getItem(slots, place)
    const { onDay, inWeek } = getItem(loads, reviewer)
    onDay[day] = (onDay[day] ?? 0) + 1
    inWeek[week] = (inWeek[week] ?? 0) + 1
  }
  return ({ reviewer, day, week }: OpenSlot) => {
    const { onDay, inWeek } = getItem(loads, reviewer)
    return { onDay: onDay[day] ?? 0, inWeek: inWeek[week] ?? 0 }
  }
}

/** The indexes of the slots that could still be booked in addition to the plan. */
export function findUnusedSlots({ slots, reviewers }: Problem, plan: Plan): number[] {
  const places = plan.flatMap((place) => place ?? [])
  const taken = new Set(places)
  const booked = Map.groupBy(
    places.map((place) => getItem(slots, place)),
    ({ reviewer }) => reviewer,
  )
  return [...slots.keys()].filter((place) => {
    const slot = getItem(slots, place)
    const reviewer = getItem(reviewers, slot.reviewer)
    const own = booked.get(slot.reviewer) ?? []
    const isClose = own.some(
      ({ startsAt, endsAt }) =>
        startsAt < slot.endsAt + reviewer.buffer && slot.startsAt < endsAt + reviewer.buffer,
    )
    const onDay = own.filter(({ day }) => day === slot.day).length
    return !taken.has(place) && !isClose && onDay < getRemainingOnDay(reviewer, slot.day)
  })
}
