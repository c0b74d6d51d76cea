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
 * Names everything in which the end of a race does not follow from what the server has answered,
 * a line each: nothing when all is well. It knows the rules of booking, and looks at replies and
 * states alone, so that it can judge any server.
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
