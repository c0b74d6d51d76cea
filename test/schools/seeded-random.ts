import { randomInt } from 'node:crypto'
import { type Random, seededRandom } from '#seed/random.ts'
import { printLine } from '../print-line.ts'

/** A random number generator that prints its seed. SEED repeats an earlier run. */
export function makeSeededRandom(): Random {
  const seed = Number(process.env.SEED ?? randomInt(2 ** 31))
  printLine(`SEED=${seed}`)
  return seededRandom(seed)
}
