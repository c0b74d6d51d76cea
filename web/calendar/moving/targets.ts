import type { CalendarSlot } from '#contract/calendar/calendar.ts'
import type { SlotWithReviewer } from '#contract/kit/slot.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { localizeTimes } from '#web/kit/ui/dates/clock.ts'
import { formatShortDate } from '#web/kit/ui/dates/dates.ts'
import { getSlotState } from '../slot-state.ts'

/** A time to which a review can be moved, and the free slots then, the likeliest first. */
export type MoveTarget = {
  date: string
  slot_time: string
  startsAt: string
  /** The end of a slot as long as the review's current one. */
  endsAt: string
  slots: [SlotWithReviewer, ...SlotWithReviewer[]]
}

/** Whether a slot's review can be moved: it is booked and has not started. */
export function canMove(slot: CalendarSlot, now: number): boolean {
  return getSlotState(slot, now) === 'booked' && Date.parse(slot.startsAt) > now
}

/** The times to which a review can be moved, soonest first; its reviewer is first in each. */
export function getMoveTargets(free: SlotWithReviewer[], present: CalendarSlot): MoveTarget[] {
  const length = Date.parse(present.endsAt) - Date.parse(present.startsAt)
  const targets = new Map<string, MoveTarget>()
  for (const slot of free) {
    // The list of free slots may be older than the booking.
    if (slot._id === present._id) continue
    const { date, slot_time, startsAt } = slot
    const known = targets.get(startsAt)
    if (!known) {
      const endsAt = toIsoInstant(Date.parse(startsAt) + length)
      targets.set(startsAt, { date, slot_time, startsAt, endsAt, slots: [slot] })
    } else if (slot.reviewer._id === present.reviewer._id) known.slots.unshift(slot)
    else known.slots.push(slot)
  }
  return [...targets.values()]
}

type Placed = Pick<SlotWithReviewer, 'date' | 'slot_time' | 'reviewer'>

/** 'Mon 2 Mar, 10:00 AM with Priya Nair'. */
export function formatSlotWithReviewer({ reviewer, ...placed }: Placed): string {
  return `${formatTargetTime(placed)} with ${reviewer.name}`
}

/** 'Mon 2 Mar, 10:00 AM'. */
export function formatTargetTime({ date, slot_time }: Omit<Placed, 'reviewer'>): string {
  return `${formatShortDate(date)}, ${localizeTimes(slot_time)}`
}

/** The reviewers who are free at a time: 'Priya Nair', or '3 reviewers'. */
export function formatTargetReviewers({ slots }: Pick<MoveTarget, 'slots'>): string {
  return slots.length === 1 ? slots[0].reviewer.name : `${slots.length} reviewers`
}

/** The nearest free time after (1) or before (-1) the visible dates. */
export function findTargetBeyond<Target extends Pick<MoveTarget, 'date'>>(
  targets: Target[] | undefined,
  dates: string[],
  by: 1 | -1,
): Target | undefined {
  const [first = '', last = ''] = [dates.at(0), dates.at(-1)]
  return by === 1
    ? targets?.find(({ date }) => date > last)
    : targets?.findLast(({ date }) => date < first)
}
