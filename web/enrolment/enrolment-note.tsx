import { Text } from '@mantine/core'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import type { PersonDetails } from '#contract/people/people.ts'
import { useNow } from '#web/kit/live/now.ts'
import { formatDay, toMidSentence } from '#web/kit/ui/dates/dates.ts'
import { useSchoolZone } from '#web/school/api.ts'

const wraps = { overflowWrap: 'anywhere' } as const

/** Until when a student's course is paused, or how it has ended, and why; nothing for others. */
export function EnrolmentNote({ student }: { student: PersonDetails }) {
  const today = getDateInZone(useNow(), useSchoolZone())
  const { isPaused, pausedUntil, pauseReason, finished, finishReason } = student
  if (finished) {
    const said = finished === 'graduated' ? 'Graduated' : 'Left the course'
    return <Text style={wraps}>{finishReason ? `${said}: ${finishReason}` : `${said}.`}</Text>
  }
  if (!isPaused) return null
  const until = pausedUntil === null ? '' : ` until ${toMidSentence(formatDay(pausedUntil, today))}`
  return (
    <Text style={wraps}>
      The course is paused{until}: {pauseReason}
    </Text>
  )
}
