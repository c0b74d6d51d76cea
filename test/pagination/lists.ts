import { absenceScenarios } from './absences.ts'
import { peopleScenarios } from './people.ts'
import { recordScenarios } from './records.ts'
import { reviewScenarios } from './reviews.ts'
import type { Scenario } from './scenario.ts'
import { slotScenarios } from './slots.ts'

/** All lists of the contract, in each of their orders. */
export const listScenarios: Record<string, Scenario[]> = {
  ...peopleScenarios,
  ...reviewScenarios,
  ...recordScenarios,
  ...absenceScenarios,
  ...slotScenarios,
}
