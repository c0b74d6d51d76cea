import { Button, Group, Text } from '@mantine/core'
import { undoDecision } from '#contract/reviews/decision.ts'
import type { Review } from '#contract/reviews.ts'
import { useChange } from '#web/kit/call/query.ts'
import { twoDigits } from '#web/kit/look/week.ts'
import { toastServerMessage, toastSuccess } from '#web/kit/page/toast.ts'

type Props = {
  review: Review
  /** The review that follows. */
  next: Review
  onUndone?: (() => void) | undefined
}

/** What was decided of a review, and the way back. */
export function DecidedToast({ review, next, onUndone }: Props) {
  const { mutateAsync, isPending } = useChange(undoDecision)

  async function undo() {
    try {
      const { message } = await mutateAsync({ body: { value: { reviewId: review._id } } })
      // The button goes with the toast.
      onUndone?.()
      toastSuccess(message)
    } catch (error) {
      toastServerMessage(error)
    }
  }

  return (
    <Group justify="space-between" wrap="nowrap" gap={8}>
      <Text size="sm">{goesOnInWords(review, next)}.</Text>
      <Button variant="default" flex="none" loading={isPending} onClick={undo}>
        Undo
      </Button>
    </Group>
  )
}

/** How the student of a review goes on with the next one. */
export function goesOnInWords({ student, week }: Review, next: Review): string {
  if (next.week === week) return `${student.name} repeats week ${twoDigits(week)}`
  return `${student.name} goes on to week ${twoDigits(next.week)}`
}
