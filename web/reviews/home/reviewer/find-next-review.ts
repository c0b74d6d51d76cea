import type { Review } from '#contract/reviews.ts'
import type { OwnSlot } from '#contract/slots.ts'

/**
 * Of the reviews that are still to be held, by time, the first whose slot has not ended (`now` in ms
 * since 1970), as far as the slots are known; where each has, the first.
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
