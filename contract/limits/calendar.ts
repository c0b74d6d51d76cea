/** A calendar feed contains past reviews of this many days and all upcoming ones. */
export const feedDays = 90
/** The most entries in a feed, latest first. */
export const feedMax = 1_000
