import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'

/**
 * What an address counts as where calls are limited by it: an IPv4 address by itself, however it is
 * written, and an IPv6 address by its first 64 bits, for whoever has one has all that begin so.
 */
export function getNetwork(address: string): string {
  const [plain = ''] = address.split('%')
  if (!isIPv6(plain)) return plain
  const read = ipaddr.IPv6.parse(plain)
  if (read.isIPv4MappedAddress()) return read.toIPv4Address().toString()
  const first64 = read.parts.slice(0, 4).map((group) => group.toString(16))
  return `${first64.join(':')}::/64`
}

/** Tells of a request which network it comes from. */
export type GetRequestNetwork = (request: IncomingMessage) => string

/** Does so of requests that Fastify has not seen, behind these proxies. */
export function makeGetRequestNetwork(trustProxy: string[]): GetRequestNetwork {
  const isTrusted = proxyAddr.compile(trustProxy)
  return (request) => getNetwork(proxyAddr(request, isTrusted))
}

/** Whether an address, or the name in one, leads to this machine alone. */
export function isLoopbackHost(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host)
}
