import {
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as plainRequest,
} from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { secondMs } from '#contract/kit/time/durations.ts'
import { hasPrivateIpHost, lookUpPublic, NotPublic } from './public-addresses.ts'

export type OutboundOptions = {
  /** An origin that is exempt from all rules, for tests. */
  testOrigin: string | undefined
  /** Whether the URL may be asked, apart from its address. */
  mayAsk?: (url: URL) => boolean
  /** Override of the DNS lookup. */
  lookup?: LookupFunction
  /** Override of the time within which the whole reply must have arrived. */
  answeredWithinMs?: number
}

type OutboundRequest = { method: 'GET' | 'POST'; url: string; headers: OutgoingHttpHeaders }

export type OutboundClient = {
  /** Begins a request, which the caller ends. Throws NotPublic. */
  begin: (
    asked: OutboundRequest,
    stopped: AbortSignal,
    answered: (response: IncomingMessage) => void,
  ) => ClientRequest
  close: () => void
}

/** The timeout of the other system. */
const defaultAnsweredWithinMs = 10 * secondMs
const connectionsPerHost = 8

/**
 * Creates a client for systems at addresses that others have chosen. It uses only TLS and public
 * addresses, checked when the socket connects, follows no redirects, and does not wait long.
 */
export function createOutboundClient({
  testOrigin,
  mayAsk = () => true,
  lookup = lookUpPublic,
  answeredWithinMs = defaultAnsweredWithinMs,
}: OutboundOptions): OutboundClient {
  const agent = new SecureAgent({ keepAlive: true, maxSockets: connectionsPerHost, lookup })
  return {
    begin({ url: text, ...asked }, stopped, answered) {
      const url = new URL(text)
      const isTest = url.origin === testOrigin
      if (!isTest && !(isPublicUrl(url) && mayAsk(url))) throw new NotPublic(url.host)
      const signal = AbortSignal.any([stopped, AbortSignal.timeout(answeredWithinMs)])
      const begin = url.protocol === 'https:' ? secureRequest : plainRequest
      return begin(url, { ...asked, signal, agent: isTest ? undefined : agent }, answered)
    },
    close: () => agent.destroy(),
  }
}

/**
 * Whether a URL uses TLS, has no password, and no private IP address. Its name is resolved only
 * when connecting.
 */
export function isPublicUrl(url: URL): boolean {
  const isPlain = url.username === '' && url.password === ''
  return url.protocol === 'https:' && isPlain && !hasPrivateIpHost(url)
}
