import { z } from 'zod'
import { defineEndpoint, defineListEndpoint } from '../kit/endpoint.ts'
import type { CalendarError, CalendarOmission } from '../kit/kinds/calendar-error.ts'
import { defineRefusal } from '../kit/refusal.ts'
import { tooLongMessage } from '../kit/text/text-schemas.ts'
import { calendarDateSchema } from '../kit/time/calendar-date-schema.ts'
import {
  busyTimesMax,
  calendarEventsMax,
  calendarMaxMiB,
  calendarReadEveryMinutes,
  calendarTimeoutMs,
  calendarUrlMaxLength,
} from '../limits/availability.ts'
import { slotListDaysMax } from '../limits/slots.ts'
import { slotRefusals } from '../slots/refusals.ts'

export const privateCalendarMessages = {
  url: 'Please enter an https:// or webcal:// address',
  private: 'This address is not on the public internet',
  password:
    'Addresses with a user name or password are not supported. Use the calendar’s secret address',
  saved: 'Your calendar is being read.',
  read: 'Your calendar was read.',
  removed: 'Calendar removed. Its busy times no longer apply.',
} as const

export const privateCalendarRefusals = {
  unknown: defineRefusal(404, 'You have not added a calendar'),
  badUrl: defineRefusal(400, privateCalendarMessages.url),
  privateUrl: defineRefusal(400, privateCalendarMessages.private),
  passwordUrl: defineRefusal(400, privateCalendarMessages.password),
}

/** Why a calendar cannot be read. */
export const calendarErrorMessages: Record<CalendarError, string> = {
  private: privateCalendarMessages.private,
  redirect: 'This address redirects. Enter the final address',
  gone: 'There is no calendar at this address',
  denied: 'The calendar server denies access',
  status: 'The calendar server answered with an error',
  unreachable: 'The calendar server cannot be reached',
  slow: `The calendar did not load within ${calendarTimeoutMs / 1_000} seconds`,
  large: `The calendar is larger than ${calendarMaxMiB} MiB`,
  compressed: 'The calendar server sent a compressed reply, which is not supported',
  'not-a-calendar': 'This address does not return an iCalendar file',
  intricate: 'The calendar takes too long to process',
}

/** What was not read of a calendar. */
export const calendarOmissionMessages: Record<CalendarOmission, string> = {
  entries: `Only the first ${calendarEventsMax.toLocaleString('en')} entries are read`,
  repeats: 'An entry repeats too often to be read completely',
  unreadable: 'An entry could not be read',
  zone: 'An entry in an unknown time zone was read in the school’s time zone',
  'busy-times': `Only the first ${busyTimesMax.toLocaleString('en')} busy times are kept`,
}

/** A reviewer's own calendar. Its address is a secret and never returned. */
export const PrivateCalendar = z.object({
  /** The host of its address, and the last characters. */
  host: z.string(),
  lastFour: z.string(),
  /** All times here are ISO instants. */
  addedAt: z.string(),
  /** When it, or the one it replaces, was last read successfully; null before the first time. */
  readAt: z.string().nullable(),
  nextReadAt: z.string(),
  /** Why it cannot be read and since when; null if the last reading was successful. */
  failing: z.object({ since: z.string(), error: z.string() }).nullable(),
  /** What was not read of it, each as a sentence. */
  leftOut: z.array(z.string()),
  /** How many upcoming booked reviews lie in its busy times. */
  bookedInBusyTimes: z.number(),
})
export type PrivateCalendar = z.infer<typeof PrivateCalendar>

/** Whether it is public is the server's to check. `webcal:` stands for `https:`. */
const CalendarUrl = z
  .string({ error: privateCalendarMessages.url })
  .trim()
  .max(calendarUrlMaxLength, tooLongMessage)
  .overwrite((url) => url.replace(/^webcals?:/i, 'https:'))
  .pipe(z.url({ protocol: /^https?$/, error: privateCalendarMessages.url }))

export const NewPrivateCalendar = z.object({ url: CalendarUrl })
export type NewPrivateCalendar = z.output<typeof NewPrivateCalendar>

const Reply = z.object({ message: z.string(), calendar: PrivateCalendar })
const secretly = { role: 'reviewer', may: 'publish slots' } as const

export const getPrivateCalendar = defineEndpoint({
  ...secretly,
  method: 'GET',
  path: '/private-calendar',
  summary: 'Returns the state of the caller’s own calendar, or null, but not its address',
  reply: z.object({ calendar: PrivateCalendar.nullable() }),
})

export const savePrivateCalendar = defineEndpoint({
  ...secretly,
  method: 'POST',
  path: '/private-calendar',
  summary: `Saves the iCalendar address of the caller’s own calendar, which is read within seconds and then every ${calendarReadEveryMinutes} minutes. Replaces an earlier calendar, whose busy times apply until then. Slots in its busy times cannot be booked; bookings stay`,
  body: z.object({ value: NewPrivateCalendar }),
  reply: Reply,
  refuses: [
    privateCalendarRefusals.badUrl,
    privateCalendarRefusals.privateUrl,
    privateCalendarRefusals.passwordUrl,
  ],
})

export const readPrivateCalendar = defineEndpoint({
  ...secretly,
  method: 'PUT',
  path: '/read-private-calendar',
  summary: 'Reads the caller’s own calendar again within seconds',
  reply: Reply,
  refuses: [privateCalendarRefusals.unknown],
})

export const removePrivateCalendar = defineEndpoint({
  ...secretly,
  method: 'PUT',
  path: '/remove-private-calendar',
  summary: 'Removes the caller’s own calendar and its busy times',
  reply: z.object({ message: z.string() }),
  refuses: [privateCalendarRefusals.unknown],
})

/** ISO instants; the id is the first. Busy times do not touch each other. */
export const BusyTime = z.object({ _id: z.string(), startsAt: z.string(), endsAt: z.string() })
export type BusyTime = z.infer<typeof BusyTime>

export const listBusyTimes = defineListEndpoint({
  ...secretly,
  path: '/busy-times',
  summary: `Lists the busy times of the caller’s own calendar between two dates, up to ${slotListDaysMax} days, by time. Defaults to today`,
  query: {
    /** The first and last date, in the school's time zone. */
    from: calendarDateSchema.optional(),
    to: calendarDateSchema.optional(),
  },
  item: BusyTime,
  refuses: [slotRefusals.wrongSpan],
})
