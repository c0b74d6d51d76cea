import { z } from 'zod'

/**
 * A date in a plausible range. Not everything with the form of a date is within the range of
 * calendars.
 */
export const calendarDateSchema = z.iso
  .date()
  .refine((date) => date >= '1900-01-01' && date <= '2999-12-31')
