import { type LookupAddress, type LookupOptions, lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Thrown when a host does not resolve to public addresses. */
export class NotPublic extends Error {
  constructor(host: string) {
    super(`${host} has no public address`)
  }
}

/** The allocated part of IPv6. */
const given = ipaddr.parseCIDR('2000::/3')

/** An internal service of Azure at an address that looks public. */
const ofTheCloud = new Set(['168.63.129.16'])

/**
 * Whether an address is public: not this machine, not its network, no cloud's internal service, and
 * no IPv6 form of such an IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const plain = ipaddr.process(address)
  const isGiven = plain.kind() === 'ipv4' || plain.match(given)
  return isGiven && plain.range() === 'unicast' && !ofTheCloud.has(plain.toString())
}

/** The host of a URL, without the brackets of IPv6. */
const getHost = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

/** Whether a URL's host is a private IP address. Names are not resolved. */
export function hasPrivateIpHost(url: URL): boolean {
  const host = getHost(url)
  return isIP(host) > 0 && !isPublicAddress(host)
}

/** A function such as `lookup` of `node:dns`, which returns all addresses of a name. */
type LookUpAll = (
  host: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void

/**
 * Makes a DNS lookup for sockets that fails with NotPublic unless all addresses of the name are
 * public. It runs at connect time, and the socket connects to the address that was checked, so that
 * a changed DNS answer cannot bypass the check. Sockets do not look up IP addresses; check those
 * with `hasPrivateIpHost`.
 */
export function makeLookUpPublic(lookUpAll: LookUpAll): LookupFunction {
  return (host, options, done) => {
    lookUpAll(host, { ...options, all: true }, (error, found) => {
      const [first] = found ?? []
      if (error) return done(error, [])
      if (!first || !found.every(({ address }) => isPublicAddress(address))) {
        return done(new NotPublic(host), [])
      }
      if (options.all) done(null, found)
      else done(null, first.address, first.family)
    })
  }
}

export const lookUpPublic = makeLookUpPublic(lookup)
