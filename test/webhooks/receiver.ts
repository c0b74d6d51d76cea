import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { startLoopbackServer } from '../processes/loopback-server.ts'

/** A request as a receiver gets it. */
export type Received = { headers: IncomingHttpHeaders; body: string; event: WebhookBody }
type WebhookBody = { type: string; timestamp: string; data: Record<string, unknown> }

/** How the receiver answers, which a test changes while it runs. */
type Answering = {
  status: number
  headers: Record<string, string>
  body: string
  /** Answers by itself instead. */
  answer?: ((response: ServerResponse, received: Received) => void) | undefined
}

/** A receiver of webhooks on loopback, which keeps what it gets. */
export async function startReceiver() {
  const received: Received[] = []
  const arrivedAt: number[] = []
  const answering: Answering = { status: 204, headers: {}, body: '' }
  let arrived = Promise.withResolvers<void>()
  const { origin, stop } = await startLoopbackServer(async (request, response) => {
    const parts: Buffer[] = []
    // What a killed server has not sent completely does not count.
    try {
      for await (const part of request) parts.push(part as Buffer)
    } catch {
      return
    }
    const body = Buffer.concat(parts).toString()
    const one = { headers: request.headers, body, event: JSON.parse(body) }
    received.push(one)
    arrivedAt.push(Date.now())
    arrived.resolve()
    arrived = Promise.withResolvers()
    const { status, headers, body: text, answer } = answering
    if (answer) answer(response, one)
    else response.writeHead(status, headers).end(text)
  })
  return {
    origin,
    url: `${origin}/hook`,
    received,
    /** When each was received (ms since 1970). */
    arrivedAt,
    answering,
    /** Resolves when the next one is received, before it is answered. */
    nextArrival: () => arrived.promise,
    stop,
  }
}

/** The headers that a receiver verifies. */
export function getSignedHeaders({ headers }: Received) {
  return {
    'webhook-id': String(headers['webhook-id']),
    'webhook-timestamp': String(headers['webhook-timestamp']),
    'webhook-signature': String(headers['webhook-signature']),
  }
}
