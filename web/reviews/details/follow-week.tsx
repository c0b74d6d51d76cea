import { Button, Group, Text } from '@mantine/core'
import type { Ref } from 'react'
import { lastWeek } from '#contract/limits.ts'
import {
  askNextWeek,
  askRepeatWeek,
  createReview,
  type FollowWay,
} from '#contract/reviews/decision.ts'
import { type Review, reviewRefusals, reviewStatusUpdated } from '#contract/reviews.ts'
import { useChange } from '#web/kit/call/query.ts'
import { twoDigits } from '#web/kit/look/week.ts'
import { confirmDialog } from '#web/kit/page/dialogs.tsx'
import { toastServerMessage, toastSuccess } from '#web/kit/page/toast.ts'
import { DetailCard } from './detail-card.tsx'

const questions: Record<FollowWay, { label: string; text: string; confirm: string }> = {
  'week-repeat': { label: 'Repeat week', text: askRepeatWeek, confirm: 'Yes, repeat the week' },
  'next-week': { label: 'Next week', text: askNextWeek, confirm: 'Yes, go to the next week' },
}

type Props = {
  review: Review
  titleRef: Ref<HTMLHeadingElement>
  /** Told when a decision of this page is on its way, and when it was refused. */
  onDecide: (isUnderWay: boolean) => void
}

/** The advisor decides how the student goes on: the same week again, or the next one. */
export function FollowWeek({ review, titleRef, onDecide }: Props) {
  const follow = useChange(createReview)
  const isMarked = review.status === 'conducted'
  const shouldRepeat = review.mark.weekStatus === 'Week Repeat'
  const isLast = review.week === lastWeek

  async function ask(way: FollowWay) {
    const { label, text, confirm } = questions[way]
    const title = `${label}: ${review.student.name}, week ${twoDigits(review.week)}`
    if (!(await confirmDialog({ title, text, confirm }))) return
    onDecide(true)
    try {
      // Once it has gone through, this card gives way to what was decided: what follows must not
      // depend on the card being there.
      await follow.mutateAsync({ body: { id: review._id, value: { status: way } } })
      toastSuccess(reviewStatusUpdated)
    } catch (error) {
      onDecide(false)
      toastServerMessage(error)
    }
  }

  const loadingOf = (way: FollowWay) =>
    follow.isPending && follow.variables.body?.value.status === way
  return (
    <DetailCard title={`How does ${review.student.name} go on?`} titleRef={titleRef}>
      <Text size="md">
        {isMarked
          ? 'The marks are in. Either choice closes this review and opens the next one.'
          : 'This review has no marks yet. Either choice closes it and opens the next one.'}
        {isLast && ` ${reviewRefusals.lastWeek.message}.`}
      </Text>
      <Group>
        <Button
          variant={isMarked && shouldRepeat ? 'filled' : 'default'}
          loading={loadingOf('week-repeat')}
          disabled={follow.isPending}
          onClick={() => ask('week-repeat')}
        >
          {questions['week-repeat'].label}
        </Button>
        {!isLast && (
          <Button
            variant={isMarked && !shouldRepeat ? 'filled' : 'default'}
            loading={loadingOf('next-week')}
            disabled={follow.isPending}
            onClick={() => ask('next-week')}
          >
            {questions['next-week'].label}
          </Button>
        )}
      </Group>
    </DetailCard>
  )
}
