import { z } from 'zod'
import { nameText } from '../kit/text/text-schemas.ts'
import { calendarDateSchema } from '../kit/time/calendar-date-schema.ts'
import { daysBetween } from '../kit/time/zone.ts'
import { holidayDaysMax, holidayNameMaxLength, holidaysMax } from '../limits/limits.ts'

export const holidayMessages = {
  date: 'Please choose a date',
  name: 'Please enter a name',
  nameTooLong: `Please use at most ${holidayNameMaxLength} characters`,
  toFirst: 'The last day must not be before the first',
  tooLong: `A holiday can have at most ${holidayDaysMax} days`,
  tooMany: `No more than ${holidaysMax} holidays. Please remove past ones.`,
  overlap: (other: string) => `These days overlap ${other}`,
} as const

/** A first or last day, YYYY-MM-DD. */
export const HolidayDate = z
  .string(holidayMessages.date)
  .refine((date) => calendarDateSchema.safeParse(date).success, {
    error: holidayMessages.date,
    abort: true,
  })

/** A holiday (contract, section 14): two dates in the school's time zone, both included. */
export const Holiday = z
  .object({
    from: HolidayDate,
    to: HolidayDate,
    name: nameText(holidayMessages.name, holidayNameMaxLength, holidayMessages.nameTooLong),
  })
  .superRefine(({ from, to }, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['to'], message })
    if (to < from) refuse(holidayMessages.toFirst)
    else if (daysBetween(from, to) >= holidayDaysMax) refuse(holidayMessages.tooLong)
  })
export type Holiday = z.output<typeof Holiday>

/** A holiday to add to others, none of which it may overlap. */
export const makeNewHolidaySchema = (others: readonly Holiday[]) =>
  Holiday.superRefine((holiday, context) => {
    const other = others.find(({ from, to }) => from <= holiday.to && holiday.from <= to)
    if (!other) return
    const message = holidayMessages.overlap(other.name)
    context.addIssue({ code: 'custom', path: ['from'], message })
  })

/** All holidays of a school: sorted by date, and none overlaps another. */
export const Holidays = z
  .array(Holiday)
  .max(holidaysMax, holidayMessages.tooMany)
  .superRefine((holidays, context) => {
    holidays.forEach((holiday, place) => {
      const checked = makeNewHolidaySchema(holidays.slice(0, place)).safeParse(holiday)
      for (const { path, message } of checked.error?.issues ?? []) {
        context.addIssue({ code: 'custom', path: [place, ...path], message })
      }
    })
  })
  .transform((holidays) => holidays.toSorted((a, b) => (a.from < b.from ? -1 : 1)))
