import { formatCount } from '#contract/kit/text/plural.ts'
import { dayMs } from '#contract/kit/time/durations.ts'
import { apiTokenExpiryWarningDays } from '#contract/limits/health.ts'
import { findExpiringTokens } from '#server/accounts/api-tokens/expiring-tokens.ts'
import { type CheckFunction, requireDatabase, toPassedFinding, toProblem } from '../check.ts'

/** Whether API tokens expire soon. Those that were created for a few days do not count. */
export const checkApiTokens: CheckFunction = async (looking) => {
  const school = requireDatabase(looking)
  const tokens = await findExpiringTokens(school, apiTokenExpiryWarningDays * dayMs)
  const days = `within ${formatCount(apiTokenExpiryWarningDays, 'day', 'days')}`
  if (tokens.length === 0) return toPassedFinding(`None expires ${days}.`)
  const owners = [...new Set(tokens.map(({ owner }) => owner))]
  return toProblem(
    `${formatCount(tokens.length, 'token expires', 'tokens expire')} ${days}, of ${owners.join(', ')}.`,
    'Ask them to create a new one for each program still in use, and then to revoke the old one.',
  )
}
