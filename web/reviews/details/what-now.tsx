import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { slotTimeInZone } from '#contract/kit/zone.ts'
import { dueLabel } from '#contract/reviews/due.ts'
import { canBeHeld } from '#contract/reviews/life.ts'
import { missedFrom } from '#contract/reviews/possible.ts'
import { type Review, waitsForSlot } from '#contract/reviews.ts'
import type { Role } from '#contract/roles.ts'
import { useNow } from '#web/kit/live/now.ts'
import { useSchoolZone } from '#web/school/api.ts'
import { isOver } from '../life/is-over.ts'
import { BookedTime, DueBadge } from '../when.tsx'

/** What a review waits for now, in one sentence, said to whoever looks at it. */
export function WhatNow({ review, viewer }: { review: Review; viewer: Role }) {
  const now = useNow()
  const timeZone = useSchoolZone()
  if (waitsForSlot(review)) {
    const { text, overdue } = dueLabel(review.date, now, timeZone)
    return (
      <Sentence>
        {awaitsSlot(review, viewer)}{' '}
        {overdue || review.isStudentBlocked ? (
          <DueBadge review={review} overdue={overdue} />
        ) : (
          `· ${text.toLowerCase()}`
        )}
      </Sentence>
    )
  }
  if (canBeHeld(review) && !isOver(review, now)) {
    return (
      <Sentence>
        <BookedTime review={review} /> {whoMeets(review, viewer)}
        {hasJustBegun(review, now) && viewer !== 'admin' && (
          <Text c="dimmed">
            Who does not come can be noted from {slotTimeInZone(missedFrom(review), timeZone)} on.
          </Text>
        )}
      </Sentence>
    )
  }
  return <Sentence>{whatFollows(review, viewer)}</Sentence>
}

/** Whether it has begun, and it is too early to say that somebody does not come. */
function hasJustBegun(review: Review, now: number): boolean {
  return Date.parse(review.startsAt ?? '') <= now && now < missedFrom(review)
}

function awaitsSlot({ advisor, turn }: Review, viewer: Role): string {
  if (turn?.step === 'assign' && viewer !== 'student') return 'Has no advisor who books a slot'
  if (viewer === 'advisor') return 'Waits for you to book a slot'
  if (viewer === 'student') return `${advisor?.name ?? 'Your advisor'} books a time for you`
  return `Waits for ${advisor?.name ?? 'an advisor'} to book a slot`
}

function whoMeets({ student, reviewer }: Review, viewer: Role): string {
  return `with ${viewer === 'reviewer' ? student.name : (reviewer?.name ?? 'the reviewer')}`
}

function whatFollows(review: Review, viewer: Role) {
  const { isClosed, status, student, advisor, reviewer, turn } = review
  if (isClosed) return 'Closed: the next review has followed.'
  if (status === 'review-scheduled') {
    if (viewer === 'reviewer') return 'Your marks are still to come.'
    return `${reviewer?.name ?? 'The reviewer'} has not given the marks yet.`
  }
  if (turn?.step === 'assign' && viewer !== 'student') return 'Has no advisor who decides.'
  const goesOn = viewer === 'student' ? 'you go on' : `${student.name} goes on`
  return `${advisor?.name ?? 'The advisor'} decides how ${goesOn}.`
}

function Sentence({ children }: { children: ReactNode }) {
  return (
    <Text component="div" size="md" fw={500}>
      {children}
    </Text>
  )
}
