import type { WeekStatus } from '#contract/reviews/reviews.ts'
import { type StateColour, StateDot } from '#web/kit/ui/states/state-dot.tsx'

/** The colours of the specification's section 4. */
const colours: Record<Exclude<WeekStatus, ''>, StateColour> = {
  'Task Completed': 'green',
  'Task Needs Improvement': 'yellow',
  'Task Critical': 'orange',
  'Week Repeat': 'blue',
}

/** How a week went, with its coloured dot; 'none yet' while there is no status. */
export function WeekStatusDot({ status }: { status: WeekStatus }) {
  if (status === '') return 'none yet'
  return <StateDot colour={colours[status]}>{status}</StateDot>
}
