import { z } from 'zod'
import { defineEndpoint } from './kit/endpoint.ts'
import { defineRefusal } from './kit/refusal.ts'
import { calendarDateSchema } from './kit/time/calendar-date-schema.ts'
import { hoursReportDaysMax } from './limits/reviews.ts'
import { abilities, mapRoles } from './roles.ts'

/**
 * A reviewer's work on a day, in the school's time zone, for students of a domain: reviews with
 * marks, minutes in which both were in the call during the slot, slots in which somebody did not
 * come, and how many of the reviews have no minutes: no call was recorded.
 */
export const HoursRow = z.object({
  date: z.string(),
  reviewer: z.string(),
  email: z.string(),
  domain: z.string().nullable(),
  held: z.number(),
  minutes: z.number(),
  studentNoShows: z.number(),
  reviewerNoShows: z.number(),
  withoutTimes: z.number(),
})
export type HoursRow = z.infer<typeof HoursRow>

/** The first and last date, in the school's time zone; the present month without them. */
export const hoursDates = { from: calendarDateSchema.optional(), to: calendarDateSchema.optional() }

export const hoursRefusals = {
  badDates: defineRefusal(
    400,
    `Choose a first day and a last day, at most ${hoursReportDaysMax} days apart`,
  ),
}

export const listHours = mapRoles(abilities['see hours'], (role) =>
  defineEndpoint({
    role,
    may: 'see hours',
    method: 'GET',
    path: '/hours',
    summary:
      'Lists reviewers’ hours by day, reviewer and domain: of all, or the caller’s own as a reviewer',
    query: z.object(hoursDates),
    reply: z.array(HoursRow),
    refuses: [hoursRefusals.badDates],
  }),
)
