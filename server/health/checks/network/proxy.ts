import { z } from 'zod'
import { getErrorMessage } from '#contract/kit/text/text-schemas.ts'
import { isLoopbackHost } from '#server/kit/limits/client-network.ts'
import type { ProxyDetection } from '#server/kit/settings/proxies.ts'
import { type CheckFunction, type Finding, toPassedFinding, toProblem } from '../../check.ts'

type Settings = { appUrl: string; trustProxy: string[] }

/** The finding for a request from outside, by how it came through a proxy. */
export function toProxyFinding({ appUrl, trustProxy }: Settings, heard: ProxyDetection): Finding {
  if (heard === 'unheard') {
    return toProblem(
      `Requests come through a proxy that is not in TRUST_PROXY${trustProxy.length > 0 ? ` (${trustProxy.join(', ')})` : ''}, so rate limits treat everybody as one visitor.`,
      'Set TRUST_PROXY to the address from which the proxy reaches this server.',
    )
  }
  if (heard === 'trusted')
    return toPassedFinding(
      'Requests come through a trusted proxy and include the client’s address.',
    )
  const { protocol, hostname } = new URL(appUrl)
  if (protocol === 'https:' || (trustProxy.length > 0 && !isLoopbackHost(hostname))) {
    return toProblem(
      'The proxy does not send the client’s address, so rate limits treat everybody as one visitor.',
      'Make the proxy send X-Forwarded-For (Caddy does by default), and check that this request went through it.',
    )
  }
  return toPassedFinding('There is no proxy, and none is needed here.')
}

const Alive = z.object({
  status: z.literal('alive'),
  proxy: z.enum(['trusted', 'unheard']).optional(),
})

/** Requests /healthz at APP_URL, which returns how the request came through a proxy. */
export const checkProxy: CheckFunction = async ({ settings, signal }) => {
  const { appUrl } = settings
  const { host } = new URL(appUrl)
  const advice =
    'Check that the server and the proxy are running, and that APP_URL is the address people open.'
  try {
    const reply = await fetch(`${appUrl}/healthz`, { signal, redirect: 'error' })
    const alive = Alive.safeParse(await reply.json().catch(() => undefined)).data
    if (!alive)
      return toProblem(`${host} answers, but not as Weekward (status ${reply.status}).`, advice)
    return toProxyFinding(settings, alive.proxy ?? 'none')
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const reason = signal.aborted ? 'no answer' : getErrorMessage(cause)
    return toProblem(`${host} cannot be reached from here: ${reason}`, advice)
  }
}
