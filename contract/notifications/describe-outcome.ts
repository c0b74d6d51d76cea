import type { NotificationKind } from '../kit/kinds/notification-kind.ts'
import {
  describeNextStep,
  formatAbsentPerson,
  formatOnDay,
  formatOnSlot,
  formatReview,
  formatWhoseReview,
  inMidSentence,
  isNoLongerReaders,
  type Reader,
  type ReviewPayload,
} from './format-review.ts'

/** Says who moved a review, from when and to when. */
export function describeMove(payload: ReviewPayload, reader: Reader): string {
  const { by, from, to } = payload
  const review = formatWhoseReview(payload, reader)
  if (isNoLongerReaders(payload, reader)) {
    const why = by === null ? '' : `: ${by} moved it`
    return `${review}${formatOnSlot(from, reader)} is no longer yours${why}.`
  }
  const said = by === null ? `${review} was moved` : `${by} moved ${inMidSentence(review)}`
  return from
    ? `${said}. It was${formatOnDay(from, reader)} and is now${formatOnSlot(to, reader)}.`
    : `${said}. It is now${formatOnSlot(to, reader)}.`
}

/** Says who did not come, who recorded it and what comes next. */
export function describeNoShow(payload: ReviewPayload, reader: Reader): string {
  const { who, week, from, by, student } = payload
  const absent = formatAbsentPerson(payload, reader)
  // The student's name is already in the sentence if they did not come or recorded it.
  const isSaid = who === 'student' || (absent === 'You' && by === student.name)
  const review = isSaid ? `the ${formatReview(week)}` : formatWhoseReview(payload, reader)
  const came = `did not come to ${inMidSentence(review)}${formatOnDay(from, reader)}`
  const whom = absent === 'You' ? 'you' : absent
  const recorded = by === null ? `${absent} ${came}` : `${by} recorded that ${whom} ${came}`
  return `${recorded}.${describeNextStep(payload, reader)}`
}

const takenBack: Partial<Record<NotificationKind, string>> = {
  moved: 'The move of',
  granted: 'The move of',
  cancelled: 'The cancellation of',
  begun: 'The decision on',
  repeated: 'The decision on',
}

/** Returns, for example, 'The move of your week 03 review was undone'. */
export function describeRestored(payload: ReviewPayload, reader: Reader): string {
  const what = (payload.undoes && takenBack[payload.undoes]) ?? 'The last change to'
  return `${what} ${inMidSentence(formatWhoseReview(payload, reader))} was undone`
}

/** The same, followed by the review's current state. */
export function describeUndo(payload: ReviewPayload, reader: Reader): string {
  const { from, to } = payload
  const since = isNoLongerReaders(payload, reader)
    ? `The review${formatOnSlot(from, reader)} is no longer yours`
    : `The review is ${to ? formatOnSlot(to, reader).trimStart() : 'open again'}`
  return `${describeRestored(payload, reader)}. ${since}.`
}
