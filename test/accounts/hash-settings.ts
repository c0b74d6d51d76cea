import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/** The parameters of the server's password hashes, which tell them from older, cheaper ones. */
const full = { memory: 19 * 1024, passes: 2 }
const cheap = { memory: 8, passes: 1 }

const real = crypto.argon2

/** Whether hashes are cheap at the moment. */
export const hashSettings = { areCheap: true }

/**
 * Once loaded, password hashes take a hundredth of their time, which tests that sign in would
 * mostly consist of. The server notices nothing, but only processes that have loaded this can
 * verify the hashes.
 */
crypto.argon2 = (algorithm, asked, answer) => {
  const isFull = asked.memory === full.memory && asked.passes === full.passes
  real(algorithm, hashSettings.areCheap && isFull ? { ...asked, ...cheap } : asked, answer)
}
syncBuiltinESMExports()
