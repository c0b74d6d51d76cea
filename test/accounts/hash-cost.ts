import { onTestFinished } from 'vitest'
import { hashes } from './cheap-hashes.ts'

/** Uses real password hashes until the test ends. Call it first. */
export function hashAtFullCost(): void {
  hashes.areCheap = false
  onTestFinished(() => {
    hashes.areCheap = true
  })
}
