import type { Race } from '../race-log.ts'
import { checkBlockedPeople } from './blocked-people.ts'
import { checkBookingRules } from './booking-rules.ts'
import { checkBookings } from './bookings.ts'
import { checkMarks } from './decisions/marks.ts'
import { checkUndos } from './decisions/undos.ts'
import { checkDecisions } from './decisions/week-decisions.ts'
import { checkHistories } from './review-histories.ts'
import { checkScheduleChangeRefusals } from './schedule-change-refusals.ts'
import { checkSlots } from './slots.ts'

/**
 * Checks that the final state of a race follows from the server's replies. Returns a line for each
 * violation. Uses only replies and states, so it can check any server.
 */
export function findViolations(race: Race): string[] {
  return [
    ...checkBookings(race),
    ...checkDecisions(race),
    ...checkUndos(race),
    ...checkMarks(race),
    ...checkSlots(race),
    ...checkScheduleChangeRefusals(race),
    ...checkHistories(race),
    ...checkBookingRules(race),
    ...checkBlockedPeople(race),
  ]
}
