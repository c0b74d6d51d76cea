import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { bookPlan } from '#contract/plan.ts'
import { getErrorReason } from '#web/kit/api/error-messages.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { ActionBar } from '#web/kit/page/action-bar.tsx'
import { toastServerErrorMessage } from '#web/kit/page/overlays/toast.ts'
import { formatOutcome, formatReviewCount, formatSelection } from './format.ts'
import {
  countBookable,
  type EditablePlanLine,
  getSelectedLines,
  isBookedElsewhere,
  type LineChange,
  type LineChanges,
  toBookingBatches,
} from './plan-lines.ts'

type Props = {
  lines: EditablePlanLine[]
  /** The result of the last booking, until a line changes. */
  outcome: string | undefined
  /** Called after booking with the result as text and for each line. */
  onBooked: (outcome: string, made: LineChanges) => void
}

/** The number of selected lines, the button that books them, and the result. */
export function BookBar({ lines, outcome, onBooked }: Props) {
  const book = useApiMutation(bookPlan)
  const [isSending, setSending] = useState(false)
  const sentence = useRef<HTMLParagraphElement>(null)
  const count = countBookable(lines)

  async function bookAll() {
    setSending(true)
    // What is chosen meanwhile is not what is booked.
    const sent = new Map(
      getSelectedLines(lines).map(({ review, choice, why }) => [review._id, { choice, why }]),
    )
    let [booked, refused, meanwhile, failure] = [0, 0, 0, '']
    const made = new Map<string, LineChange>()
    try {
      for (const value of toBookingBatches(lines)) {
        const reply = await book.mutateAsync({ body: { value } })
        booked += reply.booked.length
        const elsewhere = reply.refused.filter(({ message }) =>
          isBookedElsewhere({ refused: message }),
        )
        refused += reply.refused.length - elsewhere.length
        meanwhile += elsewhere.length
        for (const { _id } of reply.booked) {
          made.set(_id, { ...sent.get(_id), isBooked: true, isOpen: false })
        }
        for (const { reviewId, message } of reply.refused) {
          made.set(reviewId, { ...sent.get(reviewId), refused: message })
        }
      }
    } catch (error) {
      toastServerErrorMessage(error)
      failure = `${getErrorReason(error) ?? 'Something went wrong.'} Your choices are still here.`
    }
    setSending(false)
    const done = made.size > 0 ? formatOutcome(booked, refused, meanwhile) : 'Not booked.'
    onBooked([done, failure].join(' ').trim(), made)
    // The button disappears when nothing is left to book.
    sentence.current?.focus()
  }

  return (
    <ActionBar
      label="Book the plan"
      message={outcome ?? formatSelection(lines)}
      messageRef={sentence}
    >
      {count > 0 && (
        <Button loading={isSending} onClick={bookAll}>
          Book {formatReviewCount(count)}
        </Button>
      )}
    </ActionBar>
  )
}
