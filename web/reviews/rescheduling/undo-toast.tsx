import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { undoMinutes } from '#contract/limits/reviews.ts'
import type { undoDecision } from '#contract/reviews/decision.ts'
import type { undoChange } from '#contract/reviews/scheduling/rescheduling.ts'
import type { RoleAbleTo } from '#contract/roles.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { undoButtonProps } from '#web/kit/page/focus/focus.ts'
import type { AdvisorOrAdmin } from '../api.ts'

type Undo =
  | (typeof undoDecision)[AdvisorOrAdmin]
  | (typeof undoChange)[RoleAbleTo<'cancel bookings'>]

type Props = {
  reviewId: string
  /** What was done. */
  text: string
  undo: Undo
  /** Where Undo remains available if the toast closes earlier. */
  where?: ReactNode
  /** Awaits and shows the reply. The focused button disappears with the toast. */
  showReply: (reply: Promise<{ message: string }>) => Promise<void>
}

/** A toast that says what was done to a review and for how long it can be undone. */
export function UndoToast({ reviewId, text, undo, where = 'here', showReply }: Props) {
  const { mutateAsync, isPending } = useApiMutation<Undo>(undo)

  return (
    <Group justify="space-between" wrap="nowrap" gap={8}>
      <Stack gap={4}>
        <Text size="sm">{text}.</Text>
        <Text size="xs" c="dimmed">
          You can undo this {where} for {undoMinutes} minutes.
        </Text>
      </Stack>
      <Button
        variant="default"
        flex="none"
        me={4}
        {...undoButtonProps}
        loading={isPending}
        onClick={() => showReply(mutateAsync({ body: { value: { reviewId } } }))}
      >
        Undo
      </Button>
    </Group>
  )
}
