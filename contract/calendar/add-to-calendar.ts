import { z } from 'zod'
import { defineEndpoint } from '../kit/endpoint.ts'
import { reviewId, reviewRefusals } from '../reviews/reviews.ts'
import { moveRefusals } from '../reviews/scheduling/rescheduling.ts'
import { abilities, mapRoles } from '../roles.ts'

/** Links that add an event to a calendar service, and the event as a file. */
export const AddToCalendarLinks = z.object({
  google: z.string(),
  outlook: z.string(),
  /** Outlook with a work or school account. */
  office: z.string(),
  /** An iCalendar file. */
  file: z.string(),
})
export type AddToCalendarLinks = z.infer<typeof AddToCalendarLinks>

export const getCalendarEntry = mapRoles(abilities['have reviews'], (role) =>
  defineEndpoint({
    role,
    may: 'have reviews',
    method: 'GET',
    path: '/calendar-entry',
    summary: 'Returns one of the caller’s booked reviews as a calendar event',
    query: z.object({ id: reviewId }),
    reply: AddToCalendarLinks,
    refuses: [reviewRefusals.unknown, moveRefusals.notBooked],
  }),
)
