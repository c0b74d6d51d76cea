/** Days for which slots are generated from an availability, today included. */
export const generatedDays = 28
/** Blocks in an availability, and the longest interval of one in weeks. */
export const blocksMax = 50
export const everyWeeksMax = 8
/** The shortest review, in minutes. */
export const reviewTimeMin = 5
/** The longest break between two reviews, in minutes. */
export const bufferMax = 240
export const reviewsPerDayMax = 100
/** Absences of one reviewer that are not over. */
export const absencesMax = 100
/** Slots that became free within this many hours are offered, to at most this many reviews. */
export const freedSlotOfferHours = 24
export const freedSlotOffersMax = 50
/** How far ahead an absence may be, and how long it may last. */
export const absenceDaysMax = 366
/** The last day of an absence without an end: that of a reviewer who leaves the school. */
export const noEnd = '2999-12-31'
