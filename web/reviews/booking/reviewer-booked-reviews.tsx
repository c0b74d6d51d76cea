import { Group, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { Link } from 'react-router'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import type { listReviews } from '#contract/reviews/reviews.ts'
import { noReviewsPendingMessage, type Review } from '#contract/reviews/reviews.ts'
import type { PaginatedList } from '#web/kit/api/hooks.ts'
import { useNow } from '#web/kit/live/now.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { LoadedList } from '#web/kit/page/states.tsx'
import { Avatar } from '#web/kit/ui/avatar.tsx'
import { localizeTimes } from '#web/kit/ui/dates/clock.ts'
import { formatShortDate } from '#web/kit/ui/dates/dates.ts'
import { paths } from '#web/paths.ts'
import { useSchoolZone } from '#web/school/api.ts'
import { getTabDays } from '#web/slots/slot-picker.tsx'
import styles from './reviews-to-schedule.module.css'

/** The reviewer's booked reviews from today on, by day. */
export function ReviewerBookedReviews({
  list,
}: {
  list: PaginatedList<typeof listReviews.reviewer>
}) {
  const days = getTabDays(getDateInZone(useNow(), useSchoolZone()))
  return (
    <SectionCard id="booked" title="Booked Reviews">
      <LoadedList list={list} empty={<Text c="dimmed">{noReviewsPendingMessage}</Text>}>
        {(reviews) =>
          [...days, ...laterDays(reviews, days.at(-1)?.date ?? '')].map(({ date, label }) => (
            <Day key={date} label={label} reviews={reviews.filter(({ day }) => day === date)} />
          ))
        }
      </LoadedList>
    </SectionCard>
  )
}

/** The dates after `last` with bookings, each with its heading. */
function laterDays(reviews: Review[], last: string): { date: string; label: string }[] {
  const dates = new Set(reviews.flatMap(({ day }) => (day !== null && day > last ? [day] : [])))
  return [...dates].sort().map((date) => ({ date, label: formatShortDate(date) }))
}

function Day({ label, reviews }: { label: string; reviews: Review[] }) {
  return (
    <Stack gap="xs">
      <Title order={3}>{label}</Title>
      {reviews.length === 0 && <Text c="dimmed">No booked reviews.</Text>}
      <Stack component="ul" gap={8} aria-label={label}>
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
                  <Text fw={600}>{localizeTimes(review.time ?? '')}</Text>
                  <Text>
                    {review.student.name}, week {formatWeekNumber(review.week)}
                  </Text>
                </div>
              </Group>
            </UnstyledButton>
          </li>
        ))}
      </Stack>
    </Stack>
  )
}
