import { Agent, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'

/** The status of a call (0 for a timeout, as in the page) and its duration (ms). */
export type CallResult = { status: number; ms: number }

const patienceMs = 6_000

/**
 * Sends calls at a steady rate for some seconds, regardless of earlier replies, as independent
 * people do.
 */
export async function probe(
  url: string,
  { perSecond, seconds, token = '' }: { perSecond: number; seconds: number; token?: string },
): Promise<CallResult[]> {
  const agent = new Agent({ keepAlive: true })
  const call = { url, token }
  const calls: Promise<CallResult>[] = []
  const began = performance.now()
  while (performance.now() - began < seconds * 1_000) {
    const due = ((performance.now() - began) / 1_000) * perSecond
    while (calls.length < due) calls.push(callOnce(call, agent))
    await setTimeout(1)
  }
  const done = await Promise.all(calls)
  agent.destroy()
  return done
}

type Call = { url: string; method?: string; token: string; body?: unknown }

/** Sends one call and reads the reply. */
export function callOnce(call: Call, agent: Agent): Promise<CallResult> {
  const { url, method = 'GET', token, body } = call
  const began = performance.now()
  return new Promise((resolve) => {
    const end = (status: number) => resolve({ status, ms: performance.now() - began })
    const headers = {
      ...(token && { authorization: token }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    const asked = request(
      url,
      { agent, method, headers, signal: AbortSignal.timeout(patienceMs) },
      (reply) => {
        reply.resume().on('end', () => end(reply.statusCode ?? 0))
        reply.on('error', () => end(0))
      },
    )
    asked.on('error', () => end(0))
    asked.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

/** The quantile of the durations, in ms. */
export function getDurationQuantile(calls: CallResult[], part: number): number {
  const times = calls.map(({ ms }) => ms).toSorted((a, b) => a - b)
  return times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN
}

export function printTable(rows: string[][]): void {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  )
  for (const row of rows)
    process.stdout.write(`${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}\n`)
}
