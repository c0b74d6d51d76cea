import { isIP } from 'node:net'
import { z } from 'zod'

const wrongProxies = 'must be addresses or ranges such as 10.0.0.0/8, with commas between them'

/**
 * Reads the setting TRUST_PROXY: the addresses and CIDR ranges of the proxies whose word on where a
 * call comes from is believed; none if it is not there.
 */
export function readProxies(
  text: string | undefined,
  context: z.core.$RefinementCtx<unknown>,
): string[] {
  const proxies = text?.split(',').map((one) => one.trim()) ?? []
  if (proxies.every(isAddressOrRange)) return proxies
  context.addIssue(wrongProxies)
  return z.NEVER
}

/** A range of everything (/0) would believe anybody, so it is none. */
function isAddressOrRange(text: string): boolean {
  const [, address = '', bits] = text.match(/^([\da-f:.]+)(?:\/(\d{1,3}))?$/i) ?? []
  const longest = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  const length = bits === undefined ? longest : Number(bits)
  return length >= 1 && length <= longest
}
