import { formatCount } from '#contract/kit/text/plural.ts'
import { assertBackupKey } from '#server/database/backup/age-encryption.ts'
import { getFailureReason } from '#server/kit/mail/delivery-failure.ts'
import { countGivenSettings, getSettingNameWarnings } from '#server/kit/settings/environment.ts'
import { getPublicDemoWarning, getTestSettingsWarning } from '#server/kit/settings/warnings.ts'
import { type CheckFunction, toPassedFinding, toProblem } from '../check.ts'

/** Reports invalid settings, and variables that look like misspelt settings. */
export const checkSettings: CheckFunction = async ({ environment, settings, wrong }) => {
  const key = settings.backup.key
  const wrongKey =
    key === undefined
      ? undefined
      : await assertBackupKey(key).then(() => undefined, getFailureReason)
  const inPublic = getPublicDemoWarning(settings)
  const forTests = getTestSettingsWarning(settings)
  const problems = [
    ...wrong.map(({ message }) => message),
    ...(wrongKey === undefined ? [] : [wrongKey]),
    ...getSettingNameWarnings(environment),
    ...(inPublic === undefined ? [] : [inPublic]),
    ...(forTests === undefined ? [] : [forTests]),
  ]
  if (problems.length > 0) {
    return toProblem(
      `${problems.join('; ').replace(/[?]?$/, '.')}`,
      'Fix these settings and restart the server.',
    )
  }
  const count = countGivenSettings(environment)
  if (count === 0) return toPassedFinding('All settings have their default values.')
  const given = formatCount(count, 'setting is set', 'settings are set')
  return toPassedFinding(`${given}, and ${count === 1 ? 'it is' : 'all are'} valid.`)
}
