import { Text } from '@mantine/core'
import { reasonOf } from './failure.ts'

/** Beside the button that was pressed: that it was not done, and why as far as that is known. */
export function NotDone({ text, error }: { text: string; error: unknown }) {
  const reason = reasonOf(error)
  return (
    <Text c="var(--mantine-color-error)" role="alert">
      {text}
      {reason && ` ${reason}`}
    </Text>
  )
}
