import type { Review } from '#contract/reviews/reviews.ts'
import type { OwnSlot } from '#contract/slots/slots.ts'

/**
 * The next review: the first of `reviews`, sorted by time, whose slot has not ended (`now` in ms
 * since 1970; unknown slots count as not ended). If all have ended, the first.
 */
export function findNextReview(
  reviews: Review[],
  slots: OwnSlot[],
  now: number,
): Review | undefined {
  const ends = new Map(slots.map(({ startsAt, endsAt }) => [startsAt, Date.parse(endsAt)]))
  const isOn = ({ startsAt }: Review) =>
    (ends.get(startsAt ?? '') ?? Number.POSITIVE_INFINITY) > now
  return reviews.find(isOn) ?? reviews[0]
}
