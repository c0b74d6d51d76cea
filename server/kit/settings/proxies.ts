import { BlockList, isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CommaList } from './comma-list.ts'

const wrongProxies = 'must be a comma-separated list of addresses or ranges, such as 10.0.0.0/8'
const tooWide =
  'must not have a range wider than /8 (IPv6: /7), since every address in it is trusted'

/** The setting TRUST_PROXY: addresses and CIDR ranges of proxies whose X-Forwarded-For is used. */
export const Proxies = CommaList.refine((proxies) => proxies.every(isAddressOrRange), {
  error: wrongProxies,
  abort: true,
}).refine((proxies) => !proxies.some(isTooWide), tooWide)

/** A range of /0 would trust everybody, so it is invalid. */
function isAddressOrRange(text: string): boolean {
  const [, address = '', bits] = text.match(/^([\da-f:.]+)(?:\/(\d{1,3}))?$/i) ?? []
  const longest = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  const length = bits === undefined ? longest : Number(bits)
  return length >= 1 && length <= longest
}

/** The largest private networks are 10.0.0.0/8 and fc00::/7. */
function isTooWide(text: string): boolean {
  const [address = '', bits] = text.split('/')
  if (bits === undefined) return false
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
  if (Number(bits) < (family === 'ipv4' ? 8 : 7)) return true
  // An IPv6 range can contain IPv4-mapped addresses; these two differ in their first IPv4 bit.
  const range = new BlockList()
  range.addSubnet(address, Number(bits), family)
  return ['::ffff:1.1.1.1', '::ffff:129.1.1.1'].every((one) => range.check(one, 'ipv6'))
}

/** Whether a request came through a proxy, and whether the proxy is trusted ('unheard' if not). */
export type ProxyDetection = 'none' | 'trusted' | 'unheard'

/** Detects this by X-Forwarded-For and the number of addresses that Fastify took from it. */
export function detectProxy({ headers, ips = [] }: FastifyRequest): ProxyDetection {
  if (headers['x-forwarded-for'] === undefined) return 'none'
  // With a trusted proxy there are its own address and the client's.
  return ips.length < 2 ? 'unheard' : 'trusted'
}

/**
 * Whether a request came through a proxy that is not in TRUST_PROXY, so that all clients behind it
 * count as one address.
 */
export function isProxyUntrusted(request: FastifyRequest): boolean {
  return detectProxy(request) === 'unheard'
}

/** Logs a warning for the first such request only, since anybody can send the header. */
export function warnAboutUntrustedProxy(app: FastifyInstance): void {
  let isSaid = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isSaid && isProxyUntrusted(request)) {
      isSaid = true
      request.log.warn(
        'requests have X-Forwarded-For but do not come from a proxy in TRUST_PROXY, so rate limits treat everybody behind the proxy as one visitor. Set TRUST_PROXY to the address of the proxy',
      )
    }
    done()
  })
}
