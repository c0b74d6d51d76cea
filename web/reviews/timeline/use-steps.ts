import type { Review } from '#contract/reviews.ts'
import { useNow } from '#web/kit/live/now.ts'
import { useSchoolZone } from '#web/school/api.ts'
import { getSteps, type TimelineStep } from './steps.ts'

/** The life of a review as it is now, in the school's zone. */
export function useSteps(review: Review): TimelineStep[] {
  return getSteps(review, useNow(), useSchoolZone())
}
