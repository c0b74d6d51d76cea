import { Button } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import {
  finishStudent,
  pauseStudent,
  reopenedMessage,
  reopenStudent,
  resumedMessage,
  resumeStudent,
} from '#contract/enrolment.ts'
import { undoMs } from '#contract/limits/reviews.ts'
import type { PersonDetails } from '#contract/people/people.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { openConfirmDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastIfFails, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { UndoableActionByCall } from '#web/kit/page/overlays/undoable-action.tsx'
import { openFinishForm } from './finish-form.tsx'
import { openPauseForm } from './pause-form.tsx'

/**
 * The buttons that pause or finish a student's course, and that let it go on. A blocked student
 * takes no part, so that there is nothing to pause.
 */
export function EnrolmentButtons({ student }: { student: PersonDetails }) {
  if (student.finished) return <Reopen student={student} />
  return (
    <>
      {student.isPaused && <Resume student={student} />}
      {!student.isPaused && !student.isBlocked && (
        <Button variant="default" flex="none" onClick={() => openPauseForm(student)}>
          Pause…
        </Button>
      )}
      <Button variant="default" flex="none" onClick={() => openFinishForm(student)}>
        Finish…
      </Button>
    </>
  )
}

function Resume({ student }: { student: PersonDetails }) {
  const { _id: id, name, pausedUntil: until, pauseReason } = student
  const resume = useApiMutation(resumeStudent)
  const value = { id, reason: pauseReason ?? '', until }
  return (
    <GoOn
      verb="Resume"
      question={`Resume the course of ${name}? The open review is due in 7 days. ${name} and the advisor are notified.`}
      goOn={() => resume.mutateAsync({ body: { value: { id } } })}
      isPending={resume.isPending}
      done={`${name}: ${resumedMessage.toLowerCase()}.`}
      undo={
        <UndoableActionByCall
          call={pauseStudent}
          input={{ body: { value } }}
          note="Undo pauses the course again and frees a slot booked since."
          said={({ message }) => `${message}.`}
        />
      }
    />
  )
}

function Reopen({ student }: { student: PersonDetails }) {
  const { _id: id, name, finished, finishReason: reason } = student
  const reopen = useApiMutation(reopenStudent.admin)
  const value = { id, outcome: finished ?? 'left', ...(reason !== null && { reason }) }
  return (
    <GoOn
      verb="Reopen"
      question={`Reopen the course of ${name}? There will be an open review, due in 7 days. ${name} and the advisor are notified.`}
      goOn={() => reopen.mutateAsync({ body: { value: { id } } })}
      isPending={reopen.isPending}
      done={`${name}: ${reopenedMessage.toLowerCase()}.`}
      undo={
        <UndoableActionByCall
          call={finishStudent.admin}
          input={{ body: { value } }}
          note="Undo ends the course again and frees a slot booked since."
          said={({ message }) => `${message}.`}
        />
      }
    />
  )
}

type GoOnProps = {
  verb: 'Resume' | 'Reopen'
  question: string
  goOn: () => Promise<unknown>
  isPending: boolean
  done: string
  undo: ReactNode
}

/** A button that lets a course go on, after a question, and its undo. */
function GoOn({ verb, question, goOn, isPending, done, undo }: GoOnProps) {
  const button = useRef<HTMLButtonElement>(null)

  async function ask() {
    const sure = await openConfirmDialog({
      title: `${verb} course`,
      text: question,
      confirm: `Yes, ${verb.toLowerCase()}`,
    })
    button.current?.focus()
    if (!sure) return
    await toastIfFails(async () => {
      await goOn()
      toastSuccess(done, undo, undoMs)
    })
  }

  return (
    <Button variant="default" flex="none" ref={button} loading={isPending} onClick={ask}>
      {verb}…
    </Button>
  )
}
