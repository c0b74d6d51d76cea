/** The parts of a longer path that are shown: many services put a secret there. */
const [beginning, end] = [10, 6]

/** The host and path of an address, by which a webhook is named; the middle of a long path is left out. */
export function formatAddress(url: string): string {
  const { host, pathname } = new URL(url)
  const path = pathname.replace(/\/$/, '')
  const isShort = path.length <= beginning + end + 8
  return host + (isShort ? path : `${path.slice(0, beginning)}…${path.slice(-end)}`)
}
