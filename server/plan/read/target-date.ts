import { dateInZone, daysBetween } from '#contract/kit/time/zone.ts'
import { findEarliestSlot, type PlanRule } from '#contract/reviews/earliest-slot.ts'
import type { WaitingReview } from '../matching/problem.ts'

type Asked<Place> = {
  dueAt: number
  now: number
  rule: PlanRule
  asSoonAsPossible: boolean
  /** The slots that its student asked for, the preferred one first, with their days. */
  requested: { place: Place; startsAt: number; day: number }[]
}

/**
 * For which day a review is planned, what it is too early for, and which requested slots can be granted: those
 * that keep the notice. Who asks for an earlier slot can have what begins from then on.
 */
export function getTargetDate<Place>({ requested, ...asked }: Asked<Place>): Pick<
  WaitingReview,
  'dueDay' | 'aimDay' | 'from' | 'earliestDay' | 'soonestFrom'
> & {
  requestedSlots: Place[]
} {
  const { dueAt, now, rule, asSoonAsPossible } = asked
  const daysTo = (date: string) => daysBetween(dateInZone(now, rule.timeZone), date)
  const { from, date } = findEarliestSlot(asked)
  const soonest = findEarliestSlot({ ...asked, asSoonAsPossible: true })
  const requestedInTime = requested.filter(({ startsAt }) => startsAt >= soonest.from)
  const dueDay = daysTo(dateInZone(dueAt, rule.timeZone))
  return {
    requestedSlots: requestedInTime.map(({ place }) => place),
    ...{ dueDay, aimDay: asSoonAsPossible ? 0 : dueDay },
    from: Math.min(from, ...requestedInTime.map(({ startsAt }) => startsAt)),
    soonestFrom: soonest.from,
    earliestDay: Math.min(daysTo(date), ...requestedInTime.map(({ day }) => day)),
  }
}
