import { useEffect, useRef } from 'react'
import { finishStudent } from '#contract/enrolment.ts'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { undoMs } from '#contract/limits/reviews.ts'
import { getFinishUndo } from '#web/enrolment/api.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { useAbortOnUnmount } from '#web/kit/page/focus/abort-on-unmount.ts'
import { openConfirmDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastServerErrorMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { UndoableActionByCall } from '#web/kit/page/overlays/undoable-action.tsx'
import { useAdvisorOrAdmin } from '../api.ts'
import type { DecisionProps } from './decision-confirmation.tsx'
import { DecisionSummary } from './decision-summary.tsx'

type Props = DecisionProps & { onSent: () => void; onOver: () => void }

/** Asks to confirm that a student graduates, and sends it; renders nothing itself. */
export function GraduationConfirmation({ review, onSent, onOver, onDecide, onDecided }: Props) {
  const role = useAdvisorOrAdmin()
  const { mutateAsync } = useApiMutation(finishStudent[role])
  const gone = useAbortOnUnmount()
  const { student, week } = review

  async function ask() {
    const sure = await openConfirmDialog({
      title: `Graduate: ${student.name}, week ${formatWeekNumber(week)}`,
      text: `Are you sure that ${student.name} has finished the course? They can sign in and read, but no longer change anything.`,
      confirm: 'Yes, graduate',
      facts: <DecisionSummary review={review} way="graduate" />,
      signal: gone,
    })
    if (!sure) return onOver()
    onSent()
    onDecide?.(true)
    try {
      await mutateAsync({ body: { value: { id: student._id, outcome: 'graduated' } } })
      const undo = <UndoableActionByCall {...getFinishUndo(role, student._id)} />
      toastSuccess(`${student.name} has graduated.`, undo, undoMs)
      onDecided?.()
    } catch (error) {
      onDecide?.(false)
      toastServerErrorMessage(error)
    }
    onOver()
  }

  const isAsked = useRef(false)
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    void ask()
  })
  return null
}
