/** How far ahead a reviewer can publish slots, and how many upcoming ones they can have. */
export const publishHorizonDays = 366
export const upcomingSlotsMax = 5_000
/** Days of slots in one list. */
export const slotListDaysMax = 62
/** Slots removed by one call. */
export const removedSlotsMax = 500
/** Target weeks of one copy, and slots added by it. */
export const clonedWeeksMax = 12
export const clonedSlotsMax = 1_000
