import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { Endpoint, EndpointInput, EndpointReply } from '#contract/kit/endpoint.ts'
import { undoMinutes } from '#contract/limits/reviews.ts'
import { useApiMutation } from '../../api/hooks.ts'
import { undoButtonProps } from '../focus/focus.ts'
import { toastUndo } from './toast-undo.ts'

type Props = {
  /** What was done, and when; omitted below a toast that says so. */
  done?: string | undefined
  /** What the undo restores, and what it does not. */
  note?: string
  /** Undoes the action; returns the message to show. */
  undo: () => Promise<string>
}

/** An action that can be undone, until when or since when, and the undo button. */
export function UndoableAction({ done, note = '', undo }: Props) {
  const [isPending, setPending] = useState(false)

  async function press() {
    setPending(true)
    await toastUndo(undo().then((message) => ({ message })))
    setPending(false)
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

type CallProps<E extends Endpoint> = Omit<Props, 'undo'> & {
  call: E
  input: Partial<EndpointInput<E>>
  /** The message to show, from the reply. */
  said: (reply: EndpointReply<E>) => string
}

/** An action that one call undoes. */
export function UndoableActionByCall<E extends Endpoint>({
  call,
  input,
  said,
  ...row
}: CallProps<E>) {
  const { mutateAsync } = useApiMutation(call)
  return <UndoableAction {...row} undo={async () => said(await mutateAsync(input))} />
}
