import { counted } from '#contract/kit/counted.ts'
import { mustBeKey } from '#server/database/backup/age.ts'
import { reasonOf } from '#server/kit/mail/failure.ts'
import { countGiven, nearMisses } from '#server/kit/settings/environment.ts'
import { demoInPublic } from '#server/kit/settings/in-public.ts'
import { fine, type Look, toDo } from '../looking.ts'

/** What is wrong with the settings, and what looks like one and is none. */
export const lookAtSettings: Look = async ({ environment, settings, wrong }) => {
  const key = settings.backup.key
  const wrongKey =
    key === undefined ? undefined : await mustBeKey(key).then(() => undefined, reasonOf)
  const inPublic = demoInPublic(settings)
  const problems = [
    ...wrong.map(({ message }) => message),
    ...(wrongKey === undefined ? [] : [wrongKey]),
    ...nearMisses(environment),
    ...(inPublic === undefined ? [] : [inPublic]),
  ]
  if (problems.length > 0) {
    return toDo(
      `${problems.join('; ').replace(/[?]?$/, '.')}`,
      'Put these settings right, and start the server again.',
    )
  }
  const count = countGiven(environment)
  if (count === 0) return fine('None is given: each has its usual value.')
  const given = counted(count, 'setting is given', 'settings are given')
  return fine(`${given}, and ${count === 1 ? 'it is' : 'all are'} understood.`)
}
