import { daysBetween, getDateInZone } from '#contract/kit/time/zone.ts'
import type { Concern, ConcernReason } from '#contract/progress/concern.ts'
import { formatDay, toMidSentence } from '#web/kit/ui/dates/dates.ts'
import type { StateColour } from '#web/kit/ui/states/state-dot.tsx'

/** The labels of reasons for concern, as filters name them, and the colours of their dots. */
export const concernLabels: Record<ConcernReason, { text: string; colour: StateColour }> = {
  overdue: { text: 'Overdue', colour: 'red' },
  repeated: { text: 'Repeated twice', colour: 'blue' },
  repeating: { text: 'Week Repeat', colour: 'blue' },
  critical: { text: 'Task Critical', colour: 'orange' },
  'no-advisor': { text: 'No advisor', colour: 'red' },
  unmarked: { text: 'No marks', colour: 'orange' },
  undecided: { text: 'Not decided', colour: 'orange' },
  falling: { text: 'Theory down', colour: 'orange' },
  missed: { text: 'No-show twice', colour: 'red' },
  away: { text: 'Not signed in', colour: 'red' },
}

type Reader = { now: number; timeZone: string }

/** A reason for concern in words: 'Overdue since Mon 16 Nov', 'Not signed in for 9 days'. */
export function formatConcern(
  { reason, since, times = 0 }: Concern,
  { now, timeZone }: Reader,
): string {
  const [today, date] = [getDateInZone(now, timeZone), getDateInZone(Date.parse(since), timeZone)]
  const day = toMidSentence(formatDay(date, today))
  const often = times === 2 ? 'twice' : `${times} times`
  const words: Record<ConcernReason, string> = {
    overdue: `Overdue since ${day}`,
    repeated: `Repeated ${often}`,
    repeating: 'Repeats the week',
    critical: 'Last marks Task Critical',
    'no-advisor': 'Without an advisor',
    unmarked:
      Date.parse(since) > now
        ? 'Booked with a reviewer who is blocked'
        : `The review of ${day} has no marks yet`,
    undecided: `Marked ${day}, not decided yet`,
    falling: 'Theory down three weeks running',
    missed: `No-show ${often}`,
    away: `Not signed in for ${daysBetween(date, today)} days`,
  }
  return words[reason]
}
