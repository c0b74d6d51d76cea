import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Raised where a name or an address does not lead to the open internet. */
export class NotPublic extends Error {
  constructor(host: string) {
    super(`${host} has no public address`)
  }
}

/** All that has been given out of IPv6 so far. */
const given = ipaddr.parseCIDR('2000::/3')

/** Microsoft's cloud answers its own machines there, though the address looks like any other. */
const ofTheCloud = new Set(['168.63.129.16'])

/**
 * Whether an address is one of the open internet: not of this machine or its network, of no cloud's
 * own services, and none that stands for such a one (IPv4 within IPv6, however it is written).
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const plain = ipaddr.process(address)
  const isGiven = plain.kind() === 'ipv4' || plain.match(given)
  return isGiven && plain.range() === 'unicast' && !ofTheCloud.has(plain.toString())
}

/** The host of an address, without the brackets of an IPv6 one. */
const getHost = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

/** Whether an address names a number that is not public; what a name leads to is not asked. */
export function hasPrivateAddress(url: URL): boolean {
  const host = getHost(url)
  return isIP(host) > 0 && !isPublicAddress(host)
}

/**
 * Looks a name up for a socket that is about to connect, and raises NotPublic unless all that it
 * leads to is public: what was asked before could have changed since. Sockets ask nobody about a
 * number, for which `hasPrivateAddress` is.
 */
export const lookUpPublic: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, found) => {
    const [first] = found ?? []
    if (error) return done(error, [])
    if (!first || !found.every(({ address }) => isPublicAddress(address))) {
      return done(new NotPublic(host), [])
    }
    if (options.all) done(null, found)
    else done(null, first.address, first.family)
  })
}
