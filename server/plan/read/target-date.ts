import { dateInZone, daysBetween } from '#contract/kit/time/zone.ts'
import { findEarliestSlot, type PlanRule } from '#contract/reviews/scheduling/earliest-slot.ts'
import type { WaitingReview } from '../matching/problem.ts'

/** A slot that a student asks for, with its day. */
export type RequestedSlot = { id: string; startsAt: number; day: number }

/** For when a review is planned, and which requested slots can be granted, the preferred one first. */
export type TargetDate = Pick<
  WaitingReview,
  'dueDay' | 'aimDay' | 'from' | 'earliestDay' | 'soonestFrom'
> & { requestedSlots: RequestedSlot[] }

type Asked = {
  dueAt: number
  now: number
  rule: PlanRule
  asSoonAsPossible: boolean
  /** The slots that its student asked for, the preferred one first. */
  requested: RequestedSlot[]
}

/**
 * For which day a review is planned, what it is too early for, and which requested slots can be granted: those
 * that keep the notice.
 */
export function getTargetDate({ requested, ...asked }: Asked): TargetDate {
  const { dueAt, now, rule, asSoonAsPossible } = asked
  const daysTo = (date: string) => daysBetween(dateInZone(now, rule.timeZone), date)
  const { from, date } = findEarliestSlot(asked)
  const { from: soonestFrom } = findEarliestSlot({ ...asked, asSoonAsPossible: true })
  const dueDay = daysTo(dateInZone(dueAt, rule.timeZone))
  return {
    requestedSlots: requested.filter(({ startsAt }) => startsAt >= soonestFrom),
    ...{ dueDay, aimDay: asSoonAsPossible ? 0 : dueDay },
    ...{ from, earliestDay: daysTo(date), soonestFrom },
  }
}

/** Who asks for an earlier slot can have what begins from then on, if it is one of those that are free. */
export function withRequested<Target extends TargetDate>(
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
