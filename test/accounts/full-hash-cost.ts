import { onTestFinished } from 'vitest'
import { hashSettings } from './hash-settings.ts'

/** Uses real password hashes until the test ends. Call it first. */
export function enableFullHashCost(): void {
  hashSettings.areCheap = false
  onTestFinished(() => {
    hashSettings.areCheap = true
  })
}
