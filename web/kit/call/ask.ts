import { requestTimeoutMs } from '#contract/limits.ts'

/** A reply, and between which moments of this device's clock (ms since 1970) it was on its way. */
export type Asked = { response: Response; askedAt: number; answeredAt: number }

const underWay = new Set<Promise<Response>>()

/** Asks the server; rejects as `fetch` does, with a TimeoutError when no reply comes in time. */
export async function ask(address: string, init: RequestInit): Promise<Asked> {
  const askedAt = Date.now()
  const asking = fetch(address, init)
  underWay.add(asking)
  try {
    const response = await asking
    return { response, askedAt, answeredAt: Date.now() }
  } finally {
    underWay.delete(asking)
  }
}

/** Resolves once all that is being asked now has been answered or has failed, which takes no reply too long. */
export async function answered(): Promise<void> {
  await Promise.allSettled(underWay)
}

/** The headers of a call that carries no body. */
export function headersOf(token: string | null): Record<string, string> {
  return { accept: 'application/json', ...(token ? { authorization: token } : {}) }
}

/** An answer that nobody has come for by then might be out of date. */
const freshMs = 5_000

type Early = { token: string | null; at: number; asked: Promise<Asked> }
const early = new Map<string, Early>()

/** Asks before the code is there that wants to know: `takeEarly` then has the answer, once. */
export function askEarly(address: string, token: string | null): void {
  const signal = AbortSignal.timeout(requestTimeoutMs)
  const asked = ask(address, { headers: headersOf(token), signal })
  // Whoever takes it hears of a failure; if nobody does it is of no interest.
  asked.catch(() => {})
  early.set(address, { token, at: Date.now(), asked })
}

/** What was asked early with the same token, if it is fresh. */
export function takeEarly(address: string, token: string | null): Promise<Asked> | undefined {
  const found = early.get(address)
  early.delete(address)
  const fits = found && found.token === token && Date.now() - found.at < freshMs
  return fits ? found.asked : undefined
}

/** After a change nothing that was asked before it is worth anything. */
export function forgetEarly(): undefined {
  early.clear()
}
