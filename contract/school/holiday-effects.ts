import { z } from 'zod'
import { defineEndpoint } from '../kit/endpoint.ts'
import { bookingsOnHolidayShown } from '../limits/limits.ts'
import { HolidayDate, holidayMessages } from './holidays.ts'

const Named = z.object({ _id: z.string(), name: z.string() })

export const getHolidayEffects = defineEndpoint({
  role: 'admin',
  may: 'set up the school',
  method: 'GET',
  path: '/touched-by-holiday',
  summary: `Returns what a holiday from one date to another affects: how many open reviews are due on it, how many booked ones take place on it, and the first ${bookingsOnHolidayShown} of these`,
  query: z
    .object({ from: HolidayDate, to: HolidayDate })
    .refine(({ from, to }) => from <= to, { path: ['to'], error: holidayMessages.toFirst }),
  reply: z.object({
    /** Open reviews that become due on the next day that is no holiday. */
    due: z.number(),
    /** Booked reviews, which keep their slots. */
    booked: z.number(),
    reviews: z.array(
      z.object({
        _id: z.string(),
        week: z.number(),
        /** An ISO instant. */
        startsAt: z.string(),
        student: Named,
        reviewer: Named,
      }),
    ),
  }),
})
