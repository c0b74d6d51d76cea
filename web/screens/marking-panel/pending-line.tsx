import { ActionIcon, Checkbox, Group, Textarea } from '@mantine/core'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { lineMaxLength } from '#contract/limits/limits.ts'
import { onEnter } from '#web/kit/form/fields/line-focus.ts'
import { CloseIcon } from '#web/kit/ui/icons/icons.tsx'
import type { Line } from './use-pending-tasks-field.ts'

type Props = {
  number: number
  line: Line
  error: string | undefined
  change: (line: Line) => void
  remove: () => void
  /** Enter adds a line below. */
  goOn: () => void
  paste: (event: ClipboardEvent<HTMLTextAreaElement>) => void
  undoByKey: (event: KeyboardEvent) => void
}

/** A pending task: to edit, tick off or remove. */
export function PendingLine(props: Props) {
  const { number, line, error, change, remove, goOn, paste, undoByKey } = props
  return (
    <Group component="li" gap="xs" wrap="nowrap" align="flex-start">
      <Checkbox
        size="lg"
        // Next to the first line of the text.
        mt="calc((var(--control) - var(--checkbox-size)) / 2)"
        aria-label={`Pending task ${number} is done`}
        checked={line.done}
        onChange={({ currentTarget }) => change({ ...line, done: currentTarget.checked })}
      />
      <Textarea
        autosize
        flex={1}
        aria-label={`Pending task ${number}`}
        maxLength={lineMaxLength}
        value={line.text}
        error={error}
        styles={{ input: { textDecoration: line.done ? 'line-through' : undefined } }}
        onChange={({ currentTarget }) => change({ ...line, text: currentTarget.value })}
        onPaste={paste}
        onKeyDown={(event) => {
          undoByKey(event)
          onEnter(event, goOn)
        }}
      />
      <ActionIcon color="gray" aria-label={`Remove pending task ${number}`} onClick={remove}>
        <CloseIcon />
      </ActionIcon>
    </Group>
  )
}
