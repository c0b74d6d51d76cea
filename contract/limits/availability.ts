/** From an availability slots are made for so many days, today among them. */
export const generatedDays = 28
/** So many spans of the week an availability has, each every so many weeks at most. */
export const blocksMax = 50
export const everyWeeksMax = 8
/** Of a review in an availability, in minutes. */
export const reviewTimeMin = 5
/** Between two reviews, in minutes. */
export const bufferMax = 240
export const reviewsPerDayMax = 100
/** So many absences that are not over a reviewer has at most. */
export const absencesMax = 100
/** Slots that came free within so many hours are offered, to so many reviews at most. */
export const freedSlotOfferHours = 24
export const freedSlotOffersMax = 50
/** How far ahead an absence may lie, and how long it may be. */
export const absenceDaysMax = 366
