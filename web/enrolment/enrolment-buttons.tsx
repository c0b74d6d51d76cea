import { Button } from '@mantine/core'
import { useRef } from 'react'
import { pauseStudent, resumedMessage, resumeStudent } from '#contract/enrolment.ts'
import { undoMs } from '#contract/limits/reviews.ts'
import type { PersonDetails } from '#contract/people.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { confirmDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastServerMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { UndoRow } from '#web/kit/page/overlays/undo-row.tsx'
import { openPauseForm } from './pause-form.tsx'

/** The buttons that pause a student's course, or resume it. */
export function EnrolmentButtons({ student }: { student: PersonDetails }) {
  if (student.isPaused) return <Resume student={student} />
  return (
    <Button variant="default" flex="none" onClick={() => openPauseForm(student)}>
      Pause…
    </Button>
  )
}

function Resume({ student }: { student: PersonDetails }) {
  const { _id: id, name, pausedUntil: until, pauseReason } = student
  const { mutateAsync, isPending } = useApiMutation(resumeStudent)
  const button = useRef<HTMLButtonElement>(null)

  async function ask() {
    const sure = await confirmDialog({
      title: 'Resume course',
      text: `Resume the course of ${name}? The open review is due in 7 days. ${name} and the advisor are notified.`,
      confirm: 'Yes, resume',
    })
    button.current?.focus()
    if (!sure) return
    try {
      await mutateAsync({ body: { value: { id } } })
      const before = { id, reason: pauseReason ?? '', until }
      toastSuccess(`${name}: ${resumedMessage.toLowerCase()}.`, <UndoResume {...before} />, undoMs)
    } catch (error) {
      toastServerMessage(error)
    }
  }

  return (
    <Button variant="default" flex="none" ref={button} loading={isPending} onClick={ask}>
      Resume…
    </Button>
  )
}

/** Pauses the course again, as it was. */
function UndoResume(value: { id: string; reason: string; until: string | null }) {
  const { mutateAsync } = useApiMutation(pauseStudent)
  return (
    <UndoRow
      note="The course is paused again, and a slot booked since is freed."
      undo={async () => `${(await mutateAsync({ body: { value } })).message}.`}
    />
  )
}
