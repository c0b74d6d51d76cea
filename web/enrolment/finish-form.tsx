import { Group, Radio, Stack, Text, Textarea } from '@mantine/core'
import { z } from 'zod'
import { Finish, finishedMessage, finishStudent } from '#contract/enrolment.ts'
import type { Outcome } from '#contract/kit/kinds/outcome.ts'
import { undoMs } from '#contract/limits/reviews.ts'
import type { PersonDetails } from '#contract/people/people.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { DialogButtons } from '#web/kit/page/overlays/dialog-buttons.tsx'
import { autoFocusProps, contentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastServerMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { UndoCall } from '#web/kit/page/overlays/undo-row.tsx'
import { getUndoOfFinish } from './api.ts'

export function openFinishForm(student: PersonDetails): void {
  contentDialog('Finish course', (close) => <FinishForm {...{ student, close }} />)
}

/** The end of a course as it is typed: without a reason the field is empty. */
const TypedFinish = Finish.extend({ reason: z.literal('').or(Finish.shape.reason) })

const before: { outcome: Outcome; reason: string } = { outcome: 'graduated', reason: '' }

function FinishForm({ student, close }: { student: PersonDetails; close: () => void }) {
  const { _id: id, name } = student
  const { mutateAsync } = useApiMutation(finishStudent.admin)
  const { form, submit } = useSchemaForm(TypedFinish, before)

  const send = submit(async ({ outcome, reason }) => {
    await mutateAsync({ body: { value: { id, outcome, ...(reason && { reason }) } } })
    close()
    const undo = <UndoCall {...getUndoOfFinish('admin', id)} />
    toastSuccess(`${name}: ${finishedMessage.toLowerCase()}.`, undo, undoMs)
  }, toastServerMessage)

  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <Text>
          The open review is closed, and a booked slot is freed. {name}, the advisor and the slot’s
          reviewer are notified. {name} can sign in and read, but no longer change anything.
        </Text>
        <Radio.Group label="Outcome" {...form.getInputProps('outcome')}>
          <Group mt="xs">
            <Radio value="graduated" label="Graduated" {...autoFocusProps} />
            <Radio value="left" label="Left the course" />
          </Group>
        </Radio.Group>
        <Textarea
          label="Reason (optional)"
          description={`${name}, the advisor and admins read it`}
          autosize
          minRows={2}
          {...form.getInputProps('reason')}
        />
        <DialogButtons close={close} label="Finish" busy={form.submitting} />
      </Stack>
    </form>
  )
}
