import { Anchor, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import type { Concern, ConcernReason } from '#contract/progress/concern.ts'
import type { ProgressReview } from '#contract/progress/progress.ts'
import { useNow } from '#web/kit/live/now.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { DateText } from '#web/kit/ui/dates/instant-text.tsx'
import { StateDot } from '#web/kit/ui/states/state-dot.tsx'
import { LinkedText } from '#web/kit/ui/text/linked-text.tsx'
import { paths } from '#web/paths.ts'
import { WeekStatusDot } from '#web/reviews/display/week-status.tsx'
import { MarksCard } from '#web/reviews/home/student/progress/marks-card.tsx'
import { useSchoolZone } from '#web/school/api.ts'
import { concernLabels, formatConcern } from './api.ts'
import { formatPendingTasks, formatReviewHeading, listReviewFacts } from './format-review.ts'
import styles from './progress-timeline.module.css'

type Props = { weeks: ProgressReview[]; viewer: 'student' | 'advisor' | 'admin' }

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
    <SectionCard id="concern" title={concern.length > 0 ? 'At risk' : 'On track'}>
      {concern.length > 0 ? (
        <ConcernList concern={concern} hasDates />
      ) : (
        <Text c="dimmed">Nothing needs attention.</Text>
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
                date={getDateInZone(Date.parse(one.since), timeZone)}
                timeZone={timeZone}
                isMidSentence
              />
            </Text>
          )}
        </Group>
      ))}
    </Stack>
  )
}

type ProgressTimelineProps = { weeks: ProgressReview[]; viewer: 'student' | 'advisor' | 'admin' }

/** A student's reviews, newest first: results, dates, time in the call, and what is left to do. */
function ProgressTimeline({ weeks, viewer }: ProgressTimelineProps) {
  const timeZone = useSchoolZone()
  const today = getDateInZone(useNow(), timeZone)
  return (
    <SectionCard id="timeline" title="Week by week">
      <Stack component="ol" gap={24}>
        {weeks.toReversed().map((review) => (
          <li
            key={review.review}
            className={styles.week}
            data-held={review.held !== null || undefined}
          >
            <Group gap="4px 16px">
              <Title order={3}>
                <Anchor
                  component={Link}
                  to={paths.reviewDetails(viewer, review.review)}
                  inherit
                  underline="always"
                >
                  {formatReviewHeading(review)}
                </Anchor>
              </Title>
              {review.weekStatus !== '' && <WeekStatusDot status={review.weekStatus} />}
            </Group>
            <Text>{listReviewFacts(review, { today, timeZone }).join(' · ')}</Text>
            {!review.isClosed && <PendingTasks tasks={review.pendingTask} />}
          </li>
        ))}
      </Stack>
    </SectionCard>
  )
}

function PendingTasks({ tasks }: { tasks: string[] }) {
  if (tasks.length === 0) return null
  return (
    <>
      <Text c="dimmed">{formatPendingTasks(tasks)}:</Text>
      <ul className={styles.tasks}>
        {tasks.map((task, index) => (
          <li key={`${index} ${task}`}>
            <LinkedText>{task}</LinkedText>
          </li>
        ))}
      </ul>
    </>
  )
}
