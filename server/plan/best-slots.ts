import { bestSlotsShown } from '#contract/limits.ts'
import { slotPoints } from './matching/points.ts'
import { at, type Problem } from './matching/problem.ts'

/**
 * The places of the slots that cost the problem's only review least, the best first. Of each
 * reviewer the best one comes before anybody's second, but for what was wished for. With an instant
 * (ms since 1970) only what begins then.
 */
export function bestSlotsOf({ reviews, slots, reviewers }: Problem, startsAt?: number): number[] {
  const review = at(reviews, 0)
  const shown = new Map<number, number>()
  return [...slots.keys()]
    .filter((slot) => startsAt === undefined || at(slots, slot).startsAt === startsAt)
    .filter((slot) => at(reviewers, at(slots, slot).reviewer).domains.includes(review.domain))
    .map((place) => {
      const slot = at(slots, place)
      const wish = review.wishes.indexOf(place)
      const reviewer = at(reviewers, slot.reviewer)
      const points = slotPoints(review, slot, { first: at(slots, 0), wish, reviewer })
      return { place, reviewer: slot.reviewer, isWish: wish >= 0, points }
    })
    .toSorted((a, b) => a.points - b.points)
    .map((one) => {
      const before = shown.get(one.reviewer) ?? 0
      shown.set(one.reviewer, before + 1)
      return { ...one, turn: one.isWish ? 0 : before }
    })
    .toSorted((a, b) => Number(b.isWish) - Number(a.isWish) || a.turn - b.turn)
    .slice(0, bestSlotsShown)
    .map(({ place }) => place)
}
