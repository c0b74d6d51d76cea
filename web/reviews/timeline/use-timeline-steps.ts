import type { Review } from '#contract/reviews/reviews.ts'
import { useNow } from '#web/kit/live/now.ts'
import { useSchoolZone } from '#web/school/api.ts'
import { getTimelineSteps, type TimelineStep } from './timeline-steps.ts'

/** The current timeline of a review, in the school's time zone. */
export function useTimelineSteps(review: Review): TimelineStep[] {
  return getTimelineSteps(review, useNow(), useSchoolZone())
}
