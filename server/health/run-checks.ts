import { setTimeout as wait } from 'node:timers/promises'
import { type HealthCheckName, type HealthCheckResult, healthCheckNames } from '#contract/health.ts'
import { secondMs } from '#contract/kit/time/durations.ts'
import { healthCheckTimeoutMs } from '#contract/limits/health.ts'
import { getFailureReason } from '#server/kit/mail/delivery-failure.ts'
import { type Check, type CheckContext, type Finding, NoDatabaseError, toProblem } from './check.ts'
import { makeSecretRedactor } from './redact-secrets.ts'

/**
 * Runs all checks in parallel, each with a time limit, and returns their lines in the order of the
 * contract. A failing check becomes a line too. Secrets of the settings are redacted.
 */
export async function runChecks(
  checks: readonly Check[],
  looking: Omit<CheckContext, 'signal'>,
  withinMs = healthCheckTimeoutMs,
): Promise<HealthCheckResult[]> {
  // The mail server may be set on the page instead of the environment.
  const { environment, settings } = looking
  const hide = makeSecretRedactor({ SMTP_URL: settings.smtpUrl, ...environment })
  const lines = await Promise.all(
    checks.map(async (check) =>
      makeLine(check.check, await runWithTimeout(check, looking, withinMs), hide),
    ),
  )
  return sortInContractOrder(lines)
}

/** Sorts lines into the order of the contract. */
export function sortInContractOrder(lines: HealthCheckResult[]): HealthCheckResult[] {
  const placeOf = ({ check }: HealthCheckResult) => healthCheckNames.indexOf(check)
  return lines.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** Makes the line of a finding, with secrets redacted. */
function makeLine(
  check: HealthCheckName,
  { said, todo }: Finding,
  hide: (text: string) => string,
): HealthCheckResult {
  return { check, isFine: todo === null, said: hide(said), todo: todo === null ? null : hide(todo) }
}

async function runWithTimeout(
  { needs, run }: Check,
  looking: Omit<CheckContext, 'signal'>,
  withinMs: number,
): Promise<Finding> {
  const wrong = looking.wrong.flatMap(({ names }) => names).find((name) => needs.includes(name))
  if (wrong) return toProblem(`Skipped: ${wrong} is not valid.`, `Fix ${wrong} first.`)
  const ended = new AbortController()
  const late = wait(withinMs, toProblem(...formatTimeout(withinMs)), {
    signal: ended.signal,
  }).catch(() => toProblem(...formatTimeout(withinMs)))
  // A little earlier than the limit, so that a check can still say what it waited for.
  const signal = AbortSignal.any([AbortSignal.timeout(withinMs * 0.9), ended.signal])
  try {
    return await Promise.race([run({ ...looking, signal }), late])
  } catch (error) {
    if (error instanceof NoDatabaseError) return toProblem(error.message, 'See the database check.')
    return toProblem(
      `This check failed: ${collapseWhitespace(getFailureReason(error))}`,
      'Fix that first.',
    )
  } finally {
    ended.abort()
  }
}

function formatTimeout(withinMs: number): [said: string, todo: string] {
  return [
    `No answer within ${withinMs / secondMs} seconds.`,
    'Check that the service is running and can be reached from this machine.',
  ]
}

/** Puts a text in one line. */
export function collapseWhitespace(said: string): string {
  return said.replace(/\s+/g, ' ').trim()
}
