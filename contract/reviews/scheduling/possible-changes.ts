import { type NoShowRole, noShowRoles } from '../../kit/kinds/history-kind.ts'
import { minuteMs } from '../../kit/time/durations.ts'
import { noShowAfterMinutes, undoMs } from '../../limits/reviews.ts'
import { isAble, type Role, type RoleAbleTo } from '../../roles.ts'
import type { HistoryLine } from '../history.ts'
import type { Review } from '../reviews.ts'
import { canBeHeld } from '../timeline.ts'

/** Whose absence each role can report. */
export const absentRolesByReporter: Record<RoleAbleTo<'report no-shows'>, readonly NoShowRole[]> = {
  student: ['reviewer'],
  reviewer: ['student'],
  advisor: noShowRoles,
  admin: noShowRoles,
}

/** A change to a review's schedule, or a report of a no-show. */
export type ScheduleChange = 'move' | 'cancel' | 'ask' | 'withdraw' | `no ${NoShowRole}`

type Planned = Pick<Review, 'status' | 'isClosed' | 'startsAt' | 'wish'>

/**
 * The schedule changes that a role can make now (ms since 1970). A hint for the page: the server
 * decides (contract, section 9).
 */
export function getPossibleChanges(review: Planned, role: Role, now: number): ScheduleChange[] {
  const isBooked = canBeHeld(review) && review.startsAt !== null
  const startsAt = Date.parse(review.startsAt ?? '')
  const isAhead = isBooked && startsAt > now
  const isMissed = isBooked && getNoShowReportableFrom(review) <= now
  const waits = review.status === 'not-scheduled' && !review.isClosed
  const changes: [ScheduleChange, boolean][] = [
    ['move', isAhead && isAble('book slots', role)],
    ['cancel', isAhead && isAble('cancel bookings', role)],
    ['ask', (isAhead || waits) && role === 'student'],
    ['withdraw', (isAhead || waits) && review.wish !== null && role === 'student'],
    ...noShowRoles.map((who): [ScheduleChange, boolean] => [
      `no ${who}`,
      isMissed && absentRolesByReporter[role].includes(who),
    ]),
  ]
  return changes.flatMap(([change, isPossible]) => (isPossible ? [change] : []))
}

/** When a no-show can first be reported (ms since 1970; contract, section 9). */
export function getNoShowReportableFrom({ startsAt }: Pick<Review, 'startsAt'>): number {
  return Date.parse(startsAt ?? '') + noShowAfterMinutes * minuteMs
}

/** Until when a review's latest change can be undone (ms since 1970); null if it cannot. */
export function getUndoDeadline({ what, at }: Pick<HistoryLine, 'what' | 'at'>): number | null {
  const isChange = what === 'moved' || what === 'cancelled'
  return isChange ? Date.parse(at) + undoMs : null
}
