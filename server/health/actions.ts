import type { Health, HealthLine } from '#contract/health.ts'
import { isoInstant } from '#contract/kit/time/iso.ts'
import { healthKeptMs } from '#contract/limits/health.ts'
import type { Context } from '#server/kit/context.ts'
import { version } from '#server/kit/ops/version.ts'
import type { ProxyDetection } from '#server/kit/settings/proxies.ts'
import type { CheckContext } from './check.ts'
import { toProxyFinding } from './checks/network/proxy.ts'
import { checks, externalProxyCheck } from './checks.ts'
import { runChecks, sortLines } from './run-checks.ts'

/**
 * The server's health from within, for a call that came through a proxy or not. `look` looks at it;
 * whoever asks while somebody's look is under way is told what that finds. `countProblems` says how
 * many lines of the latest look are not fine, without waiting: a new look, of which there is one
 * every few minutes, tells the admins' pages where that has changed.
 */
export function createHealthMonitor(
  context: Context,
  environment: NodeJS.ProcessEnv = process.env,
) {
  const { clock, live } = context
  let running: Promise<HealthLine[]> | undefined
  let latest: { at: number; lines: HealthLine[] } | undefined

  function refresh(): Promise<HealthLine[]> {
    const { settings } = context
    // They have been read at the start: none is wrong.
    const looking = { environment, settings, clock, context, wrong: [] }
    running ??= runChecks(checks, looking)
      .then((lines) => {
        const before = countToFix(latest?.lines ?? [])
        latest = { at: clock(), lines }
        if (countToFix(lines) !== before) live.changed('school', 'admins')
        return lines
      })
      .finally(() => {
        running = undefined
      })
    return running
  }

  return {
    async check(heard: ProxyDetection): Promise<Health> {
      const lines = [...(await refresh()), checkProxyLine(context, heard)]
      return { at: isoInstant(clock()), version, lines: sortLines(lines) }
    },
    /** A demo needs nothing put right. */
    countProblems(heard: ProxyDetection): number {
      if (context.settings.demo) return 0
      if (!latest || clock() - latest.at >= healthKeptMs) void refresh()
      return latest ? countToFix([...latest.lines, checkProxyLine(context, heard)]) : 0
    },
  }
}

const countToFix = (lines: HealthLine[]) => lines.filter(({ isFine }) => !isFine).length

function checkProxyLine({ settings }: Context, heard: ProxyDetection): HealthLine {
  const { said, todo } = toProxyFinding(settings, heard)
  return { check: 'proxy', isFine: todo === null, said, todo }
}

/** Looks at all of it from outside of the server, whether or not that runs. */
export async function checkFromOutside(looking: Omit<CheckContext, 'signal'>): Promise<Health> {
  const lines = await runChecks([...checks, externalProxyCheck], looking)
  return { at: isoInstant(looking.clock()), version, lines }
}
