import { Anchor, Group, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { dateInZone } from '#contract/kit/time/zone.ts'
import type { ProgressWeek } from '#contract/progress/progress.ts'
import { useNow } from '#web/kit/live/now.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { paths } from '#web/paths.ts'
import { WeekStatusDot } from '#web/reviews/display/week-status.tsx'
import { useSchoolZone } from '#web/school/api.ts'
import { formatPendingTasks, formatWeek, formatWeekName } from './format-week.ts'
import styles from './progress-timeline.module.css'

type Props = { weeks: ProgressWeek[]; viewer: 'student' | 'advisor' | 'admin' }

/** A student's reviews, newest first: results, dates, time in the call, and what is left to do. */
export function ProgressTimeline({ weeks, viewer }: Props) {
  const timeZone = useSchoolZone()
  const today = dateInZone(useNow(), timeZone)
  return (
    <SectionCard id="timeline" title="Week by week">
      <ol className={styles.weeks}>
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
                  {formatWeekName(review)}
                </Anchor>
              </Title>
              {review.weekStatus !== '' && <WeekStatusDot status={review.weekStatus} />}
            </Group>
            <Text>{formatWeek(review, { today, timeZone }).join(' · ')}</Text>
            {!review.isClosed && <PendingTasks tasks={review.pendingTask} />}
          </li>
        ))}
      </ol>
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
          <li key={`${index} ${task}`}>{task}</li>
        ))}
      </ul>
    </>
  )
}
