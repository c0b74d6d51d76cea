import { hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { addDays, getDateInZone, startOfDay } from '#contract/kit/time/zone.ts'
import { getEarliestStart } from '#contract/reviews/scheduling/planning-rules.ts'
import type { Context } from '#server/kit/context.ts'
import { getBookingRuleInputs } from '#server/slots/bookable/bookable.ts'
import { readBookableSlots, readRequestedSlots, readUpcomingBookings } from './affected-queries.ts'

/** The booked slots of a reviewer that are taken away: some of them, or all. */
export type SlotLoss = {
  reviewerId: string
  lost: ReadonlySet<string> | 'each'
  /** All slots that will no longer be available, booked or not; none of them is suggested. */
  gone: ReadonlySet<string> | 'each'
  /** Shown only to the reviewer and admins. */
  reason?: string
  /** The last day (YYYY-MM-DD) of the absence that causes the loss. */
  awayUntil?: string
}

type Booked = Awaited<ReturnType<typeof readUpcomingBookings>>[number]
type OtherSlot = Awaited<ReturnType<typeof readBookableSlots>>[number]

/**
 * A review that loses its slot, and the best other slot; `isMoved` if it may be moved
 * automatically.
 */
export type AffectedReview = Booked & { suggestion: OtherSlot | undefined; isMoved: boolean }

const has = (set: ReadonlySet<string> | 'each', id: string) => set === 'each' || set.has(id)

/**
 * Finds the booked reviews that lose their slot, soonest first, each with the best other slot of
 * its domain. Preferred are requested slots, then the same day, then slots by the due date, then
 * the closest in time; after a request, slots close to the old time come last. Suggestions keep the
 * notice, are not earlier than planned unless requested, and together keep the rules of their
 * reviewers. Blocked students get none.
 */
export async function findAffectedReviews(
  context: Context,
  loss: SlotLoss,
): Promise<AffectedReview[]> {
  const { db, clock, settings } = context
  const booked = await readUpcomingBookings(db, { reviewerId: loss.reviewerId, now: clock() })
  const affected = booked.filter(({ slot_id }) => slot_id !== null && has(loss.lost, slot_id))
  const requestedByReview = Map.groupBy(
    await readRequestedSlots(db, { reviewerId: loss.reviewerId }),
    ({ review_id }) => review_id,
  )
  const byDomain = new Map<string, OtherSlot[]>()
  for (const [domainId, own] of Map.groupBy(affected, ({ domain_id }) => domain_id)) {
    if (domainId === null) continue
    const looking = own.map((one) => ({ ...one, hasRequest: requestedByReview.has(one.id) }))
    byDomain.set(domainId, await readOthers(context, { domainId, loss }, looking))
  }
  const now = clock()
  const dateOf = (instant: number) => getDateInZone(instant, settings.timeZone)
  const taken: OtherSlot[] = []
  return affected.map((one) => {
    const isBlocked = one.blocked_at !== null
    const slots = (isBlocked ? undefined : byDomain.get(one.domain_id ?? '')) ?? []
    const free = slots.filter((slot) => fitsBeside(taken, slot, dateOf))
    const at = one.held_at ?? 0
    const isOnDay = ({ starts_at }: OtherSlot) => dateOf(starts_at) === dateOf(at)
    const { due_at: dueAt } = one
    const isOnTime = ({ starts_at }: OtherSlot) => dateOf(starts_at) <= dateOf(dueAt)
    const { from } = getEarliestStart({ dueAt, now, rule: settings })
    const allowed = free.filter(({ starts_at }) => starts_at >= from)
    const requested = requestedByReview.get(one.id)
    const soonest = getEarliestStart({ dueAt, now, rule: settings, asSoonAsPossible: true })
    const granted = requested?.flatMap(({ slot_id }) =>
      free.filter(({ id, starts_at }) => id === slot_id && starts_at >= soonest.from),
    )
    const suggestion = granted
      ? (granted[0] ?? nearestAway(allowed, at, isOnTime))
      : nearestOn(allowed, at, { isOnDay, isOnTime })
    if (suggestion) taken.push(suggestion)
    const isSameDay = suggestion !== undefined && isOnDay(suggestion)
    const isMoved = isSameDay && one.move_by_itself === 'same-day'
    return { ...one, suggestion, isMoved }
  })
}

type Which = (slot: OtherSlot) => boolean

/** The slots that match; all slots if none does. */
function preferred(slots: OtherSlot[], isSuch: Which): OtherSlot[] {
  const such = slots.filter(isSuch)
  return such.length > 0 ? such : slots
}

/** The closest slot of the same day, else the closest by the due date, else the closest. */
function nearestOn(slots: OtherSlot[], at: number, is: Record<'isOnDay' | 'isOnTime', Which>) {
  return nearest(preferred(slots, slots.some(is.isOnDay) ? is.isOnDay : is.isOnTime), at)
}

/** A student who requested another time gets no slot closer to the old time, if possible. */
const leftAloneMs = 3 * hourMs

/** The closest slot that is far enough from the old time; if there is none, the closest of all. */
function nearestAway(slots: OtherSlot[], at: number, isOnTime: Which): OtherSlot | undefined {
  const isAway = ({ starts_at }: OtherSlot) => Math.abs(starts_at - at) >= leftAloneMs
  return nearest(preferred(preferred(slots, isAway), isOnTime), at)
}

type Looking = Booked & { hasRequest: boolean }

/**
 * The slots of a domain that affected reviews could move to: those of the same days; and all others
 * that are not too early, if these are too few or a student requested another time.
 */
async function readOthers(
  context: Context,
  { domainId, loss }: { domainId: string; loss: SlotLoss },
  affected: Looking[],
): Promise<OtherSlot[]> {
  const { db, clock, settings } = context
  const bookable = getBookingRuleInputs(context)
  const found = new Map<string, OtherSlot>()
  const stays = ({ id, reviewer_id }: OtherSlot) =>
    loss.gone === 'each' ? reviewer_id !== loss.reviewerId : !loss.gone.has(id)
  const read = async (since: number, until: number) => {
    const asked = { ...bookable, domainId, since, until }
    const slots = (await readBookableSlots(db, asked)).filter(stays)
    for (const slot of slots) found.set(slot.id, slot)
    return slots
  }
  const short: Looking[] = []
  const fromOf = ({ due_at: dueAt }: Looking) =>
    getEarliestStart({ dueAt, now: clock(), rule: settings }).from
  const dayOf = ({ held_at }: Looking) => getDateInZone(held_at ?? 0, settings.timeZone)
  for (const [date, own] of Map.groupBy(affected, dayOf)) {
    const until = startOfDay(addDays(date, 1), settings.timeZone)
    const onDay = await read(startOfDay(date, settings.timeZone), until)
    const isShort = (one: Looking) =>
      one.hasRequest || onDay.filter((slot) => slot.starts_at >= fromOf(one)).length < own.length
    short.push(...own.filter(isShort))
  }
  if (short.length > 0) {
    const hasRequest = short.some((one) => one.hasRequest)
    await read(hasRequest ? bookable.after : Math.min(...short.map(fromOf)), bookable.before)
  }
  return [...found.values()].toSorted((a, b) => a.starts_at - b.starts_at)
}

/**
 * Whether a slot does not conflict with those already suggested, by its reviewer's buffer and daily
 * maximum.
 */
function fitsBeside(
  taken: OtherSlot[],
  { reviewer_id, starts_at, ends_at, buffer, room }: OtherSlot,
  dateOf: (instant: number) => string,
): boolean {
  const own = taken.filter((other) => other.reviewer_id === reviewer_id)
  const apart = (buffer ?? 0) * minuteMs
  const isClose = own.some(
    (other) => other.starts_at < ends_at + apart && starts_at < other.ends_at + apart,
  )
  const isOnDay = (other: OtherSlot) => dateOf(other.starts_at) === dateOf(starts_at)
  return !isClose && (room === null || own.filter(isOnDay).length < room)
}

/** The slot closest to an instant; of two equally close ones the earlier. */
function nearest(slots: OtherSlot[], at: number): OtherSlot | undefined {
  const far = ({ starts_at }: OtherSlot) => Math.abs(starts_at - at)
  return slots.reduce<OtherSlot | undefined>(
    (best, slot) => (best && far(best) <= far(slot) ? best : slot),
    undefined,
  )
}
