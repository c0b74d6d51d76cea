import { Button, Stack, Text } from '@mantine/core'
import type { Review } from '#contract/reviews/reviews.ts'
import { getPossibleChanges } from '#contract/reviews/scheduling/possible-changes.ts'
import { withdrawRescheduleRequest } from '#contract/reviews/scheduling/reschedule-requests.ts'
import type { Role } from '#contract/roles.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { useNow } from '#web/kit/live/now.ts'
import { focusHeading } from '#web/kit/page/focus/focus.ts'
import { toastReply } from '#web/kit/page/overlays/toast.ts'
import { localizeTimes } from '#web/kit/ui/dates/clock.ts'
import { formatSlotWithReviewer } from './format-booking.ts'
import { AcceptButtons } from './request/accept-buttons.tsx'

/** Notes on a review's lost slot and its reschedule request, with actions. */
export function BookingNotices({ review, viewer }: { review: Review; viewer: Role }) {
  const { lostSlot, wish, declinedWish } = review
  return (
    <>
      {lostSlot && <Text fw={500}>{localizeTimes(lostSlot)}.</Text>}
      {wish && <RequestNote review={review} viewer={viewer} />}
      {declinedWish && (
        <Text style={{ overflowWrap: 'anywhere' }}>
          {viewer === 'student' ? 'Your' : 'The'} advisor declined the reschedule request: “
          <bdi>{declinedWish}</bdi>”
        </Text>
      )}
    </>
  )
}

/** The open reschedule request; the student can withdraw it, the advisor accept or decline it. */
function RequestNote({ review, viewer }: { review: Review; viewer: Role }) {
  const { wish, student } = review
  const now = useNow()
  if (!wish) return null
  const isOpen = getPossibleChanges(review, 'student', now).includes('withdraw')
  return (
    <Stack gap="xs" align="flex-start" style={{ overflowWrap: 'anywhere' }}>
      <Text>
        {viewer === 'student' ? 'You' : <bdi>{student.name}</bdi>} asked to reschedule: “
        <bdi>{wish.reason}</bdi>”
      </Text>
      {viewer === 'advisor' && isOpen ? (
        <AcceptButtons review={review} onGranted={focusHeading} />
      ) : (
        wish.slots.length > 0 && <Text>{wish.slots.map(formatSlotWithReviewer).join('; ')}</Text>
      )}
      {viewer === 'student' && isOpen && <WithdrawButton review={review} />}
    </Stack>
  )
}

function WithdrawButton({ review }: { review: Review }) {
  const { mutateAsync, isPending } = useApiMutation(withdrawRescheduleRequest)
  // The button disappears with the request.
  const withdraw = () =>
    toastReply(mutateAsync({ body: { value: { reviewId: review._id } } }), focusHeading)

  return (
    <Button variant="default" loading={isPending} onClick={withdraw}>
      Withdraw
    </Button>
  )
}
