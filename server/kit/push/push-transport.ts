import { type Agent, type IncomingMessage, request as plainRequest } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import { secondMs } from '#contract/kit/time/time.ts'
import type { PushRequest } from './compose.ts'
import { hasPrivateAddress, lookUpPublic, NotPublic } from './public-addresses.ts'

/** What a push service said. */
export type PushAnswer = {
  status: number
  /** How long it wants to be left alone, in ms; undefined where it says nothing of it. */
  retryAfterMs: number | undefined
}

export type PushTransport = {
  /** Sends a message on. Raises NotPublic, and whatever error the line has. */
  send: (message: PushRequest, stopped: AbortSignal) => Promise<PushAnswer>
  close: () => void
}

/** A push service that has not answered by then is tried again later. */
const answeredWithinMs = 10 * secondMs
/** More of an answer is not read. */
const answerMaxBytes = 16 * 1024
const connectionsPerHost = 8

/**
 * Makes what carries messages to push services: over TLS alone, to public addresses alone, as they
 * are when the socket connects. No redirect is followed. What begins with `testOrigin` goes there as
 * it is.
 */
export function createPushTransport(testOrigin: string | undefined): PushTransport {
  const agent = new SecureAgent({
    ...{ keepAlive: true, maxSockets: connectionsPerHost, lookup: lookUpPublic },
  })

  return {
    send({ endpoint, headers, body }, stopped) {
      const url = new URL(endpoint)
      const signal = AbortSignal.any([stopped, AbortSignal.timeout(answeredWithinMs)])
      const asked = { method: 'POST', headers, signal }
      if (url.origin === testOrigin) return sendRequest(url, { ...asked, agent: undefined }, body)
      if (!isPushable(url)) return Promise.reject(new NotPublic(url.host))
      return sendRequest(url, { ...asked, agent }, body)
    },
    close: () => agent.destroy(),
  }
}

/** Whether an address can be a push service's; what its name leads to is seen when connecting. */
export function isPushable(url: URL): boolean {
  const isPlain = url.username === '' && url.password === '' && url.port === ''
  return url.protocol === 'https:' && isPlain && !hasPrivateAddress(url)
}

type Asked = {
  method: string
  headers: PushRequest['headers']
  signal: AbortSignal
  agent: Agent | undefined
}

function sendRequest(url: URL, asked: Asked, body: Buffer): Promise<PushAnswer> {
  return new Promise((resolve, reject) => {
    const begin = url.protocol === 'https:' ? secureRequest : plainRequest
    const request = begin(url, asked, (response) => {
      const { statusCode = 0, headers } = response
      resolve({ status: statusCode, retryAfterMs: parseRetryAfter(headers['retry-after']) })
      drain(response)
    })
    request.on('error', reject)
    request.end(body)
  })
}

/** So that the connection serves again; an answer that is too long costs the connection. */
function drain(response: IncomingMessage): void {
  let bytes = 0
  response.on('error', () => {})
  response.on('data', (part: Buffer) => {
    bytes += part.length
    if (bytes > answerMaxBytes) response.destroy()
  })
}

function parseRetryAfter(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,6}$/.test(header) ? Number(header) * secondMs : undefined
}
