/** A plan is answered with the best that was found so long after it was asked for. */
export const planTimeoutMs = 3_500
/** So many reviews are matched at most: the caller’s and the soonest due come first. */
export const plannedReviewsMax = 2_000
/** So many slots of each day and domain are matched at most, the first ones that suit. */
export const plannedSlotsMax = 1_000
/** So many plans are made together, of those that are asked for at the same time. */
export const plansPerBatchMax = 32
/** So many more wait to be made; of more, some are refused. */
export const queuedPlansMax = 64
/** So many lines of a plan are booked by one call. */
export const planLinesMax = 200
/** So many slots are suggested for one review. */
export const bestSlotsShown = 5
