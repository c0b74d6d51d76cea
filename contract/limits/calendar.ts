/** A calendar that is subscribed to holds the reviews of so many days and all that are ahead. */
export const feedDays = 90
/** So many at most: those that are furthest ahead. */
export const feedMax = 1_000
