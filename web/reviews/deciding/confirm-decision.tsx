import { useEffect, useRef } from 'react'
import { twoDigits } from '#contract/kit/time/week.ts'
import {
  askNextWeek,
  askRepeatWeek,
  createReview,
  type DecisionKind,
  getDecision,
} from '#contract/reviews/decision.ts'
import { type Review, reviewStatusUpdated } from '#contract/reviews.ts'
import { call } from '#web/kit/call/call.ts'
import { useChange } from '#web/kit/call/query.ts'
import { useAbortOnUnmount } from '#web/kit/page/focus/abort-on-unmount.ts'
import { chooseDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastServerMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { useSchoolZone } from '#web/school/api.ts'
import { useAdvisorOrAdmin } from '../api.ts'
import { getUndoDeadline } from '../rescheduling/toast-change.tsx'
import { DecidedToast, formatDecision } from './decided-toast.tsx'
import { DecisionSummary } from './decision-summary.tsx'
import { lacksNextTask } from './no-next-task.tsx'

const questions: Record<DecisionKind, { label: string; text: string; confirm: string }> = {
  'week-repeat': { label: 'Repeat week', text: askRepeatWeek, confirm: 'Yes, repeat the week' },
  'next-week': { label: 'Next week', text: askNextWeek, confirm: 'Yes, go to the next week' },
}

/** What else there is to do where the next week has no task. */
function getAlternatives({ week }: Review): { label: string; way: DecisionKind }[] {
  return [{ label: `Repeat week ${twoDigits(week)}`, way: 'week-repeat' }]
}

export type DecisionProps = {
  review: Review
  /** Told when a decision of this page is on its way, and when it was refused. */
  onDecide?: (isUnderWay: boolean) => void
  /** Told when it has gone through, and when it was undone: what had the focus may go. */
  onDecided?: () => void
  /** Whether the screen does not say by itself what was decided, nor offers to undo it. */
  saysSo?: boolean
}

type Props = DecisionProps & {
  way: DecisionKind
  /** Told when it has been answered with yes. */
  onSent: () => void
  /** Told when there is nothing more to wait for. */
  onOver: () => void
}

/** Asks whether a decision is meant, and makes it; shows nothing itself. */
export function ConfirmDecision({
  review,
  way: asked,
  onSent,
  onOver,
  onDecide,
  onDecided,
  saysSo,
}: Props) {
  const viewerRole = useAdvisorOrAdmin()
  const { mutateAsync } = useChange(createReview[viewerRole])
  const gone = useAbortOnUnmount()
  const timeZone = useSchoolZone()

  async function ask() {
    const { label, text, ...rest } = questions[asked]
    const isEmpty = asked === 'next-week' && lacksNextTask(review)
    const confirm = isEmpty ? 'Next week anyway' : rest.confirm
    const title = `${label}: ${review.student.name}, week ${twoDigits(review.week)}`
    const facts = <DecisionSummary review={review} way={asked} />
    const way = await chooseDialog<DecisionKind>(
      { title, text, confirm, facts, signal: gone },
      { confirmed: asked, others: isEmpty ? getAlternatives(review) : [] },
    )
    if (way === undefined) return gone.aborted ? showOtherDecision() : onOver()
    onSent()
    onDecide?.(true)
    try {
      // Once it has gone through, this gives way to what was decided: what follows must not depend
      // on it being there.
      const body = { id: review._id, value: { status: way } }
      const { review: next } = await mutateAsync({ body })
      const until = getUndoDeadline(timeZone)
      const more = <DecidedToast {...{ review, next, until, viewerRole }} onUndone={onDecided} />
      toastSuccess(reviewStatusUpdated, saysSo ? more : undefined)
      onDecided?.()
    } catch (error) {
      onDecide?.(false)
      toastServerMessage(error)
    }
    onOver()
  }

  /** Somebody else has decided meanwhile: the buttons are gone, and with them the question. */
  async function showOtherDecision() {
    if (!saysSo) return
    onDecided?.()
    try {
      const { decision } = (await call(getDecision[viewerRole], { query: { id: review._id } })).data
      if (decision) toastSuccess(`${formatDecision(review, decision.next)}.`)
    } catch {
      // It is said beside what was asked for: the screen is right without it.
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
