import { Text, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { enrolmentRefusals, Pause, pausedMessage, pauseStudent } from '#contract/enrolment.ts'
import { addDays, getDateInZone } from '#contract/kit/time/zone.ts'
import { undoMs } from '#contract/limits/reviews.ts'
import type { PersonDetails } from '#contract/people/people.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { useNow } from '#web/kit/live/now.ts'
import { DialogForm } from '#web/kit/page/overlays/dialog-buttons.tsx'
import { autoFocusProps, openContentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastServerErrorMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { UndoableActionByCall } from '#web/kit/page/overlays/undoable-action.tsx'
import { useSchoolZone } from '#web/school/api.ts'
import { getPauseUndo } from './api.ts'

export function openPauseForm(student: PersonDetails): void {
  openContentDialog('Pause course', (close) => <PauseOne student={student} close={close} />)
}

function PauseOne({ student, close }: { student: PersonDetails; close: () => void }) {
  const { _id: id, name } = student
  const { mutateAsync } = useApiMutation(pauseStudent)
  return (
    <PauseForm
      facts={
        <Text>
          A booked slot is freed and its reviewer notified. Until the course resumes, nothing is
          due, planned or booked. {name} can sign in and read.
        </Text>
      }
      readers={`${name}, the advisor`}
      pause={async (pause) => {
        await mutateAsync({ body: { value: { id, ...pause } } })
        close()
        toastSuccess(
          `${name}: ${pausedMessage.toLowerCase()}.`,
          <UndoableActionByCall {...getPauseUndo(id)} />,
          undoMs,
        )
      }}
      close={close}
    />
  )
}

/** A pause as it is typed: without a last day the field is empty. */
const TypedPause = Pause.extend({ until: z.literal('').or(Pause.shape.until) })

type Props = {
  /** What the pause does, and for whom. */
  facts: ReactNode
  /** Who reads the reason, beside admins. */
  readers: string
  pause: (pause: Pause) => Promise<void>
  close: () => void
}

/** The reason and the end of a pause, for one student or for several. */
export function PauseForm({ facts, readers, pause, close }: Props) {
  const timeZone = useSchoolZone()
  const tomorrow = addDays(getDateInZone(useNow(), timeZone), 1)
  const { form, submit } = useSchemaForm(
    TypedPause,
    { reason: '', until: '' },
    { until: enrolmentRefusals.notAhead },
  )

  const send = submit(async ({ reason, until }) => {
    await pause({ reason, until: until || null })
  }, toastServerErrorMessage)

  return (
    <DialogForm onSubmit={send} close={close} label="Pause" busy={form.submitting}>
      {facts}
      <Textarea
        label="Reason"
        description={`${readers} and admins read it`}
        autosize
        minRows={2}
        {...autoFocusProps}
        {...form.getInputProps('reason')}
      />
      <TextInput
        label="Until (optional)"
        type="date"
        min={tomorrow}
        description="The course resumes by itself on this day"
        {...form.getInputProps('until')}
      />
    </DialogForm>
  )
}
