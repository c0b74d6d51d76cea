import { Button, Group, Text } from '@mantine/core'
import { undoChange } from '#contract/reviews/moves.ts'
import { useChange } from '#web/kit/call/query.ts'
import { undoes } from '#web/kit/page/focus.ts'
import { toastServerMessage, toastSuccess } from '#web/kit/page/toast.ts'

/** Where a review was moved, and the way back. */
export function MovedToast({ reviewId, text }: { reviewId: string; text: string }) {
  const { mutateAsync, isPending } = useChange(undoChange.advisor)

  async function undo() {
    try {
      const { message } = await mutateAsync({ body: { value: { reviewId } } })
      // The button goes with the toast.
      document.querySelector('h1')?.focus({ preventScroll: true })
      toastSuccess(message)
    } catch (error) {
      toastServerMessage(error)
    }
  }

  return (
    <Group justify="space-between" wrap="nowrap" gap={8}>
      <Text size="sm">{text}</Text>
      <Button variant="default" flex="none" {...undoes} loading={isPending} onClick={undo}>
        Undo
      </Button>
    </Group>
  )
}
