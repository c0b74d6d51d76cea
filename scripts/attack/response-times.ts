import type { Outcome } from './tools.ts'

const callsOfEach = 300

/** At this value, samples of one distribution differ by chance once in a thousand. */
const criticalValue = 1.95

/** The Kolmogorov-Smirnov statistic of two samples: the largest gap between their distributions. */
export function compareDistributions(
  some: number[],
  others: number[],
): { gap: number; areApart: boolean } {
  const shareUpTo = (sample: number[], bound: number) =>
    sample.filter((one) => one <= bound).length / sample.length
  const gaps = [...some, ...others].map((bound) =>
    Math.abs(shareUpTo(some, bound) - shareUpTo(others, bound)),
  )
  const gap = Math.max(0, ...gaps)
  const bound = criticalValue * Math.sqrt(1 / some.length + 1 / others.length)
  return { gap, areApart: gap > bound }
}

/**
 * Tests whether response times reveal who has an account: requests password resets for students and
 * for unknown emails, in random order and equally often.
 */
export async function testResponseTimes(url: string, adminToken: string): Promise<Outcome> {
  const what = `POST /forgot-password, ${callsOfEach} of each`
  const tool = 'same time'
  const headers = { authorization: adminToken }
  const reply = await fetch(`${url}/admin/all-student?limit=${callsOfEach}`, { headers })
  const known = ((await reply.json()) as { email: string }[]).map(({ email }) => email)
  if (known.length === 0) return { tool, what, ok: undefined, said: 'there are no students' }
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let call = 0; call < callsOfEach; call++) {
    const which = call % known.length
    const pair = [
      ['known', known[which] ?? ''],
      ['unknown', `nobody-${which}@weekward.test`],
    ] as const
    for (const [who, email] of Math.random() < 0.5 ? pair : pair.toReversed()) {
      times[who].push(await msOfAsking(url, email))
    }
  }
  const { gap, areApart } = compareDistributions(times.known, times.unknown)
  const medians = `${median(times.known).toFixed(2)} and ${median(times.unknown).toFixed(2)} ms`
  const said = `medians ${medians} for known and unknown, widest gap ${(gap * 100).toFixed(1)} %`
  return { tool, what, ok: !areApart, said }
}

async function msOfAsking(url: string, email: string): Promise<number> {
  const begin = performance.now()
  const reply = await fetch(`${url}/forgot-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })
  await reply.text()
  if (reply.status !== 200) throw new Error(`POST /forgot-password: ${reply.status}`)
  return performance.now() - begin
}

function median(sample: number[]): number {
  return sample.toSorted((a, b) => a - b)[Math.floor(sample.length / 2)] ?? Number.NaN
}
