import { writtenAbsences } from './absences.ts'
import { writtenPeople } from './people.ts'
import { writtenRecords } from './records.ts'
import { writtenReviews } from './reviews.ts'
import type { Scenario } from './scenario.ts'
import { writtenSlots } from './slots.ts'

/** Every list of the contract, as often as it has orders. */
export const writtenLists: Record<string, Scenario[]> = {
  ...writtenPeople,
  ...writtenReviews,
  ...writtenRecords,
  ...writtenAbsences,
  ...writtenSlots,
}
