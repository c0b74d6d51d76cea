import type { HealthCheckResult, HealthReport } from '#contract/health.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { healthCacheMs } from '#contract/limits/health.ts'
import type { Context } from '#server/kit/context.ts'
import { version } from '#server/kit/ops/version.ts'
import type { ProxyDetection } from '#server/kit/settings/proxies.ts'
import type { CheckContext } from './check.ts'
import { toProxyFinding } from './checks/network/proxy.ts'
import { checks, externalProxyCheck } from './checks.ts'
import { runChecks, sortInContractOrder } from './run-checks.ts'

/**
 * Monitors the server's health from within. `check` runs all checks, or joins a run in progress,
 * and adds how this request came through a proxy. `countProblems` returns at once how many lines of
 * the latest run need action; it starts a new run if that is a few minutes old, and notifies the
 * admins' pages if the number changes.
 */
export function createHealthMonitor(
  context: Context,
  environment: NodeJS.ProcessEnv = process.env,
) {
  const { clock, live } = context
  let running: Promise<HealthCheckResult[]> | undefined
  let latest: { at: number; lines: HealthCheckResult[] } | undefined

  function refresh(): Promise<HealthCheckResult[]> {
    const { settings } = context
    // Invalid settings would have stopped the start.
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
    async check(heard: ProxyDetection): Promise<HealthReport> {
      const lines = [...(await refresh()), checkProxyLine(context, heard)]
      return { at: toIsoInstant(clock()), version, lines: sortInContractOrder(lines) }
    },
    /** Always 0 for a demo. */
    countProblems(heard: ProxyDetection): number {
      if (context.settings.demo) return 0
      if (!latest || clock() - latest.at >= healthCacheMs) void refresh()
      return latest ? countToFix([...latest.lines, checkProxyLine(context, heard)]) : 0
    },
  }
}

const countToFix = (lines: HealthCheckResult[]) => lines.filter(({ isFine }) => !isFine).length

function checkProxyLine({ settings }: Context, heard: ProxyDetection): HealthCheckResult {
  const { said, todo } = toProxyFinding(settings, heard)
  return { check: 'proxy', isFine: todo === null, said, todo }
}

/** Runs all checks from outside the server (`npm run doctor`), whether or not it is running. */
export async function runDoctorChecks(
  looking: Omit<CheckContext, 'signal'>,
): Promise<HealthReport> {
  const lines = await runChecks([...checks, externalProxyCheck], looking)
  return { at: toIsoInstant(looking.clock()), version, lines }
}
