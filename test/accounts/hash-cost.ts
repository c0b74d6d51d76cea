import { onTestFinished } from 'vitest'
import { hashes } from './cheap-hashes.ts'

/** Lets passwords cost what they cost a school, until the test is over; called before all else. */
export function hashAtFullCost(): void {
  hashes.areCheap = false
  onTestFinished(() => {
    hashes.areCheap = true
  })
}
