import type { Refusal } from '#contract/kit/refusal.ts'
import { Refused } from '../call/refused.ts'
import { isPublicUrl } from './client.ts'

type Asked = {
  /** The address of a test, which is accepted as it is. */
  testOrigin: string | undefined
  refusals: { badUrl: Refusal; passwordUrl: Refusal; privateUrl: Refusal }
}

/**
 * Parses an address that somebody has entered as `url`. Refuses one that is not https, has a user
 * name or password, or is not public. Its name is resolved only when connecting.
 */
export function parsePublicUrl(given: string, { testOrigin, refusals }: Asked): URL {
  const url = new URL(given)
  const refusal = url.origin === testOrigin ? undefined : findRefusal(url, refusals)
  if (refusal) throw new Refused(refusal, { errors: { url: refusal.message } })
  return url
}

function findRefusal(
  url: URL,
  { badUrl, passwordUrl, privateUrl }: Asked['refusals'],
): Refusal | undefined {
  if (url.protocol !== 'https:') return badUrl
  if (url.username !== '' || url.password !== '') return passwordUrl
  return isPublicUrl(url) && !isLocalName(url) ? undefined : privateUrl
}

/** Whether it is a name that no public DNS has: 'localhost', or one without a dot. */
function isLocalName({ hostname }: URL): boolean {
  const name = hostname.replace(/\.$/, '')
  return /(^|\.)(localhost|local|internal|lan)$/.test(name) || !/[.:]/.test(name)
}
