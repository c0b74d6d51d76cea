import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/** How the server asks for the hash of a password, by which it is told from an older, cheaper one. */
const full = { memory: 19 * 1024, passes: 2 }
const cheap = { memory: 8, passes: 1 }

const real = crypto.argon2

/** Whether they are cheap at the moment. */
export const hashes = { areCheap: true }

/**
 * Once this is loaded a password's hash takes a hundredth of its time, of which the tests that sign
 * in would else spend most. The server is not told: its hashes look as ever, but only a process that
 * has loaded this can check them.
 */
crypto.argon2 = (algorithm, asked, answer) => {
  const isFull = asked.memory === full.memory && asked.passes === full.passes
  real(algorithm, hashes.areCheap && isFull ? { ...asked, ...cheap } : asked, answer)
}
syncBuiltinESMExports()
