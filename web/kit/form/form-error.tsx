import { Text } from '@mantine/core'
import { getErrorReason } from '../api/error-messages.ts'

type Props = {
  text: string
  error: unknown
  /** What the form's fields say is wrong: where one says why, it is not said twice. */
  fields: Record<string, unknown>
}

/** Beside the button that was pressed: that it was not done, and why as far as that is known. */
export function FormError({ text, error, fields }: Props) {
  const reason = Object.keys(fields).length === 0 ? getErrorReason(error) : undefined
  return (
    <Text c="var(--mantine-color-error)" role="alert">
      {text}
      {reason && ` ${reason}`}
    </Text>
  )
}
