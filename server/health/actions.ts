import type { Health, HealthLine } from '#contract/health.ts'
import { isoInstant } from '#contract/kit/time/iso.ts'
import type { Context } from '#server/kit/context.ts'
import { version } from '#server/kit/ops/version.ts'
import type { ProxyHeard } from '#server/kit/settings/proxies.ts'
import type { CheckContext } from './check.ts'
import { judgeProxy } from './checks/network/proxy.ts'
import { checks, proxyFromOutside } from './checks.ts'
import { inOrder, runChecks } from './run-checks.ts'

/**
 * How to look at the server's health from within, for a call that came through a proxy or not.
 * Whoever asks while somebody's look is under way is told what that finds.
 */
export function checkHealth(
  context: Context,
  environment: NodeJS.ProcessEnv = process.env,
): (heard: ProxyHeard) => Promise<Health> {
  const { clock } = context
  let underWay: Promise<HealthLine[]> | undefined
  return async (heard) => {
    const { settings } = context
    // They have been read at the start: none is wrong.
    const looking = { environment, settings, clock, context, wrong: [] }
    underWay ??= runChecks(checks, looking).finally(() => {
      underWay = undefined
    })
    const asAsked = {
      check: 'proxy',
      needs: [],
      look: async () => judgeProxy(settings, heard),
    } as const
    const lines = await Promise.all([underWay, runChecks([asAsked], looking)])
    return { at: isoInstant(clock()), version, lines: inOrder(lines.flat()) }
  }
}

/** Looks at all of it from outside of the server, whether or not that runs. */
export async function checkFromOutside(looking: Omit<CheckContext, 'signal'>): Promise<Health> {
  const lines = await runChecks([...checks, proxyFromOutside], looking)
  return { at: isoInstant(looking.clock()), version, lines }
}
