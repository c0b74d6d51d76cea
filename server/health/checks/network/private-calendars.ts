import { formatCount } from '#contract/kit/text/plural.ts'
import { findReviewersWithFailingCalendars } from '#server/availability/private-calendar/actions.ts'
import { type CheckFunction, requireDatabase, toPassedFinding, toProblem } from '../../check.ts'

/** Whether reviewers' own calendars have not been readable for a day. */
export const checkPrivateCalendars: CheckFunction = async (looking) => {
  const names = await findReviewersWithFailingCalendars(requireDatabase(looking))
  if (names.length === 0) return toPassedFinding('Each can be read.')
  return toProblem(
    `${formatCount(names.length, 'calendar', 'calendars')} could not be read for a day, of ${names.join(', ')}.`,
    'Ask them to check the address under Availability. Until then, the last known busy times apply.',
  )
}
