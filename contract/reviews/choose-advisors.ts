import { shareEvenlyOption } from './hand-over-students.ts'

/** An advisor's workload: the students who take part, and all open reviews. */
export type AdvisorLoad = { id: string; students: number; openReviews: number }

/** An open review that gets another advisor; `from` is the present one. */
export type ReviewToReassign = { from: string | null; isActive: boolean }

/**
 * Returns for each review the id of its new advisor: `to`, or with `share` the one with the fewest
 * students, and of these the fewest open reviews. Nobody is given the reviews they had; null if
 * there is nobody else. `advisors` are the possible ones with their loads before.
 */
export function chooseAdvisors(
  reviews: readonly ReviewToReassign[],
  advisors: readonly AdvisorLoad[],
  to: string | null,
): (string | null)[] {
  if (to !== shareEvenlyOption) return reviews.map(() => to)
  const loads = getLoadsAfter(
    advisors,
    reviews.map((review) => ({ ...review, to: null })),
  ).toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const chosen = reviews.map((): string | null => null)
  // Those of paused and blocked students come last: they even out the open reviews alone.
  for (const isActive of [true, false]) {
    for (const [place, review] of reviews.entries()) {
      if (review.isActive !== isActive) continue
      const least = findLeast(loads.filter(({ id }) => id !== review.from))
      if (!least) continue
      chosen[place] = least.id
      add(least, review, 1)
    }
  }
  return chosen
}

/** The loads of these advisors once each review has gone from its advisor to another. */
export function getLoadsAfter(
  advisors: readonly AdvisorLoad[],
  moved: readonly (ReviewToReassign & { to: string | null })[],
): AdvisorLoad[] {
  const loads = new Map(advisors.map((one) => [one.id, { ...one }]))
  for (const review of moved) {
    add(loads.get(review.from ?? ''), review, -1)
    add(loads.get(review.to ?? ''), review, 1)
  }
  return [...loads.values()]
}

function add(load: AdvisorLoad | undefined, { isActive }: ReviewToReassign, count: 1 | -1): void {
  if (!load) return
  load.openReviews += count
  if (isActive) load.students += count
}

function findLeast(loads: readonly AdvisorLoad[]): AdvisorLoad | undefined {
  return loads.reduce<AdvisorLoad | undefined>((least, one) => {
    if (!least) return one
    const more = one.students - least.students || one.openReviews - least.openReviews
    return more < 0 ? one : least
  }, undefined)
}
