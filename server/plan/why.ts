import { planReasons } from '#contract/plan.ts'
import { at, type Problem } from './matching/problem.ts'

/** Finds words for why a review has a slot, or none; what a person would look at first comes first. */
export function makeReasons(
  problem: Problem,
): (review: number, slot: number | undefined) => string {
  const ofDomain = new Map<number, ReturnType<typeof lookAt>>()
  return (review, slot) => {
    const { domain, wishes, tired } = at(problem.reviews, review)
    const free = ofDomain.get(domain) ?? lookAt(problem, domain)
    ofDomain.set(domain, free)
    if (slot === undefined) return free.isAny ? planReasons.noneLeft : planReasons.noneFree
    const { reviewer, startsAt, day, week } = at(problem.slots, slot)
    const load = at(problem.reviewers, reviewer)
    if (wishes.includes(slot)) return planReasons.wish
    if (startsAt <= free.firstAt) return planReasons.first
    const isSooner = tired !== undefined && (free.firstOf.get(tired) ?? startsAt) < startsAt
    if (isSooner && tired !== reviewer) return planReasons.another
    if ((load.onDay[day] ?? 0) <= (free.leastOnDay.get(day) ?? 0)) return planReasons.fewestThatDay
    if ((load.inWeek[week] ?? 0) <= (free.leastInWeek.get(week) ?? 0)) {
      return planReasons.fewestThatWeek
    }
    return planReasons.together
  }
}

/** What is free of a domain: when the first slots begin, and how few reviews their reviewers have. */
function lookAt({ slots, reviewers }: Problem, domain: number) {
  const own = slots.filter(({ reviewer }) => at(reviewers, reviewer).domains.includes(domain))
  const firstOf = new Map<number, number>()
  const [leastOnDay, leastInWeek] = [new Map<number, number>(), new Map<number, number>()]
  for (const { reviewer, startsAt, day, week } of own) {
    const { onDay, inWeek } = at(reviewers, reviewer)
    keepLeast(firstOf, reviewer, startsAt)
    keepLeast(leastOnDay, day, onDay[day] ?? 0)
    keepLeast(leastInWeek, week, inWeek[week] ?? 0)
  }
  const isAny = own.length > 0
  return { isAny, firstAt: own[0]?.startsAt ?? 0, firstOf, leastOnDay, leastInWeek }
}

function keepLeast(leasts: Map<number, number>, key: number, value: number): void {
  leasts.set(key, Math.min(leasts.get(key) ?? value, value))
}
