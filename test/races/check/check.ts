import type { Race } from '../ledger.ts'
import { checkBlockedPeople } from './blocked-people.ts'
import { checkBookings } from './bookings.ts'
import { checkMarks } from './decisions/marks.ts'
import { checkUndos } from './decisions/undos.ts'
import { checkDecisions } from './decisions/week-decisions.ts'
import { checkHistories } from './history.ts'
import { checkBookingRules } from './rules.ts'
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
