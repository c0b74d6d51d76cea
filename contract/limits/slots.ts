/** How far ahead a reviewer can publish slots, and how many they have from now on at most. */
export const publishHorizonDays = 366
export const slotsAheadMax = 5_000
/** So many days of their own slots a reviewer is shown at a time. */
export const slotListDaysMax = 62
/** So many slots a reviewer removes with one call. */
export const removedSlotsMax = 500
/** To so many weeks the slots of one are taken with one call, and so many slots in all. */
export const clonedWeeksMax = 12
export const clonedSlotsMax = 1_000
