import { type Agent, type IncomingMessage, request as plainRequest } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import { secondMs } from '#contract/kit/time/durations.ts'
import type { PushRequest } from './encrypt.ts'
import { hasPrivateAddress, lookUpPublic, NotPublic } from './public-addresses.ts'

/** The reply of a push service. */
export type PushAnswer = {
  status: number
  /** The Retry-After of the reply in ms; undefined without one. */
  retryAfterMs: number | undefined
}

export type PushTransport = {
  /** Sends a request. Rejects with NotPublic, or with a network error. */
  send: (message: PushRequest, stopped: AbortSignal) => Promise<PushAnswer>
  close: () => void
}

/** The timeout of a push service; the message is retried later. */
const answeredWithinMs = 10 * secondMs
/** The most that is read of a reply. */
const answerMaxBytes = 16 * 1024
const connectionsPerHost = 8

/**
 * Creates a transport to push services that uses only TLS and public addresses, checked when the
 * socket connects, and follows no redirects. Endpoints at `testOrigin` are exempt.
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

/** Whether a URL can belong to a push service. Its name is resolved only when connecting. */
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

/** Reads the rest of a reply so that the connection can be reused; one too long closes it. */
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
