import { Agent, request } from 'node:https'
import type { LookupFunction } from 'node:net'
import { text } from 'node:stream/consumers'

type Ask = {
  method?: string
  token?: string
  body?: unknown
  headers?: Record<string, string>
  /** The local address to send from. */
  from?: string
}
type Answer = { status: number; headers: NodeJS.Dict<string | string[]>; body: string }

/** The options of a client that trusts one authority and resolves every name to this machine. */
export function makeTrustOptions(ca: Buffer) {
  const lookup: LookupFunction = (_name, options, found) =>
    options.all ? found(null, [{ address: '127.0.0.1', family: 4 }]) : found(null, '127.0.0.1', 4)
  return { ca, lookup }
}

/** A client with these options. */
export function makeClient(trust: TrustOptions) {
  const agent = new Agent({ ...trust, keepAlive: true })

  /** Sends a request and returns the reply. Rejects if there is none. */
  return function ask(
    url: string,
    { method, token, body, headers, from }: Ask = {},
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const asked = request(url, {
        agent,
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        ...(from ? { localAddress: from } : {}),
        headers: {
          ...(token ? { authorization: token } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
      })
      asked.once('error', reject)
      asked.once('response', (reply) => {
        const { statusCode: status = 0, headers } = reply
        text(reply).then((body) => resolve({ status, headers, body }), reject)
      })
      asked.end(body === undefined ? undefined : JSON.stringify(body))
    })
  }
}

export type TrustOptions = ReturnType<typeof makeTrustOptions>
export type Client = ReturnType<typeof makeClient>
