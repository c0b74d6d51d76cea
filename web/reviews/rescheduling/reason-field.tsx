import { Textarea, type TextareaProps } from '@mantine/core'
import { autoFocusProps } from '#web/kit/page/overlays/dialogs.ts'

/** The field for a reason, the first of its dialog. */
export function ReasonField(field: TextareaProps) {
  return <Textarea label="Reason" autosize minRows={2} {...autoFocusProps} {...field} />
}
