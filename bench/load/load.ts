import autocannon from 'autocannon'
import { tooBusy } from '#contract/kit/refusal.ts'
import { type Figure, median, quantile } from '../figure.ts'

/** The details of the next call, where each needs its own. */
export type CallDetails = { path?: string; token?: string; body?: unknown }

/** A call to repeat. */
export type RepeatedCall = {
  url: string
  method?: 'GET' | 'PATCH' | 'POST' | 'PUT'
  token?: string
  next?: () => CallDetails
}

/** Throughput (replies a second) and latency (99th percentile in ms) under load. */
export type LoadResult = { perSecond: number; p99: number }

/**
 * The load: a number of clients, for some seconds or a number of replies. With `leavesOutRefused`,
 * 503 replies are ignored instead of being an error.
 */
export type Load = { clients: number; leavesOutRefused?: boolean } & (
  | { seconds: number }
  | { calls: number }
)

/**
 * Puts a server under load from this process. Each client sends its next call after the last reply.
 * Throws an Error for a reply other than 200.
 */
export async function runLoad(target: RepeatedCall, how: Load): Promise<LoadResult> {
  const { url, method = 'GET', next } = target
  const times: number[] = []
  const options: autocannon.Options = {
    url,
    method,
    connections: how.clients,
    sampleInt: 50,
    ...('calls' in how ? { amount: how.calls } : { duration: how.seconds }),
    headers: getHeaders(target),
    ...(next && {
      requests: [{ setupRequest: (request) => ({ ...request, ...changed(next()) }) }],
    }),
  }
  const began = performance.now()
  let ended = began
  let refused = 0
  const { non2xx, errors, statusCodeStats } = await new Promise<autocannon.Result>(
    (resolve, reject) => {
      const running = autocannon(options, (error, result) =>
        error ? reject(error) : resolve(result),
      )
      running.on('response', (_client, status, _bytes, ms) => {
        if (status === tooBusy.status) refused += 1
        else times.push(ms)
        ended = performance.now()
      })
    },
  )
  const wrong = how.leavesOutRefused ? non2xx - refused : non2xx
  if (wrong > 0 || errors > 0) {
    const said = JSON.stringify(statusCodeStats)
    throw new Error(`${method} ${url} ${next?.().path}: ${said}, ${errors} failed`)
  }
  return { perSecond: times.length / ((ended - began) / 1_000), p99: quantile(times, 0.99) }
}

function getHeaders({ token, next }: Pick<RepeatedCall, 'token' | 'next'>): Record<string, string> {
  return {
    ...(token === undefined ? {} : { authorization: token }),
    ...(next ? { 'content-type': 'application/json' } : {}),
  }
}

function changed({ path, token, body }: CallDetails) {
  return {
    ...(path === undefined ? {} : { path }),
    ...(token === undefined ? {} : { headers: getHeaders({ token, next: () => ({}) }) }),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }
}

/** The load of our turns, of the first one, and of the reference's. Defaults to the same. */
export type TurnOptions = Load & { rounds: number; first?: Load; beside?: Load }

/** Puts two servers under load in turns, after a warm-up that does not count. */
export async function runLoadInTurns(
  ours: RepeatedCall,
  other: RepeatedCall,
  { rounds, first, beside, ...how }: TurnOptions,
): Promise<{ ours: LoadResult[]; other: LoadResult[] }> {
  const speeds: { ours: LoadResult[]; other: LoadResult[] } = { ours: [], other: [] }
  for (let round = 0; round <= rounds; round++) {
    const one = await runLoad(ours, round === 0 ? (first ?? how) : how)
    const two = await runLoad(other, beside ?? how)
    if (round === 0) continue
    speeds.ours.push(one)
    speeds.other.push(two)
  }
  return speeds
}

type Aims = { perSecond?: Figure['aim']; p99?: Figure['aim'] }

/** The two figures of a comparison: throughput and latency. */
export function toFigures(
  what: string,
  { ours, other }: { ours: LoadResult[]; other: LoadResult[] },
  aims: Aims = {},
): Figure[] {
  const figure = (key: keyof LoadResult, name: string, show: (value: number) => string): Figure => {
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
