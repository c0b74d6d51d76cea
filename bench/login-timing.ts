import { checkPassword, hashPassword } from '#server/accounts/password.ts'

/**
 * How long a wrong password takes for an unknown email, compared with a known one: alternating
 * rounds, medians and their ratio. A ratio far from 1 would reveal who has an account.
 */
const rounds = 40
const hash = await hashPassword('the right password')
const known: number[] = []
const unknown: number[] = []
for (let round = 0; round < rounds; round++) {
  known.push(await measure(hash))
  unknown.push(await measure(null))
}
const ratio = median(unknown) / median(known)
process.stdout.write(
  `known ${median(known).toFixed(1)} ms, unknown ${median(unknown).toFixed(1)} ms, ratio ${ratio.toFixed(2)} (${rounds} rounds)\n`,
)

async function measure(stored: string | null): Promise<number> {
  const start = performance.now()
  await checkPassword('a wrong password', stored)
  return performance.now() - start
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
