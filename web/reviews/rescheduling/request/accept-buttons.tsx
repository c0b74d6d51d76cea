import { Button, Group } from '@mantine/core'
import { Link } from 'react-router'
import type { SlotWithReviewer } from '#contract/kit/slot.ts'
import { needsSlot, type Review } from '#contract/reviews/reviews.ts'
import { bookSlot } from '#contract/reviews/scheduling/booking.ts'
import { getPossibleChanges } from '#contract/reviews/scheduling/possible-changes.ts'
import { moveReview } from '#contract/reviews/scheduling/rescheduling.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { loadWithRetry } from '#web/kit/lazy/load-in-background.ts'
import { useNow } from '#web/kit/live/now.ts'
import { openContentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastIfFails, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { paths } from '#web/paths.ts'
import { useSchoolZone } from '#web/school/api.ts'
import { formatBooking, formatSlotWithReviewer } from '../format-booking.ts'
import { toastUndoableChange } from '../toast-undoable-change.tsx'
import styles from './slot-chips.module.css'

type Props = {
  review: Review
  /** Called when it succeeded; the buttons disappear. */
  onGranted: () => void
}

/**
 * Accepts a reschedule request, with the first requested slot that is free or any other of them;
 * nothing once the review has started.
 */
export function AcceptButtons({ review, onGranted }: Props) {
  const { _id: reviewId, student, wish } = review
  const timeZone = useSchoolZone()
  const isOpen = getPossibleChanges(review, 'student', useNow()).includes('ask')
  const book = useApiMutation(bookSlot.advisor)
  const move = useApiMutation(moveReview.advisor)
  const isPending = book.isPending || move.isPending
  const free = wish?.slots.filter(({ isBooked }) => !isBooked) ?? []
  const [first] = free

  async function grant(slot: SlotWithReviewer) {
    const value = { reviewId, reviewer: slot.reviewer._id, slot: slot._id }
    await toastIfFails(async () => {
      if (needsSlot(review)) {
        const { message } = await book.mutateAsync({ body: { value } })
        onGranted()
        toastSuccess(message)
      } else {
        const from = formatBooking(review, timeZone)
        const text = `Moved ${student.name} from ${from} to ${formatSlotWithReviewer(slot)}`
        const { message } = await move.mutateAsync({ body: { value } })
        onGranted()
        toastUndoableChange({ message, text, reviewId, role: 'advisor' })
      }
    })
  }

  // The form's code is not part of the home's bundle.
  async function askWhy() {
    const { DeclineForm, declineTitle } = await loadWithRetry(() => import('./decline-form.tsx'))
    openContentDialog(declineTitle, (close) => (
      <DeclineForm review={review} close={close} onDeclined={onGranted} />
    ))
  }

  if (!isOpen) return null
  const decline = (
    <Button variant="subtle" disabled={isPending} onClick={askWhy}>
      Decline…
    </Button>
  )
  if (!first) {
    return (
      <Group gap={8}>
        {/* A review without a slot has 'Book slot' next to it instead. */}
        {!needsSlot(review) && (
          <Button variant="default" component={Link} to={paths.scheduleReview(reviewId)}>
            See free slots
          </Button>
        )}
        {decline}
      </Group>
    )
  }
  return (
    <Group gap={8}>
      <Button variant="light" loading={isPending} onClick={() => grant(first)}>
        Accept
      </Button>
      {free.map((slot) => (
        <Button
          key={slot._id}
          variant="default"
          disabled={isPending}
          className={styles.chip ?? ''}
          classNames={{ label: styles.label ?? '' }}
          onClick={() => grant(slot)}
        >
          {formatSlotWithReviewer(slot)}
        </Button>
      ))}
      {decline}
    </Group>
  )
}
