import type { Race } from '../ledger.ts'
import { wrongBlocks } from './blocks.ts'
import { wrongBookings } from './bookings.ts'
import { wrongChanges } from './changes.ts'
import { wrongFollows } from './decisions/follows.ts'
import { wrongMarks } from './decisions/marks.ts'
import { wrongUndos } from './decisions/undos.ts'
import { wrongHistories } from './history.ts'
import { brokenRules } from './rules.ts'
import { wrongSlots } from './slots.ts'

/**
 * Checks that the final state of a race follows from the server's replies. Returns a line for each
 * violation. Uses only replies and states, so it can check any server.
 */
export function findViolations(race: Race): string[] {
  return [
    ...wrongBookings(race),
    ...wrongFollows(race),
    ...wrongUndos(race),
    ...wrongMarks(race),
    ...wrongSlots(race),
    ...wrongChanges(race),
    ...wrongHistories(race),
    ...brokenRules(race),
    ...wrongBlocks(race),
  ]
}
