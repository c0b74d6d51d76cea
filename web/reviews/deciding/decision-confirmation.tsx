import { useEffect, useRef } from 'react'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import {
  createReview,
  type DecisionKind,
  getDecision,
  nextWeekQuestion,
  repeatWeekQuestion,
} from '#contract/reviews/decision.ts'
import { type Review, reviewStatusUpdatedMessage } from '#contract/reviews/reviews.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { useAbortOnUnmount } from '#web/kit/page/focus/abort-on-unmount.ts'
import { openChoiceDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastServerErrorMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { useAdvisorOrAdmin } from '../api.ts'
import { DecidedToast, formatDecision } from './decided-toast.tsx'
import { DecisionSummary } from './decision-summary.tsx'
import { lacksNextTask } from './no-next-task.tsx'

const questions: Record<DecisionKind, { label: string; text: string; confirm: string }> = {
  'week-repeat': {
    label: 'Repeat week',
    text: repeatWeekQuestion,
    confirm: 'Yes, repeat the week',
  },
  'next-week': { label: 'Next week', text: nextWeekQuestion, confirm: 'Yes, go to the next week' },
}

/** The alternatives where the next week has no task. */
function getAlternatives({ week }: Review): { label: string; way: DecisionKind }[] {
  return [{ label: `Repeat week ${formatWeekNumber(week)}`, way: 'week-repeat' }]
}

export type DecisionProps = {
  review: Review
  /** Called when a decision is sent from this page, and when it is refused. */
  onDecide?: (isUnderWay: boolean) => void
  /** Called when it succeeded, and when it was undone: the focused element may be gone. */
  onDecided?: () => void
  /** Whether to show a toast with Undo; false where the screen shows the decision itself. */
  toastsUndo?: boolean
}

type Props = DecisionProps & {
  way: DecisionKind
  /** Called when the user confirms. */
  onSent: () => void
  /** Called when the request has ended. */
  onOver: () => void
}

/** Asks to confirm a decision and sends it; renders nothing itself. */
export function DecisionConfirmation({
  review,
  way: asked,
  onSent,
  onOver,
  onDecide,
  onDecided,
  toastsUndo,
}: Props) {
  const viewerRole = useAdvisorOrAdmin()
  const { mutateAsync } = useApiMutation(createReview[viewerRole])
  const gone = useAbortOnUnmount()

  async function ask() {
    const { label, text, ...rest } = questions[asked]
    const isEmpty = asked === 'next-week' && lacksNextTask(review)
    const confirm = isEmpty ? 'Next week anyway' : rest.confirm
    const title = `${label}: ${review.student.name}, week ${formatWeekNumber(review.week)}`
    const facts = <DecisionSummary review={review} way={asked} />
    const way = await openChoiceDialog<DecisionKind>(
      { title, text, confirm, facts, signal: gone },
      { confirmed: asked, others: isEmpty ? getAlternatives(review) : [] },
    )
    if (way === undefined) return gone.aborted ? showOtherDecision() : onOver()
    onSent()
    onDecide?.(true)
    try {
      // This component may be unmounted once the request succeeds, so what follows must not depend
      // on it.
      const body = { id: review._id, value: { status: way } }
      const { review: next } = await mutateAsync({ body })
      const more = (
        <DecidedToast review={review} next={next} viewerRole={viewerRole} onUndone={onDecided} />
      )
      toastSuccess(reviewStatusUpdatedMessage, toastsUndo ? more : undefined)
      onDecided?.()
    } catch (error) {
      onDecide?.(false)
      toastServerErrorMessage(error)
    }
    onOver()
  }

  /** The decision was made elsewhere in the meantime; show it, as buttons and question are gone. */
  async function showOtherDecision() {
    if (!toastsUndo) return
    onDecided?.()
    try {
      const { decision } = (await callApi(getDecision[viewerRole], { query: { id: review._id } }))
        .data
      if (decision) toastSuccess(`${formatDecision(review, decision.next)}.`)
    } catch {
      // Only an addition: the screen is right without it.
    }
  }

  const isAsked = useRef(false)
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    void ask()
  })
  return null
}
