import type { Review } from '#contract/reviews.ts'
import { useNow } from '#web/kit/live/now.ts'
import { useSchoolZone } from '#web/school/api.ts'
import { getTimelineSteps, type TimelineStep } from './timeline-steps.ts'

/** The life of a review as it is now, in the school's zone. */
export function useTimelineSteps(review: Review): TimelineStep[] {
  return getTimelineSteps(review, useNow(), useSchoolZone())
}
