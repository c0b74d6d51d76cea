import { Card, Group, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { Link } from 'react-router'
import { dateInZone } from '#contract/kit/zone.ts'
import { noReviewsPending, type Review } from '#contract/reviews.ts'
import { useNow } from '#web/kit/live/now.ts'
import { Avatar } from '#web/kit/look/avatar.tsx'
import { twoDigits } from '#web/kit/look/week.ts'
import { LoadedList } from '#web/kit/page/states.tsx'
import { paths } from '#web/paths.ts'
import type { useReviews } from '#web/reviews/api.ts'
import { useSchoolZone } from '#web/school/api.ts'
import styles from './reviews-to-schedule.module.css'
import { bookableDays } from './slot-picker.tsx'

/** The reviews for which the reviewer is booked from today on, day by day. */
export function BookedReviews({ list }: { list: ReturnType<typeof useReviews> }) {
  const days = bookableDays(dateInZone(useNow(), useSchoolZone()))
  return (
    <Card component="section" withBorder aria-labelledby="booked">
      <Stack>
        <Title order={2} id="booked">
          Booked Reviews
        </Title>
        <LoadedList list={list} empty={<Text c="dimmed">{noReviewsPending}</Text>}>
          {(reviews) =>
            days.map(({ date, label }) => (
              <Day key={date} label={label} reviews={reviews.filter(({ day }) => day === date)} />
            ))
          }
        </LoadedList>
      </Stack>
    </Card>
  )
}

function Day({ label, reviews }: { label: string; reviews: Review[] }) {
  return (
    <Stack gap="xs">
      <Title order={3}>{label}</Title>
      {reviews.length === 0 && <Text c="dimmed">Nothing is booked.</Text>}
      <ul className={styles.reviews} aria-label={label}>
        {reviews.map((review) => (
          <li key={review._id}>
            <UnstyledButton
              component={Link}
              to={paths.reviewDetails('reviewer', review._id)}
              className={styles.choice ?? ''}
            >
              <Group wrap="nowrap">
                <Avatar person={review.student} />
                <div className={styles.words}>
                  <Text fw={600}>{review.time}</Text>
                  <Text>
                    {review.student.name}, week {twoDigits(review.week)}
                  </Text>
                </div>
              </Group>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </Stack>
  )
}
