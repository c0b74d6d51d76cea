/** The planner returns the best plan found by then. */
export const planTimeoutMs = 3_500
/** The most reviews in one plan: the ones due soonest. */
export const plannedReviewsMax = 2_000
/** Other advisors' reviews that a plan leaves slots for: the ones due soonest. */
export const reservedReviewsMax = 500
/** The most slots of one day and domain in a plan, earliest first. */
export const plannedSlotsPerDayMax = 500
/** Plans computed together, if requested at the same time. */
export const plansComputedTogetherMax = 32
/** Plan requests that wait. Further ones are refused. */
export const queuedPlansMax = 64
/** Lines of a plan booked by one call. */
export const planLinesMax = 200
/** Slots suggested for one review. */
export const bestSlotsShown = 5
