import { Group, Radio, Text, Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { Finish, finishedMessage, finishStudent } from '#contract/enrolment.ts'
import type { CourseOutcome } from '#contract/kit/kinds/course-outcome.ts'
import { undoMs } from '#contract/limits/reviews.ts'
import type { PersonDetails } from '#contract/people/people.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { DialogForm } from '#web/kit/page/overlays/dialog-buttons.tsx'
import { autoFocusProps, openContentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastServerErrorMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { UndoableActionByCall } from '#web/kit/page/overlays/undoable-action.tsx'
import { getFinishUndo } from './api.ts'

export function openFinishForm(student: PersonDetails): void {
  openContentDialog('Finish course', (close) => <FinishOne student={student} close={close} />)
}

function FinishOne({ student, close }: { student: PersonDetails; close: () => void }) {
  const { _id: id, name, isBlocked } = student
  const { mutateAsync } = useApiMutation(finishStudent.admin)
  return (
    <FinishForm
      facts={
        <Text>
          The open review is closed, and a booked slot is freed. {name}, the advisor and the slot’s
          reviewer are notified.{' '}
          {isBlocked
            ? `${name} stays blocked.`
            : `${name} can sign in and read, but no longer change anything.`}
        </Text>
      }
      readers={`${name}, the advisor`}
      finish={async (finish) => {
        await mutateAsync({ body: { value: { id, ...finish } } })
        close()
        toastSuccess(
          `${name}: ${finishedMessage.toLowerCase()}.`,
          <UndoableActionByCall {...getFinishUndo('admin', id)} />,
          undoMs,
        )
      }}
      close={close}
    />
  )
}

/** The end of a course as it is typed: without a reason the field is empty. */
const TypedFinish = Finish.extend({ reason: z.literal('').or(Finish.shape.reason) })

const before: { outcome: CourseOutcome; reason: string } = { outcome: 'graduated', reason: '' }

type Props = {
  /** What the end does, and for whom. */
  facts: ReactNode
  /** Who reads the reason, beside admins. */
  readers: string
  finish: (finish: Finish) => Promise<void>
  close: () => void
}

/** The outcome and the reason of the end of a course, for one student or for several. */
export function FinishForm({ facts, readers, finish, close }: Props) {
  const { form, submit } = useSchemaForm(TypedFinish, before)

  const send = submit(async ({ outcome, reason }) => {
    await finish({ outcome, ...(reason && { reason }) })
  }, toastServerErrorMessage)

  return (
    <DialogForm onSubmit={send} close={close} label="Finish" busy={form.submitting}>
      {facts}
      <Radio.Group label="Outcome" {...form.getInputProps('outcome')}>
        <Group mt="xs">
          <Radio value="graduated" label="Graduated" {...autoFocusProps} />
          <Radio value="left" label="Left the course" />
        </Group>
      </Radio.Group>
      <Textarea
        label="Reason (optional)"
        description={`${readers} and admins read it`}
        autosize
        minRows={2}
        {...form.getInputProps('reason')}
      />
    </DialogForm>
  )
}
