import { z } from 'zod'
import { defineEndpoint, defineListEndpoint } from '../kit/endpoint.ts'
import { noShowRoles } from '../kit/kinds/history-kind.ts'
import { calendarDateSchema } from '../kit/time/calendar-date-schema.ts'
import { slotListDaysMax } from '../limits/slots.ts'
import { abilities, mapRoles } from '../roles.ts'
import { slotRefusals } from '../slots/refusals.ts'
import { OwnSlot, slotUnbookableReasons } from '../slots/slots.ts'

const Named = z.object({ _id: z.string(), name: z.string() })

/** Why a free slot cannot be booked, now or within the booking horizon. */
export const calendarUnbookableReasons = {
  ...slotUnbookableReasons,
  blocked: 'reviewer is blocked',
} as const

/** A slot as calendars show it, with its reviewer and its booking. */
export const CalendarSlot = OwnSlot.extend({
  reviewer: Named,
  /** Who did not come; null unless a no-show used up the slot. */
  noShow: z.enum(noShowRoles).nullable(),
  /**
   * Null if the slot is booked or begun, or can be booked once it is within the booking horizon.
   */
  whyNot: z.enum(calendarUnbookableReasons).nullable(),
})
export type CalendarSlot = z.infer<typeof CalendarSlot>

/** How full a date is. Slots neither booked nor free have passed unused or cannot be booked. */
export const DayLoad = z.object({
  date: z.string(),
  slots: z.number(),
  /** Slots that are booked, or were used up by a no-show. */
  booked: z.number(),
  /** Slots that can be booked, now or once they are within the booking horizon. */
  free: z.number(),
})
export type DayLoad = z.infer<typeof DayLoad>

/** A reviewer's load per date. Dates without slots are omitted. */
export const ReviewerLoad = Named.extend({
  days: z.array(DayLoad),
  /** The booked and used-up slots by time, if the admin asks for them. */
  bookings: z.array(CalendarSlot).optional(),
})
export type ReviewerLoad = z.infer<typeof ReviewerLoad>

/** The first and last date, in the school's time zone. Defaults to today. */
const span = { from: calendarDateSchema.optional(), to: calendarDateSchema.optional() }
const ofOne = { reviewer: z.string().max(100).optional() }
const refuses = [slotRefusals.wrongSpan]
const onDays = `between two dates, up to ${slotListDaysMax} days, by time`

export const listCalendar = {
  reviewer: defineListEndpoint({
    role: 'reviewer',
    may: 'publish slots',
    path: '/calendar',
    summary: `Lists the caller’s slots and their bookings ${onDays}`,
    query: span,
    item: CalendarSlot,
    refuses,
  }),
  advisor: defineListEndpoint({
    role: 'advisor',
    may: 'book slots',
    path: '/calendar',
    summary: `Lists the slots booked for the caller’s students ${onDays}`,
    query: span,
    item: CalendarSlot,
    refuses,
  }),
  admin: defineListEndpoint({
    role: 'admin',
    may: 'look at every review',
    path: '/calendar',
    summary: `Lists the slots of all reviewers, or of one, and their bookings ${onDays}`,
    query: {
      ...span,
      ...ofOne,
      /** 'true': only slots that were used up by a no-show. */
      noShows: z.string().max(100).optional(),
    },
    item: CalendarSlot,
    refuses,
  }),
}

/** Advisors see the reviewers of their students, admins all reviewers. */
const watching = abilities['see free places']

export const getDayLoads = mapRoles(watching, (role) =>
  defineEndpoint({
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
  advisor: defineListEndpoint({ role: 'advisor', ...loads, query: { ...span, ...ofOne } }),
  admin: defineListEndpoint({
    role: 'admin',
    ...loads,
    query: {
      ...span,
      ...ofOne,
      /** 'true': include the bookings, for a single day only. */
      bookings: z.string().max(100).optional(),
    },
  }),
}

/** A reviewer's absence: two dates in the school's time zone, both included. */
export const CalendarAbsence = z.object({
  _id: z.string(),
  reviewer: Named,
  from: calendarDateSchema,
  to: calendarDateSchema,
  /** Null for advisors, who may not read it. */
  reason: z.string().nullable(),
})
export type CalendarAbsence = z.infer<typeof CalendarAbsence>

export const listCalendarAbsences = mapRoles(abilities['see who is away'], (role) =>
  defineListEndpoint({
    role,
    may: 'see who is away',
    path: '/calendar-absences',
    summary: `Lists absences between two dates, up to ${slotListDaysMax} days. Reviewers see their own, advisors those of their students’ reviewers, admins all`,
    query: { ...span, reviewer: z.string().max(100).optional() },
    item: CalendarAbsence,
    refuses,
  }),
)
