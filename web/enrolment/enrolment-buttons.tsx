import { Button } from '@mantine/core'
import { useRef } from 'react'
import {
  finishStudent,
  pauseStudent,
  reopenedMessage,
  reopenStudent,
  resumedMessage,
  resumeStudent,
} from '#contract/enrolment.ts'
import { undoMs } from '#contract/limits/reviews.ts'
import type { PersonDetails } from '#contract/people.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { confirmDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastServerMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { UndoRow } from '#web/kit/page/overlays/undo-row.tsx'
import { openFinishForm } from './finish-form.tsx'
import { openPauseForm } from './pause-form.tsx'

/** The buttons that pause or finish a student's course, and that let it go on. */
export function EnrolmentButtons({ student }: { student: PersonDetails }) {
  if (student.finished) return <Reopen student={student} />
  return (
    <>
      {student.isPaused ? (
        <Resume student={student} />
      ) : (
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
  const pause = useApiMutation(pauseStudent)
  const value = { id, reason: pauseReason ?? '', until }
  return (
    <GoOn
      verb="Resume"
      question={`Resume the course of ${name}? The open review is due in 7 days. ${name} and the advisor are notified.`}
      goOn={() => resume.mutateAsync({ body: { value: { id } } })}
      done={`${name}: ${resumedMessage.toLowerCase()}.`}
      undoNote="Undo pauses the course again and frees a slot booked since."
      undo={() => pause.mutateAsync({ body: { value } })}
    />
  )
}

function Reopen({ student }: { student: PersonDetails }) {
  const { _id: id, name, finished, finishReason: reason } = student
  const reopen = useApiMutation(reopenStudent.admin)
  const finish = useApiMutation(finishStudent.admin)
  const value = { id, outcome: finished ?? 'left', ...(reason !== null && { reason }) }
  return (
    <GoOn
      verb="Reopen"
      question={`Reopen the course of ${name}? There will be an open review, due in 7 days. ${name} and the advisor are notified.`}
      goOn={() => reopen.mutateAsync({ body: { value: { id } } })}
      done={`${name}: ${reopenedMessage.toLowerCase()}.`}
      undoNote="Undo ends the course again and frees a slot booked since."
      undo={() => finish.mutateAsync({ body: { value } })}
    />
  )
}

type GoOnProps = {
  verb: 'Resume' | 'Reopen'
  question: string
  goOn: () => Promise<unknown>
  done: string
  undoNote: string
  undo: () => Promise<{ message: string }>
}

/** A button that lets a course go on, after a question, and its undo. */
function GoOn({ verb, question, goOn, done, undoNote, undo }: GoOnProps) {
  const button = useRef<HTMLButtonElement>(null)

  async function ask() {
    const sure = await confirmDialog({
      title: `${verb} course`,
      text: question,
      confirm: `Yes, ${verb.toLowerCase()}`,
    })
    button.current?.focus()
    if (!sure) return
    try {
      await goOn()
      const row = <UndoRow note={undoNote} undo={async () => `${(await undo()).message}.`} />
      toastSuccess(done, row, undoMs)
    } catch (error) {
      toastServerMessage(error)
    }
  }

  return (
    <Button variant="default" flex="none" ref={button} onClick={ask}>
      {verb}…
    </Button>
  )
}
