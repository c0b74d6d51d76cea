import { isAwayOn } from '#contract/availability/absences.ts'
import type { Away } from '#contract/calendar.ts'

/** 'away: a wedding', or 'away' for those who do not read why. */
export function formatAbsences({ reason }: Pick<Away, 'reason'>): string {
  return reason === null ? 'away' : `away: ${reason}`
}

/** The same of the one reviewer who is shown; of several how many there are: '2 away'. */
export function whoIsAway(all: Away[], date: string, isOne: boolean): string {
  const away = all.filter((one) => isAwayOn(one, date))
  const [first] = away
  if (!first) return ''
  return isOne
    ? formatAbsences(first)
    : `${new Set(away.map(({ reviewer }) => reviewer._id)).size} away`
}
