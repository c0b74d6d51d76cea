import { Button, Group } from '@mantine/core'
import { Link } from 'react-router'
import type { HomeReview } from '#contract/reviews.ts'
import { useLazy } from '#web/kit/later/use-lazy.ts'
import { BookIcon } from '#web/kit/look/icons/icons.tsx'
import { paths } from '#web/paths.ts'
import { EnterCall } from '../../../enter-call.tsx'
import { CheckDevices } from '../../check-devices.tsx'
import styles from './next-review-card.module.css'

type Props = { review: HomeReview; isToday: boolean }

/** What to do about the next review: to join it on its day, and to work until then. */
export function NextReviewActions({ review, isToday }: Props) {
  const isBooked = review.status === 'review-scheduled'
  const joinsNow = isBooked && (isToday || review.reviewerWaits)
  return (
    <>
      <Group className={styles.actions}>
        {joinsNow && <EnterCall as="student" review={review} />}
        <Button
          component={Link}
          to={paths.weeklyTask}
          leftSection={<BookIcon />}
          variant={joinsNow ? 'default' : 'filled'}
        >
          Weekly Task
        </Button>
        {isBooked && !joinsNow && <EnterCall as="student" review={review} variant="default" />}
        {review.status === 'conducted' && (
          <Button
            variant="default"
            component={Link}
            to={paths.reviewDetails('student', review._id)}
          >
            Review Details
          </Button>
        )}
      </Group>
      {isBooked && <GettingReady review={review} />}
    </>
  )
}

function GettingReady({ review }: { review: HomeReview }) {
  const BeforeReview = useLazy(async () => (await import('./before-review.tsx')).BeforeReview)
  return (
    <div className={styles.ready}>
      <CheckDevices />
      {BeforeReview && <BeforeReview review={review} />}
    </div>
  )
}
