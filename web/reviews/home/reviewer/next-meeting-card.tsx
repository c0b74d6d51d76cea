import { Card, Group, Stack, Text, Title } from '@mantine/core'
import { twoDigits } from '#contract/kit/week.ts'
import { dateInZone } from '#contract/kit/zone.ts'
import type { Review } from '#contract/reviews.ts'
import { useNow } from '#web/kit/live/now.ts'
import { Avatar } from '#web/kit/look/avatar.tsx'
import { dayInWords, timeFromNow, wholeInstant } from '#web/kit/look/dates.ts'
import { useSchoolZone } from '#web/school/api.ts'
import { LifeSign } from '../../life/life-sign.tsx'
import { CheckDevices } from '../check-devices.tsx'
import { ReviewButtons } from '../review-buttons.tsx'
import { BeforeFold } from './before-fold.tsx'
import styles from './next-meeting-card.module.css'

/** The reviewer's next review: when, how soon, and with whom. */
export function NextMeetingCard({ review, order = 2 }: { review: Review; order?: 2 | 3 }) {
  const timeZone = useSchoolZone()
  const now = useNow()
  const { day, time, startsAt, student } = review
  if (!day || !time || !startsAt) return null
  const starts = Date.parse(startsAt)
  const away = timeFromNow(starts, now, timeZone)
  return (
    <Card component="section" withBorder aria-labelledby="next-meeting">
      <Stack gap="sm">
        <Title order={order} id="next-meeting">
          Next Review
        </Title>
        <time dateTime={startsAt} title={wholeInstant(starts, timeZone)} className={styles.when}>
          <span className={styles.time}>{time}</span>
          <span>
            {dayInWords(day, dateInZone(now, timeZone))}
            {away && `, ${away}`}
          </span>
        </time>
        <Group wrap="nowrap">
          <Avatar person={student} size={48} />
          <Stack gap={0} miw={0}>
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {student.name}
            </Text>
            <Text c="dimmed">
              Week {twoDigits(review.week)}
              {student.domain && ` · ${student.domain.name}`}
            </Text>
            <LifeSign review={review} />
          </Stack>
        </Group>
        <div className={styles.actions}>
          <ReviewButtons review={review} />
          <CheckDevices />
        </div>
        <BeforeFold review={review} />
      </Stack>
    </Card>
  )
}
