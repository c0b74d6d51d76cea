import { dayMs, secondMs } from '../kit/time/durations.ts'

/** Days for which slots are generated from an availability, today included. */
export const generatedDays = 28
/** Blocks in an availability, and the longest interval of one in weeks. */
export const blocksMax = 50
export const everyWeeksMax = 8
/** The shortest review, in minutes. */
export const reviewMinutesMin = 5
/** The longest break between two reviews, in minutes. */
export const bufferMinutesMax = 240
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

/** How often a reviewer's own calendar is read. */
export const calendarReadEveryMinutes = 15
/** The shortest time between two readings, also when they are asked for. */
export const calendarReadIntervalMinMs = 10 * secondMs
/** After this long without a successful reading the reviewer is notified, once. */
export const calendarFailingNotifiedMs = dayMs

export const calendarUrlMaxLength = 2_000
/** Within which the whole calendar must have arrived. */
export const calendarTimeoutMs = 10 * secondMs
/** Google's have all past years, with the texts of meetings. */
export const calendarMaxMiB = 10
/** Within which its busy times must have been worked out. */
export const calendarExpandTimeoutMs = 10 * secondMs
/** Entries that are read of one calendar, apart from single ones that are over. */
export const calendarEventsMax = 20_000
/** Steps over the repeats of one entry, and of all entries together. */
export const calendarRepeatsMax = 20_000
export const calendarAllRepeatsMax = 100_000
/** Busy times that are kept of one calendar. */
export const busyTimesMax = 2_000

/** Days before now of which busy times are kept. */
export const busyDaysBefore = 1
/** Days for which they are kept beyond those for which slots are generated. */
export const busyDaysBeyond = 2
