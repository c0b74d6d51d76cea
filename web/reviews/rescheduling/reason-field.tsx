import { Textarea, type TextareaProps } from '@mantine/core'
import { startsHere } from '#web/kit/page/overlays/dialogs.ts'

/** Why plans are to change: the first field of a dialog that asks for it. */
export function ReasonField(field: TextareaProps) {
  return <Textarea label="Reason" autosize minRows={2} {...startsHere} {...field} />
}
