import type { NotificationKind } from '../kit/notification-kind.ts'
import { twoDigits } from '../kit/week.ts'
import {
  absentIn,
  hasLeft,
  inSentence,
  nextOf,
  onDay,
  onSlot,
  type Reader,
  type ReviewPayload,
  whose,
} from './format-review.ts'

/** Who moved a review, from when, and to where. */
export function describeMove(payload: ReviewPayload, reader: Reader): string {
  const { by, from, to } = payload
  const review = whose(payload, reader)
  if (hasLeft(payload, reader)) {
    const why = by === null ? '' : `: ${by} moved it`
    return `${review}${onSlot(from, reader)} is not yours any more${why}.`
  }
  const said = by === null ? `${review} was moved` : `${by} moved ${inSentence(review)}`
  return from
    ? `${said}. It was${onDay(from, reader)} and is now${onSlot(to, reader)}.`
    : `${said}. It is now${onSlot(to, reader)}.`
}

/** Who did not come to a review, who noted it, and what comes next. */
export function describeNoShow(payload: ReviewPayload, reader: Reader): string {
  const { who, week, from, by, student } = payload
  const absent = absentIn(payload, reader)
  // Whose review it is has been said where the student is the one who did not come, or who noted it.
  const isSaid = who === 'student' || (absent === 'You' && by === student.name)
  const review = isSaid ? `the review of week ${twoDigits(week)}` : whose(payload, reader)
  const came = `did not come to ${inSentence(review)}${onDay(from, reader)}`
  const noted =
    absent === 'You'
      ? `${by === null ? 'It was noted' : `${by} noted`} that you ${came}`
      : `${absent} ${came}${by === null ? '' : `, as ${by} noted`}`
  return `${noted}.${nextOf(payload, reader)}`
}

const takenBack: Partial<Record<NotificationKind, string>> = {
  ...{ moved: 'The move of', granted: 'The move of', cancelled: 'The cancellation of' },
  ...{ begun: 'The decision on', repeated: 'The decision on' },
}

/** 'The move of your review of week 03 was taken back'. */
export function describeRestored(payload: ReviewPayload, reader: Reader): string {
  const what = (payload.undoes && takenBack[payload.undoes]) ?? 'The last change of'
  return `${what} ${inSentence(whose(payload, reader))} was taken back`
}

/** The same, and how the review stands for its reader since. */
export function describeUndo(payload: ReviewPayload, reader: Reader): string {
  const { from, to } = payload
  const since = hasLeft(payload, reader)
    ? `the review${onSlot(from, reader)} is not yours any more`
    : `it is ${to ? onSlot(to, reader).trimStart() : 'open again'}`
  return `${describeRestored(payload, reader)}: ${since}.`
}
