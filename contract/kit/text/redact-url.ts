/** A longer path may be a secret. */
const shortPath = 12

/**
 * The host and path of an address, without what may be a secret: of a long path only the last four
 * characters, and no query.
 */
export function redactUrl(url: string): string {
  const { host, pathname } = new URL(url)
  const path = pathname.replace(/\/$/, '')
  return host + (path.length <= shortPath ? path : `/…${path.slice(-4)}`)
}
