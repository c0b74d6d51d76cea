import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { undoBlock } from '#contract/accounts/undo-block.ts'
import { minuteMs } from '#contract/kit/time.ts'
import { undoMinutes } from '#contract/limits/reviews.ts'
import type { AddableRole } from '#contract/roles.ts'
import { useChange } from '#web/kit/call/query.ts'
import { focusHeading, undoes } from '#web/kit/page/focus.ts'
import { toastServerMessage, toastSuccess } from '#web/kit/page/toast.ts'

/** What an undo brings back, and what it does not. */
const whatStays: Record<AddableRole, string> = {
  student: 'The booking comes back if nobody has taken the slot.',
  advisor: 'Students who were handed over stay with their new advisor.',
  reviewer: 'Bookings come back where nobody has changed them.',
}

type Props = { listed: AddableRole; ids: string[] }

/** Says that people were blocked, for as long as that can be undone. */
export function toastBlocked(text: string, blocked: Props): void {
  toastSuccess(text, <UndoBlock {...blocked} />, undoMinutes * minuteMs)
}

function UndoBlock({ listed, ids }: Props) {
  const { mutateAsync } = useChange(undoBlock[listed])
  const [isPending, setPending] = useState(false)

  async function undo() {
    setPending(true)
    try {
      let said = ''
      for (const id of ids) said = (await mutateAsync({ body: { value: { id } } })).message
      // The button goes with the message.
      focusHeading()
      toastSuccess(said)
    } catch (error) {
      setPending(false)
      toastServerMessage(error)
    }
  }

  return (
    <Group justify="space-between" wrap="nowrap" gap={8}>
      <Text size="xs" c="dimmed">
        Undo is here for {undoMinutes} minutes. {whatStays[listed]}
      </Text>
      <Button variant="default" flex="none" {...undoes} loading={isPending} onClick={undo}>
        Undo
      </Button>
    </Group>
  )
}
