import { hourMs, minuteMs } from '#contract/kit/time.ts'
import { dateInZone } from '#contract/kit/zone.ts'
import type { Context } from '#server/kit/context.ts'
import { bookableNow } from '#server/slots/bookable.ts'
import { readBookableOf, readBookedAhead, readWishedSlots } from './suggest-queries.ts'

/** Which slots of a reviewer are lost to those who booked them: these, or each. */
export type Losing = {
  reviewerId: string
  lost: ReadonlySet<string> | 'each'
  /** The slots that go, booked or not: none of them is suggested. */
  gone: ReadonlySet<string> | 'each'
  /** Read by the reviewer and admins alone. */
  reason?: string
}

type Booked = Awaited<ReturnType<typeof readBookedAhead>>[number]
type OtherSlot = Awaited<ReturnType<typeof readBookableOf>>[number]

/** A booked review that loses its slot, and the best other one; `isMoved` where it may go by itself. */
export type Touched = Booked & { suggestion: OtherSlot | undefined; isMoved: boolean }

const has = (set: ReadonlySet<string> | 'each', id: string) => set === 'each' || set.has(id)

/**
 * The booked reviews that lose their slot, the soonest first, each with the best other one of its
 * domain: one that its student wishes for if there is one, else on the same day, and then the nearest
 * in time, but no more at the time that the student asked to leave. Together they keep what the
 * reviewers of these slots want, so that each can be had beside those before it. A blocked student
 * is suggested none.
 */
export async function findTouched(context: Context, losing: Losing): Promise<Touched[]> {
  const { db, clock, settings } = context
  const booked = await readBookedAhead(db, { reviewerId: losing.reviewerId, now: clock() })
  const touched = booked.filter(({ slot_id }) => slot_id !== null && has(losing.lost, slot_id))
  const byDomain = new Map<string, OtherSlot[]>()
  for (const domainId of new Set(touched.flatMap(({ domain_id }) => domain_id ?? []))) {
    const slots = await readBookableOf(db, { domainId, ...bookableNow(context) })
    const stays = ({ id, reviewer_id }: OtherSlot) =>
      losing.gone === 'each' ? reviewer_id !== losing.reviewerId : !losing.gone.has(id)
    byDomain.set(domainId, slots.filter(stays))
  }
  const dateOf = (instant: number) => dateInZone(instant, settings.timeZone)
  const wishes = Map.groupBy(
    await readWishedSlots(db, { reviewerId: losing.reviewerId }),
    ({ review_id }) => review_id,
  )
  const taken: OtherSlot[] = []
  return touched.map((one) => {
    const isBlocked = one.blocked_at !== null
    const slots = (isBlocked ? undefined : byDomain.get(one.domain_id ?? '')) ?? []
    const free = slots.filter((slot) => fitsBeside(taken, slot, dateOf))
    const at = one.held_at ?? 0
    const isOnDay = ({ starts_at }: OtherSlot) => dateOf(starts_at) === dateOf(at)
    const wished = wishes.get(one.id)
    const suggestion = wished ? bestForWish(free, at, wished) : nearestOn(free, at, isOnDay)
    if (suggestion) taken.push(suggestion)
    const isSameDay = suggestion !== undefined && isOnDay(suggestion)
    const isMoved = isSameDay && one.move_by_itself === 'same-day'
    return { ...one, suggestion, isMoved }
  })
}

/** The nearest slot of the same day; where that has none, of any. */
function nearestOn(slots: OtherSlot[], at: number, isOnDay: (slot: OtherSlot) => boolean) {
  const onDay = slots.filter(isOnDay)
  return nearest(onDay.length > 0 ? onDay : slots, at)
}

/** Who asks for another time wants none near it: so far away one begins that may suit. */
const leftAloneMs = 3 * hourMs

/** The dearest wish that is free; else the nearest slot that is away from the time that was left. */
function bestForWish(
  slots: OtherSlot[],
  at: number,
  wished: { slot_id: string | null }[],
): OtherSlot | undefined {
  const granted = wished.flatMap(({ slot_id }) => slots.find(({ id }) => id === slot_id) ?? [])
  const away = slots.filter(({ starts_at }) => Math.abs(starts_at - at) >= leftAloneMs)
  return granted[0] ?? nearest(away.length > 0 ? away : slots, at)
}

/** Whether a slot is none of those taken, and keeps its reviewer's buffer and most a day to them. */
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

/** The slot that begins nearest to an instant; of two the earlier one. */
function nearest(slots: OtherSlot[], at: number): OtherSlot | undefined {
  const far = ({ starts_at }: OtherSlot) => Math.abs(starts_at - at)
  return slots.reduce<OtherSlot | undefined>(
    (best, slot) => (best && far(best) <= far(slot) ? best : slot),
    undefined,
  )
}
