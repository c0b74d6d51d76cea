import { z } from 'zod'

/** A date of this age or so: calendars do not reach to all that look like dates. */
export const CalendarDate = z.iso
  .date()
  .refine((date) => date >= '1900-01-01' && date <= '2999-12-31')
