import { Text } from '@mantine/core'
import { getErrorReason } from '../api/error-messages.ts'

type Props = {
  text: string
  error: unknown
  /** The form's field errors: an error shown there is not repeated. */
  fields: Record<string, unknown>
}

/** The error beside a form's button: that it failed, and why if that is known. */
export function FormError({ text, error, fields }: Props) {
  const reason = Object.keys(fields).length === 0 ? getErrorReason(error) : undefined
  return (
    <Text c="var(--mantine-color-error)" role="alert">
      {text}
      {reason && ` ${reason}`}
    </Text>
  )
}
