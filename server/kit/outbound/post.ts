import { type Agent, type IncomingMessage, request as plainRequest } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { secondMs } from '#contract/kit/time/durations.ts'
import { hasPrivateAddress, lookUpPublic, NotPublic } from './public-addresses.ts'

export type PostRequest = {
  url: string
  headers: Record<string, string | number>
  body: Buffer
}

/** The reply of another system. */
export type PostAnswer = {
  status: number
  /** The Retry-After of the reply in ms; undefined without one. */
  retryAfterMs: number | undefined
  /** The beginning of its text; it may be cut. */
  text: string
}

export type PostTransport = {
  /** Sends a request. Rejects with NotPublic, or with a network error. */
  post: (message: PostRequest, stopped: AbortSignal) => Promise<PostAnswer>
  close: () => void
}

type PostOptions = {
  /** An origin that is exempt from all rules, for tests. */
  testOrigin: string | undefined
  /** Whether the URL may be asked, apart from its address. */
  mayPost?: (url: URL) => boolean
  /** How many bytes of the reply are returned; none by default. */
  keptBytes?: number
  /** Override of the DNS lookup. */
  lookup?: LookupFunction
  /** Override of the time within which the whole reply must have arrived. */
  answeredWithinMs?: number
}

/** The timeout of the other system; the message is retried later. */
const defaultAnsweredWithinMs = 10 * secondMs
/** The most that is read of a reply, so that the connection can be reused; one longer closes it. */
const answerMaxBytes = 16 * 1024
const connectionsPerHost = 8

/**
 * Creates a transport to systems at addresses that others have chosen. It uses only TLS and public
 * addresses, checked when the socket connects, follows no redirects, and neither waits long nor
 * reads much.
 */
export function createPostTransport({
  testOrigin,
  mayPost = () => true,
  keptBytes = 0,
  lookup = lookUpPublic,
  answeredWithinMs = defaultAnsweredWithinMs,
}: PostOptions): PostTransport {
  const agent = new SecureAgent({ keepAlive: true, maxSockets: connectionsPerHost, lookup })
  return {
    post({ url: text, headers, body }, stopped) {
      const url = new URL(text)
      const isTest = url.origin === testOrigin
      if (!isTest && !(isPublicUrl(url) && mayPost(url))) {
        return Promise.reject(new NotPublic(url.host))
      }
      const signal = AbortSignal.any([stopped, AbortSignal.timeout(answeredWithinMs)])
      const asked = { method: 'POST', headers, signal, agent: isTest ? undefined : agent }
      return sendRequest(url, asked, { body, keptBytes })
    },
    close: () => agent.destroy(),
  }
}

/**
 * Whether a URL uses TLS, has no password, and no private IP address. Its name is resolved only when
 * connecting.
 */
export function isPublicUrl(url: URL): boolean {
  const isPlain = url.username === '' && url.password === ''
  return url.protocol === 'https:' && isPlain && !hasPrivateAddress(url)
}

type Asked = {
  method: string
  headers: PostRequest['headers']
  signal: AbortSignal
  agent: Agent | undefined
}

function sendRequest(
  url: URL,
  asked: Asked,
  { body, keptBytes }: { body: Buffer; keptBytes: number },
): Promise<PostAnswer> {
  return new Promise((resolve, reject) => {
    const begin = url.protocol === 'https:' ? secureRequest : plainRequest
    let fail = reject
    const request = begin(url, asked, (response) => {
      const { statusCode: status = 0, headers } = response
      const retryAfterMs = parseRetryAfter(headers['retry-after'])
      // Once there is a status, what is missing of the text does not matter.
      fail = readSome(response, keptBytes, (text) => resolve({ status, retryAfterMs, text }))
    })
    request.on('error', (error) => fail(error))
    request.end(body)
  })
}

/**
 * Reads a reply and hands over its beginning as soon as that is there, or the reply has ended or
 * failed. Reads on so that the connection can be reused. Returns a function that ends it early.
 */
function readSome(
  response: IncomingMessage,
  keptBytes: number,
  done: (text: string) => void,
): () => void {
  const parts: Buffer[] = []
  let bytes = 0
  const finish = () => done(Buffer.concat(parts).subarray(0, keptBytes).toString().toWellFormed())
  if (keptBytes === 0) finish()
  response.on('error', finish)
  response.on('close', finish)
  response.on('data', (part: Buffer) => {
    if (bytes < keptBytes) parts.push(part)
    bytes += part.length
    if (bytes >= keptBytes) finish()
    if (bytes > answerMaxBytes) response.destroy()
  })
  return finish
}

function parseRetryAfter(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,6}$/.test(header) ? Number(header) * secondMs : undefined
}
