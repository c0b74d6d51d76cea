import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { undoDecision } from '#contract/reviews/decision.ts'
import type { undoChange } from '#contract/reviews/scheduling/rescheduling.ts'
import type { AbleTo } from '#contract/roles.ts'
import { useChange } from '#web/kit/call/query.ts'
import { undoes } from '#web/kit/page/focus/focus.ts'
import { toastServerMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import type { AdvisorOrAdmin } from '../api.ts'

type Undo = (typeof undoDecision)[AdvisorOrAdmin] | (typeof undoChange)[AbleTo<'cancel bookings'>]

type Props = {
  reviewId: string
  /** What was done. */
  text: string
  /** Until what time of day it can be undone. */
  until: string
  undo: Undo
  /** Where it is once this has gone, in so many words, if this goes before that time. */
  where?: ReactNode
  /** Told when it was undone: what has the focus goes. */
  onUndone?: (() => void) | undefined
}

/** What was done to a review, and the way back with the time until which it is there. */
export function UndoToast({ reviewId, text, until, undo, where = 'here', onUndone }: Props) {
  const { mutateAsync, isPending } = useChange<Undo>(undo)

  async function undoThis() {
    try {
      const { message } = await mutateAsync({ body: { value: { reviewId } } })
      // The button goes with the toast.
      onUndone?.()
      toastSuccess(message)
    } catch (error) {
      toastServerMessage(error)
    }
  }

  return (
    <Group justify="space-between" wrap="nowrap" gap={8}>
      <Stack gap={4}>
        <Text size="sm">{text}.</Text>
        <Text size="xs" c="dimmed">
          You can undo this {where} until {until}.
        </Text>
      </Stack>
      <Button
        variant="default"
        flex="none"
        me={4}
        {...undoes}
        loading={isPending}
        onClick={undoThis}
      >
        Undo
      </Button>
    </Group>
  )
}
