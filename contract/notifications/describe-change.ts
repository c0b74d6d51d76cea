import type { NotificationKind } from '../kit/kinds/notification-kind.ts'
import {
  describeNextStep,
  formatNoShowPerson,
  formatWeekReview,
  formatWhen,
  formatWhenWithReviewer,
  formatWhoseReview,
  hasReaderLostSlot,
  type Reader,
  type ReviewPayload,
  toMidSentence,
} from './format-review.ts'

/** Who made a change, as advisors are told; null for other readers. */
const getOther = ({ by }: ReviewPayload, { role }: Reader) => (role === 'advisor' ? by : null)

/** Says for when a review is booked, and to an advisor who else booked it. */
export function describeBooking(payload: ReviewPayload, reader: Reader): string {
  const other = getOther(payload, reader)
  const review = formatWhoseReview(payload, reader)
  const said = other === null ? `${review} is booked` : `${other} booked ${review}`
  return `${said}${formatWhenWithReviewer(payload.to, reader).replace(/^ on /, ' for ')}.`
}

/** Says who moved a review, from when and to when. */
export function describeReviewMove(payload: ReviewPayload, reader: Reader): string {
  const { by, from, to } = payload
  const review = formatWhoseReview(payload, reader)
  if (hasReaderLostSlot(payload, reader)) {
    const why = by === null ? '' : `: ${by} moved it`
    return `${review}${formatWhenWithReviewer(from, reader)} is no longer yours${why}.`
  }
  const said = by === null ? `${review} was moved` : `${by} moved ${toMidSentence(review)}`
  return from
    ? `${said}. It was${formatWhen(from, reader)} and is now${formatWhenWithReviewer(to, reader)}.`
    : `${said}. It is now${formatWhenWithReviewer(to, reader)}.`
}

/** Says who did not come, who recorded it and what comes next. */
export function describeNoShow(payload: ReviewPayload, reader: Reader): string {
  const { who, week, from, by, student } = payload
  const absent = formatNoShowPerson(payload, reader)
  // The student's name is already in the sentence if they did not come or recorded it.
  const isSaid = who === 'student' || (absent === 'You' && by === student.name)
  const review = isSaid ? `the ${formatWeekReview(week)}` : formatWhoseReview(payload, reader)
  const came = `did not come to ${toMidSentence(review)}${formatWhen(from, reader)}`
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
export function formatUndo(payload: ReviewPayload, reader: Reader): string {
  const what = (payload.undoes && takenBack[payload.undoes]) ?? 'The last change to'
  return `${what} ${toMidSentence(formatWhoseReview(payload, reader))} was undone`
}

/** The same, to an advisor with who else did it, followed by the review's current state. */
export function describeUndo(payload: ReviewPayload, reader: Reader): string {
  const { from, to } = payload
  const other = getOther(payload, reader)
  const undone = formatUndo(payload, reader) + (other === null ? '' : ` by ${other}`)
  const since = hasReaderLostSlot(payload, reader)
    ? `The review${formatWhenWithReviewer(from, reader)} is no longer yours`
    : `The review is ${to ? formatWhenWithReviewer(to, reader).trimStart() : 'open again'}`
  return `${undone}. ${since}.`
}
