import { z } from 'zod'
import { endpoint, listEndpoint } from './kit/endpoint.ts'
import { absentRoles } from './kit/kinds/history-kind.ts'
import { CalendarDate } from './kit/time/calendar-date.ts'
import { slotListDaysMax } from './limits/slots.ts'
import { abilities, forRoles } from './roles.ts'
import { slotRefusals } from './slots/refusals.ts'
import { OwnSlot, slotUnbookableReasons } from './slots.ts'

const Named = z.object({ _id: z.string(), name: z.string() })

/** Why a free slot cannot be booked, nor will be once it is within the three days. */
export const calendarUnbookableReasons = {
  ...slotUnbookableReasons,
  blocked: 'reviewer is blocked',
} as const

/** A slot as calendars show it: whose it is, and who has it. */
export const CalendarSlot = OwnSlot.extend({
  reviewer: Named,
  /** Who did not come, where the slot was used up by that. */
  noShow: z.enum(absentRoles).nullable(),
  /** Null of one that can be booked, now or once it is near enough, is booked, or has begun. */
  whyNot: z.enum(calendarUnbookableReasons).nullable(),
})
export type CalendarSlot = z.infer<typeof CalendarSlot>

/** How full a date is; what is neither booked nor free has passed unused, or cannot be booked. */
export const DayLoad = z.object({
  date: z.string(),
  slots: z.number(),
  /** Those that a review has, or has used up. */
  booked: z.number(),
  /** Those that can be booked, or could be were they within the three days of booking already. */
  free: z.number(),
})
export type DayLoad = z.infer<typeof DayLoad>

/** A reviewer, and how full their dates are: those without a slot are left out. */
export const ReviewerLoad = Named.extend({
  days: z.array(DayLoad),
  /** Their slots that a review has, or has used up, by time; where an admin asks for them. */
  bookings: z.array(CalendarSlot).optional(),
})
export type ReviewerLoad = z.infer<typeof ReviewerLoad>

/** The first and the last date, in the school's zone; today alone without them. */
const span = { from: CalendarDate.optional(), to: CalendarDate.optional() }
const ofOne = { reviewer: z.string().max(100).optional() }
const refuses = [slotRefusals.wrongSpan]
const onDays = `between two dates, up to ${slotListDaysMax} days, by time`

export const listCalendar = {
  reviewer: listEndpoint({
    role: 'reviewer',
    may: 'publish slots',
    path: '/calendar',
    summary: `Lists the caller’s slots and their bookings ${onDays}`,
    query: span,
    item: CalendarSlot,
    refuses,
  }),
  advisor: listEndpoint({
    role: 'advisor',
    may: 'book slots',
    path: '/calendar',
    summary: `Lists the slots booked for the caller’s students ${onDays}`,
    query: span,
    item: CalendarSlot,
    refuses,
  }),
  admin: listEndpoint({
    role: 'admin',
    may: 'look at every review',
    path: '/calendar',
    summary: `Lists the slots of all reviewers, or of one, and their bookings ${onDays}`,
    query: {
      ...span,
      ...ofOne,
      /** 'true': only those that were used up as somebody did not come. */
      noShows: z.string().max(100).optional(),
    },
    item: CalendarSlot,
    refuses,
  }),
}

/** Who sees how full the days are: an advisor of their students' reviewers, an admin of all. */
const watching = abilities['see free places']

export const getDayLoads = forRoles(watching, (role) =>
  endpoint({
    role,
    may: 'see free places',
    method: 'GET',
    path: '/calendar-days',
    summary: `Counts booked and free slots per day between two dates, up to ${slotListDaysMax} days`,
    query: z.object(span),
    reply: z.object({ days: z.array(DayLoad) }),
    refuses,
  }),
)

const loads = {
  may: 'see free places',
  path: '/calendar-load',
  summary:
    'Counts booked and free slots per day for each reviewer who is not blocked, by name, or for one reviewer',
  item: ReviewerLoad,
  refuses,
} as const

export const listReviewerLoads = {
  advisor: listEndpoint({ role: 'advisor', ...loads, query: { ...span, ...ofOne } }),
  admin: listEndpoint({
    role: 'admin',
    ...loads,
    query: {
      ...span,
      ...ofOne,
      /** 'true': with who has which slot, of one day alone. */
      bookings: z.string().max(100).optional(),
    },
  }),
}

/** When a reviewer is away: dates of the school's zone, both included. */
export const CalendarAbsence = z.object({
  _id: z.string(),
  reviewer: Named,
  from: CalendarDate,
  to: CalendarDate,
  /** Null for an advisor, who does not read it. */
  reason: z.string().nullable(),
})
export type CalendarAbsence = z.infer<typeof CalendarAbsence>

export const listCalendarAbsences = forRoles(abilities['see who is away'], (role) =>
  listEndpoint({
    role,
    may: 'see who is away',
    path: '/calendar-absences',
    summary: `Lists absences between two dates, up to ${slotListDaysMax} days. Reviewers see their own, advisors those of their students’ reviewers, admins all`,
    query: { ...span, reviewer: z.string().max(100).optional() },
    item: CalendarAbsence,
    refuses,
  }),
)
