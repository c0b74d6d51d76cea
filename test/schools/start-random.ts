import { randomInt } from 'node:crypto'
import { type Random, seededRandom } from '#seed/random.ts'
import { printLine } from '../steps.ts'

/** A source of random numbers whose seed is said; SEED gives that of an earlier run again. */
export function startRandom(): Random {
  const seed = Number(process.env.SEED ?? randomInt(2 ** 31))
  printLine(`SEED=${seed}`)
  return seededRandom(seed)
}
