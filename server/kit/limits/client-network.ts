import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'

/**
 * Returns the network by which limits count an address: an IPv4 address itself, however it is
 * written, and the /64 of an IPv6 address, since one client has all of it.
 */
export function getNetwork(address: string): string {
  const [plain = ''] = address.split('%')
  if (!isIPv6(plain)) return plain
  const read = ipaddr.IPv6.parse(plain)
  if (read.isIPv4MappedAddress()) return read.toIPv4Address().toString()
  const first64 = read.parts.slice(0, 4).map((group) => group.toString(16))
  return `${first64.join(':')}::/64`
}

export type GetRequestNetwork = (request: IncomingMessage) => string

/** Makes that function for raw requests behind these proxies. */
export function makeGetRequestNetwork(trustProxy: string[]): GetRequestNetwork {
  const isTrusted = proxyAddr.compile(trustProxy)
  return (request) => getNetwork(proxyAddr(request, isTrusted))
}

/** Whether a host is this machine's loopback name or address. */
export function isLoopbackHost(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host)
}
