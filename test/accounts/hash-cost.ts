import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { onTestFinished } from 'vitest'

/** How the server asks for the hash of a password, by which it is told from an older, cheaper one. */
const full = { memory: 19 * 1024, passes: 2 }
const cheap = { memory: 8, passes: 1 }

const real = crypto.argon2
let isCheap = true

/**
 * From here on a password's hash takes a hundredth of its time, of which the tests that sign in
 * would else spend most. The server is not told: its hashes look as ever, but only this process can
 * check them.
 */
crypto.argon2 = (algorithm, asked, answer) => {
  const isFull = asked.memory === full.memory && asked.passes === full.passes
  real(algorithm, isCheap && isFull ? { ...asked, ...cheap } : asked, answer)
}
syncBuiltinESMExports()

/** Lets passwords cost what they cost a school, until the test is over; called before all else. */
export function hashAtFullCost(): void {
  isCheap = false
  onTestFinished(() => {
    isCheap = true
  })
}
