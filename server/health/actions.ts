import type { Health, HealthLine } from '#contract/health.ts'
import { isoInstant } from '#contract/kit/time/iso.ts'
import { healthKeptMs } from '#contract/limits/health.ts'
import type { Context } from '#server/kit/context.ts'
import { version } from '#server/kit/ops/version.ts'
import type { ProxyHeard } from '#server/kit/settings/proxies.ts'
import type { CheckContext } from './check.ts'
import { judgeProxy } from './checks/network/proxy.ts'
import { checks, proxyFromOutside } from './checks.ts'
import { inOrder, runChecks } from './run-checks.ts'

/**
 * The server's health from within, for a call that came through a proxy or not. `look` looks at it;
 * whoever asks while somebody's look is under way is told what that finds. `countProblems` says how
 * many lines of the latest look are not fine, without waiting: a new look, of which there is one
 * every few minutes, tells the admins' pages where that has changed.
 */
export function watchHealth(context: Context, environment: NodeJS.ProcessEnv = process.env) {
  const { clock, live } = context
  let underWay: Promise<HealthLine[]> | undefined
  let latest: { at: number; lines: HealthLine[] } | undefined

  function lookAgain(): Promise<HealthLine[]> {
    const { settings } = context
    // They have been read at the start: none is wrong.
    const looking = { environment, settings, clock, context, wrong: [] }
    underWay ??= runChecks(checks, looking)
      .then((lines) => {
        const before = countToFix(latest?.lines ?? [])
        latest = { at: clock(), lines }
        if (countToFix(lines) !== before) live.changed('school', 'admins')
        return lines
      })
      .finally(() => {
        underWay = undefined
      })
    return underWay
  }

  return {
    async look(heard: ProxyHeard): Promise<Health> {
      const lines = [...(await lookAgain()), judgeProxyLine(context, heard)]
      return { at: isoInstant(clock()), version, lines: inOrder(lines) }
    },
    /** A demo needs nothing put right. */
    countProblems(heard: ProxyHeard): number {
      if (context.settings.demo) return 0
      if (!latest || clock() - latest.at >= healthKeptMs) void lookAgain()
      return latest ? countToFix([...latest.lines, judgeProxyLine(context, heard)]) : 0
    },
  }
}

const countToFix = (lines: HealthLine[]) => lines.filter(({ isFine }) => !isFine).length

function judgeProxyLine({ settings }: Context, heard: ProxyHeard): HealthLine {
  const { said, todo } = judgeProxy(settings, heard)
  return { check: 'proxy', isFine: todo === null, said, todo }
}

/** Looks at all of it from outside of the server, whether or not that runs. */
export async function checkFromOutside(looking: Omit<CheckContext, 'signal'>): Promise<Health> {
  const lines = await runChecks([...checks, proxyFromOutside], looking)
  return { at: isoInstant(looking.clock()), version, lines }
}
