import { BlockList, isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CommaList } from './comma-list.ts'

const wrongProxies = 'must be a comma-separated list of addresses or ranges, such as 10.0.0.0/8'
const tooWide =
  'must not have a range wider than /8 (IPv6: /7), since every address in it is trusted'

/**
 * The setting TRUST_PROXY: the addresses and CIDR ranges of the proxies whose word on where a call
 * comes from is believed.
 */
export const Proxies = CommaList.refine((proxies) => proxies.every(isAddressOrRange), {
  error: wrongProxies,
  abort: true,
}).refine((proxies) => !proxies.some(isTooWide), tooWide)

/** A range of everything (/0) would believe anybody, so it is none. */
function isAddressOrRange(text: string): boolean {
  const [, address = '', bits] = text.match(/^([\da-f:.]+)(?:\/(\d{1,3}))?$/i) ?? []
  const longest = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  const length = bits === undefined ? longest : Number(bits)
  return length >= 1 && length <= longest
}

/** The largest networks that are anybody's own are 10.0.0.0/8 and fc00::/7. */
function isTooWide(text: string): boolean {
  const [address = '', bits] = text.split('/')
  if (bits === undefined) return false
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
  if (Number(bits) < (family === 'ipv4' ? 8 : 7)) return true
  // A range of IPv6 can hold those of IPv4: these two have not even their first bit in common.
  const range = new BlockList()
  range.addSubnet(address, Number(bits), family)
  return ['::ffff:1.1.1.1', '::ffff:129.1.1.1'].every((one) => range.check(one, 'ipv6'))
}

/** Whether a call has come through a proxy, and one that is believed on where it comes from. */
export type ProxyDetection = 'none' | 'trusted' | 'unheard'

/** By the header that proxies set, and how many addresses were read from it. */
export function detectProxy({ headers, ips = [] }: FastifyRequest): ProxyDetection {
  if (headers['x-forwarded-for'] === undefined) return 'none'
  // Of a proxy that is believed there is its own address, and whom it names.
  return ips.length < 2 ? 'unheard' : 'trusted'
}

/**
 * Whether a call has come through a proxy that nobody has told the server of, so that all who come
 * through it count as one address.
 */
export function isProxyUntrusted(request: FastifyRequest): boolean {
  return detectProxy(request) === 'unheard'
}

/** Says so in the log with the first such request, and not again: anybody can send the header. */
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
