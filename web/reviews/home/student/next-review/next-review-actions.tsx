import { Button, Group } from '@mantine/core'
import { Link } from 'react-router'
import { minuteMs } from '#contract/kit/time/durations.ts'
import type { HomeReview } from '#contract/reviews/reviews.ts'
import { canBeHeld, isCallOffered } from '#contract/reviews/timeline.ts'
import { useLazy } from '#web/kit/lazy/use-lazy.ts'
import { useNow } from '#web/kit/live/now.ts'
import { BookIcon } from '#web/kit/ui/icons/icons.tsx'
import { paths } from '#web/paths.ts'
import { JoinCallButton } from '../../../join-call-button.tsx'
import { CheckDevicesLink } from '../../check-devices-link.tsx'
import styles from './next-review-card.module.css'

/** From so long before the slot, joining is the main action; until then it is the week's task. */
const joinsAheadMs = 15 * minuteMs

/** The student's main action: work on the task, or join the call once it is near. */
export function NextReviewActions({ review }: { review: HomeReview }) {
  const now = useNow()
  const { startsAt, reviewerWaits } = review
  const isOpen = isCallOffered(review, now) || (reviewerWaits && canBeHeld(review))
  const isSoon = startsAt !== null && Date.parse(startsAt) - joinsAheadMs <= now
  const joinsNow = isOpen && (isSoon || reviewerWaits)
  return (
    <>
      <Group className={styles.actions}>
        {joinsNow && <JoinCallButton as="student" review={review} />}
        <Button
          component={Link}
          to={paths.weeklyTask}
          leftSection={<BookIcon />}
          variant={joinsNow ? 'default' : 'filled'}
        >
          Weekly Task
        </Button>
        {isOpen && !joinsNow && <JoinCallButton as="student" review={review} variant="subtle" />}
        {review.startsAt !== null && !isOpen && (
          <Button
            variant="default"
            component={Link}
            to={paths.reviewDetails('student', review._id)}
          >
            Review Details
          </Button>
        )}
      </Group>
      {isOpen && <GettingReady review={review} />}
    </>
  )
}

function GettingReady({ review }: { review: HomeReview }) {
  const NextReviewLinks = useLazy(
    async () => (await import('./next-review-links.tsx')).NextReviewLinks,
  )
  return (
    <div className={styles.ready}>
      <CheckDevicesLink />
      {NextReviewLinks && <NextReviewLinks review={review} />}
    </div>
  )
}
