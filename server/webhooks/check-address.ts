import { setTimeout as wait } from 'node:timers/promises'
import { secondMs } from '#contract/kit/time/durations.ts'
import { webhookRefusals } from '#contract/webhooks/webhooks.ts'
import type { Context } from '#server/kit/context.ts'
import { parsePublicUrl } from '#server/kit/outbound/parse-public-url.ts'
import { lookUpPublic } from '#server/kit/outbound/public-addresses.ts'
import { formatNetworkError } from './sending/format-network-error.ts'

/** A URL that may be a receiver's, and why nothing can be sent to it for the time being. */
export type CheckedAddress = { url: string; warning?: string }

const foundWithinMs = 2 * secondMs

/**
 * Checks the address of a receiver. Refuses one that is not https or not public (400). If its name
 * leads nowhere now, there is a warning only, as that may change; it is resolved again when
 * connecting.
 */
export async function checkAddress(
  { settings }: Pick<Context, 'settings'>,
  given: string,
  { lookup = lookUpPublic, withinMs = foundWithinMs } = {},
): Promise<CheckedAddress> {
  const testOrigin = settings.webhookTestOrigin
  const url = parsePublicUrl(given, { testOrigin, refusals: webhookRefusals })
  if (url.origin === testOrigin) return { url: url.href }
  const looked = new Promise<string | undefined>((resolve) => {
    // IPv6 addresses are in brackets there.
    const host = url.hostname.replace(/^\[|\]$/g, '')
    lookup(host, {}, (error) => resolve(error ? formatNetworkError(error) : undefined))
  })
  const problem = await Promise.race([looked, wait(withinMs, undefined, { ref: false })])
  if (problem === undefined) return { url: url.href }
  return { url: url.href, warning: `${problem}. Check the address.` }
}
