import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { getDueLabel } from '#contract/reviews/due-date.ts'
import { needsSlot, type Review } from '#contract/reviews/reviews.ts'
import { getNoShowReportableFrom } from '#contract/reviews/scheduling/possible-changes.ts'
import type { Role } from '#contract/roles.ts'
import { useNow } from '#web/kit/live/now.ts'
import { formatTimeAt } from '#web/kit/ui/dates/clock.ts'
import { useSchoolZone } from '#web/school/api.ts'
import { BookedTime, OverdueBadge } from '../display/due-and-booked-time.tsx'
import {
  describeClosedReview,
  describeHold,
  describeMissingMarks,
  formatNextActorForStudent,
} from '../format.ts'
import { isUpcoming } from '../timeline/review-phase.ts'

/** The next step of a review in one sentence, worded for the viewer. */
export function NextStep({ review, viewer }: { review: Review; viewer: Role }) {
  const now = useNow()
  const timeZone = useSchoolZone()
  if (review.turn?.step === 'wait') return <Sentence>{describeHold(review)}</Sentence>
  if (needsSlot(review)) {
    const { text, overdue } = getDueLabel(review.date, now, timeZone)
    return (
      <Sentence>
        {describeSlotNeeded(review, viewer)}{' '}
        {overdue ? <OverdueBadge review={review} overdue={overdue} /> : `· ${text.toLowerCase()}`}
      </Sentence>
    )
  }
  if (isUpcoming(review, now)) {
    return (
      <Sentence>
        <BookedTime review={review} /> {formatOtherPerson(review, viewer)}
        {hasJustBegun(review, now) && viewer !== 'admin' && (
          <Text c="dimmed">
            You can record a no-show from {formatTimeAt(getNoShowReportableFrom(review), timeZone)}.
          </Text>
        )}
      </Sentence>
    )
  }
  return <Sentence>{describeNextStep(review, viewer)}</Sentence>
}

/** Whether it has started but it is too early to record a no-show. */
function hasJustBegun(review: Review, now: number): boolean {
  return Date.parse(review.startsAt ?? '') <= now && now < getNoShowReportableFrom(review)
}

function describeSlotNeeded(review: Review, viewer: Role): string {
  const { advisor, turn } = review
  if (viewer === 'student') return `${formatNextActorForStudent(review)} book a time for you`
  if (turn?.step === 'assign') return 'No advisor to book a slot'
  if (viewer === 'advisor') return 'Waiting for you to book a slot'
  return `Waiting for ${advisor?.name ?? 'an advisor'} to book a slot`
}

function formatOtherPerson({ student, reviewer }: Review, viewer: Role): string {
  return `with ${viewer === 'reviewer' ? student.name : (reviewer?.name ?? 'the reviewer')}`
}

function describeNextStep(review: Review, viewer: Role) {
  const { status, student, advisor, turn } = review
  if (turn === null) return describeClosedReview(review)
  if (status === 'review-scheduled') return describeMissingMarks(review, viewer)
  if (viewer === 'student') return `${formatNextActorForStudent(review)} decide how you continue.`
  if (turn.step === 'assign') return 'No advisor to decide.'
  return `${advisor?.name ?? 'The advisor'} decides whether ${student.name} repeats the week or moves on.`
}

function Sentence({ children }: { children: ReactNode }) {
  return (
    <Text component="div" size="md" fw={500}>
      {children}
    </Text>
  )
}
