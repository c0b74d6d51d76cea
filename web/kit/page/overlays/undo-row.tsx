import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { undoMinutes } from '#contract/limits/reviews.ts'
import { focusHeading, undoButtonProps } from '../focus/focus.ts'
import { toastServerMessage, toastSuccess } from './toast.ts'

type Props = {
  /** What was done, and when; without it the row stands beneath the toast that tells of it. */
  done?: string | undefined
  /** What comes back, and what does not. */
  note: string
  /** Answers what to say once it is undone. */
  undo: () => Promise<string>
}

/** What can be undone, for how long or since when, and the way back. */
export function UndoRow({ done, note, undo }: Props) {
  const [isPending, setPending] = useState(false)

  async function press() {
    setPending(true)
    try {
      const said = await undo()
      // The button goes with the message.
      focusHeading()
      toastSuccess(said)
    } catch (error) {
      setPending(false)
      toastServerMessage(error)
    }
  }

  return (
    <Group justify={done ? 'start' : 'space-between'} wrap="nowrap" gap={done ? 'md' : 8}>
      <Text size={done ? 'sm' : 'xs'} c="dimmed">
        {done ?? `You can undo this here for ${undoMinutes} minutes.`} {note}
      </Text>
      <Button
        variant="default"
        flex="none"
        {...undoButtonProps}
        aria-label={done && `Undo: ${done}`}
        loading={isPending}
        onClick={press}
      >
        Undo
      </Button>
    </Group>
  )
}
