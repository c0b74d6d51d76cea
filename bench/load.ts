import autocannon from 'autocannon'
import { type Figure, median, quantile } from './figure.ts'

/** A call to be made again and again. */
export type Target = {
  url: string
  method?: 'GET' | 'PATCH' | 'POST' | 'PUT'
  token?: string
  /** The body of the next call, where each call needs another. */
  nextBody?: () => unknown
}

/** What a server did under load: answers a second, and the time (ms) in which 99 of 100 came. */
export type Speed = { perSecond: number; p99: number }

export type Load = { clients: number; seconds: number }

/**
 * Puts a server under load from this process: each client sends the next call when the last is
 * answered. Raises an error when an answer is not a 200.
 */
export async function load(target: Target, { clients, seconds }: Load): Promise<Speed> {
  const { url, method = 'GET', token, nextBody } = target
  const headers = {
    ...(token === undefined ? {} : { authorization: token }),
    ...(nextBody ? { 'content-type': 'application/json' } : {}),
  }
  const times: number[] = []
  const options: autocannon.Options = {
    ...{ url, method, headers, connections: clients, duration: seconds, sampleInt: 50 },
    ...(nextBody && {
      requests: [{ setupRequest: (request) => ({ ...request, body: JSON.stringify(nextBody()) }) }],
    }),
  }
  const { non2xx, errors, duration } = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon(options, (error, result) =>
      error ? reject(error) : resolve(result),
    )
    running.on('response', (_client, _status, _bytes, ms) => times.push(ms))
  })
  if (non2xx > 0 || errors > 0) {
    throw new Error(`${method} ${url}: ${non2xx} refused, ${errors} failed`)
  }
  return { perSecond: times.length / duration, p99: quantile(times, 0.99) }
}

/** Puts two servers under the same load in turns, after a first turn that does not count. */
export async function inTurns(
  ours: Target,
  other: Target,
  { rounds, ...how }: Load & { rounds: number },
): Promise<{ ours: Speed[]; other: Speed[] }> {
  const speeds: { ours: Speed[]; other: Speed[] } = { ours: [], other: [] }
  for (let round = 0; round <= rounds; round++) {
    const [one, two] = [await load(ours, how), await load(other, how)]
    if (round === 0) continue
    speeds.ours.push(one)
    speeds.other.push(two)
  }
  return speeds
}

type Aims = { perSecond?: Figure['aim']; p99?: Figure['aim'] }

/** The two figures of a comparison: answers a second, and the time of the slowest. */
export function figuresOf(
  what: string,
  { ours, other }: { ours: Speed[]; other: Speed[] },
  aims: Aims = {},
): Figure[] {
  const figure = (key: keyof Speed, name: string, show: (value: number) => string): Figure => {
    const aim = aims[key]
    return {
      what: `${what}, ${name}`,
      ours: show(median(ours.map((one) => one[key]))),
      beside: show(median(other.map((one) => one[key]))),
      ratios: ours.map((one, at) => one[key] / (other[at]?.[key] ?? Number.NaN)),
      ...(aim ? { aim } : {}),
    }
  }
  return [
    figure('perSecond', 'answers a second', (value) => value.toFixed(0)),
    figure('p99', 'p99', (value) => `${value.toFixed(1)} ms`),
  ]
}
