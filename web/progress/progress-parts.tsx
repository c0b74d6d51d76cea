import { Group, Stack, Text } from '@mantine/core'
import { dateInZone } from '#contract/kit/time/zone.ts'
import type { Concern, ConcernReason } from '#contract/progress/concern.ts'
import type { ProgressWeek } from '#contract/progress/progress.ts'
import { useNow } from '#web/kit/live/now.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { DateText } from '#web/kit/ui/dates/instant-text.tsx'
import { StateDot } from '#web/kit/ui/states/state-dot.tsx'
import { MarksCard } from '#web/reviews/home/student/progress/progress-card.tsx'
import { useSchoolZone } from '#web/school/api.ts'
import { concernLabels, formatConcern } from './api.ts'
import { ProgressTimeline } from './progress-timeline.tsx'

type Props = { weeks: ProgressWeek[]; viewer: 'student' | 'advisor' | 'admin' }

/** The marks as a chart and a table. */
export function Marks({ weeks, viewer }: Props) {
  const points = weeks.flatMap(({ review, week, code, theory }) =>
    code === null || theory === null ? [] : [{ _id: review, week, code, theory }],
  )
  return points.length > 0 && <MarksCard points={points} isOwn={viewer === 'student'} />
}

/** The same, and the timeline. */
export function MarksAndTimeline({ weeks, viewer }: Props) {
  return (
    <>
      <Marks weeks={weeks} viewer={viewer} />
      {weeks.length > 0 && <ProgressTimeline weeks={weeks} viewer={viewer} />}
    </>
  )
}

/** The reasons for concern about a student, or that there are none. */
export function ConcernCard({ concern }: { concern: Concern[] }) {
  return (
    <SectionCard id="concern" title={concern.length > 0 ? 'Look after this student' : 'On track'}>
      {concern.length > 0 ? (
        <ConcernList concern={concern} hasDates />
      ) : (
        <Text c="dimmed">There is no reason for concern.</Text>
      )}
    </SectionCard>
  )
}

/** The reasons whose words name the date. */
const datedReasons: ReadonlySet<ConcernReason> = new Set([
  'overdue',
  'unmarked',
  'undecided',
  'away',
])

type ConcernProps = { concern: Concern[]; hasDates?: boolean }

/** Each reason in words, with its dot; with `hasDates` also since when it holds. */
export function ConcernList({ concern, hasDates = false }: ConcernProps) {
  const [now, timeZone] = [useNow(), useSchoolZone()]
  return (
    <Stack gap={4}>
      {concern.map((one) => (
        <Group key={one.reason} gap="0 8px">
          <StateDot colour={concernLabels[one.reason].colour}>
            {formatConcern(one, { now, timeZone })}
          </StateDot>
          {hasDates && !datedReasons.has(one.reason) && (
            <Text component="span" c="dimmed">
              since{' '}
              <DateText
                date={dateInZone(Date.parse(one.since), timeZone)}
                timeZone={timeZone}
                goesOn
              />
            </Text>
          )}
        </Group>
      ))}
    </Stack>
  )
}
