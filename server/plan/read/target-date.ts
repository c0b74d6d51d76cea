import { daysBetween, getDateInZone } from '#contract/kit/time/zone.ts'
import {
  getEarliestStart,
  type PlanningRules,
} from '#contract/reviews/scheduling/planning-rules.ts'
import type { WaitingReview } from '../matching/problem.ts'

/** A requested slot and its day. */
export type RequestedSlot = { id: string; startsAt: number; day: number }

/** When a review should take place, and its slots that can be granted, most preferred first. */
export type TargetDate = Pick<
  WaitingReview,
  'dueDay' | 'aimDay' | 'from' | 'earliestDay' | 'soonestFrom'
> & { requestedSlots: RequestedSlot[] }

type Asked = {
  dueAt: number
  now: number
  rule: PlanningRules
  asSoonAsPossible: boolean
  /** The requested slots, most preferred first. */
  requested: RequestedSlot[]
}

/**
 * Computes when a review should take place, what is too early for it, and which requested slots
 * keep the notice and can be granted.
 */
export function getTargetDate({ requested, ...asked }: Asked): TargetDate {
  const { dueAt, now, rule, asSoonAsPossible } = asked
  const daysTo = (date: string) => daysBetween(getDateInZone(now, rule.timeZone), date)
  const { from, date } = getEarliestStart(asked)
  const { from: soonestFrom } = getEarliestStart({ ...asked, asSoonAsPossible: true })
  const dueDay = daysTo(getDateInZone(dueAt, rule.timeZone))
  return {
    requestedSlots: requested.filter(({ startsAt }) => startsAt >= soonestFrom),
    dueDay,
    aimDay: asSoonAsPossible ? 0 : dueDay,
    from,
    earliestDay: daysTo(date),
    soonestFrom,
  }
}

/** Lowers the earliest instant to that of the requested slots that are free. */
export function allowRequestedSlots<Target extends TargetDate>(
  target: Target,
  isFree: (slot: RequestedSlot) => boolean,
): Target {
  const requestedSlots = target.requestedSlots.filter(isFree)
  return {
    ...target,
    requestedSlots,
    from: Math.min(target.from, ...requestedSlots.map(({ startsAt }) => startsAt)),
    earliestDay: Math.min(target.earliestDay, ...requestedSlots.map(({ day }) => day)),
  }
}
