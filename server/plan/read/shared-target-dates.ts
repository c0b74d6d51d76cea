import { minuteMs } from '#contract/kit/time/durations.ts'
import type { Db } from '#server/database/connect.ts'
import type { Context } from '#server/kit/context.ts'
import { readRescheduleRequests } from '../queries.ts'
import type { BookingCalendar } from './reviewer-loads.ts'
import { getTargetDate, type RequestedSlot, type TargetDate } from './target-date.ts'

type Waiting = { id: string; due_at: number; has_request: number }
type RequestedByReview = Map<string, RequestedSlot[]>

/** The requested slots of these reviews by review id, most preferred first. */
export async function readRequestedSlots(
  db: Db,
  { dayOf }: BookingCalendar,
  reviews: Waiting[],
): Promise<RequestedByReview> {
  const requesting = reviews.filter(({ has_request }) => has_request === 1).map(({ id }) => id)
  const requestedByReview: RequestedByReview = new Map()
  if (requesting.length === 0) return requestedByReview
  for (const { review_id, slot_id, starts_at } of await readRescheduleRequests(db, requesting)) {
    const slot = { id: slot_id, startsAt: starts_at, day: dayOf(starts_at) }
    requestedByReview.set(review_id, [...(requestedByReview.get(review_id) ?? []), slot])
  }
  return requestedByReview
}

/** In every time zone, days begin at a quarter of an hour. */
const quarterMs = 15 * minuteMs

/** Makes a function for target dates; reviews due in the same quarter of an hour share one. */
export function makeTargetDateFinder(
  { settings }: Context,
  { now }: BookingCalendar,
  requestedByReview: RequestedByReview,
): (row: Waiting, asSoonAsPossible: boolean) => TargetDate {
  const alike = new Map<string, TargetDate>()
  return ({ id, due_at: dueAt }, asSoonAsPossible) => {
    const requested = requestedByReview.get(id) ?? []
    const key = `${asSoonAsPossible} ${dueAt <= now} ${Math.floor(dueAt / quarterMs)}`
    const known = requested.length === 0 ? alike.get(key) : undefined
    if (known) return known
    const aim = getTargetDate({ dueAt, now, rule: settings, asSoonAsPossible, requested })
    if (requested.length === 0) alike.set(key, aim)
    return aim
  }
}
