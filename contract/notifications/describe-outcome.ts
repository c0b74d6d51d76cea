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
  type ReviewFacts,
  whose,
} from './format-review.ts'

/** Who moved a review, from when, and to where. */
export function describeMove(facts: ReviewFacts, reader: Reader): string {
  const { by, from, to } = facts
  const review = whose(facts, reader)
  if (hasLeft(facts, reader)) {
    const why = by === null ? '' : `: ${by} moved it`
    return `${review}${onSlot(from, reader)} is not yours any more${why}.`
  }
  const said = by === null ? `${review} was moved` : `${by} moved ${inSentence(review)}`
  return from
    ? `${said}. It was${onDay(from, reader)} and is now${onSlot(to, reader)}.`
    : `${said}. It is now${onSlot(to, reader)}.`
}

/** Who did not come to a review, who noted it, and what comes next. */
export function describeNoShow(facts: ReviewFacts, reader: Reader): string {
  const { who, week, from, by, student } = facts
  const absent = absentIn(facts, reader)
  // Whose review it is has been said where the student is the one who did not come, or who noted it.
  const isSaid = who === 'student' || (absent === 'You' && by === student.name)
  const review = isSaid ? `the review of week ${twoDigits(week)}` : whose(facts, reader)
  const came = `did not come to ${inSentence(review)}${onDay(from, reader)}`
  const noted =
    absent === 'You'
      ? `${by === null ? 'It was noted' : `${by} noted`} that you ${came}`
      : `${absent} ${came}${by === null ? '' : `, as ${by} noted`}`
  return `${noted}.${nextOf(facts, reader)}`
}

const takenBack: Partial<Record<NotificationKind, string>> = {
  ...{ moved: 'The move of', granted: 'The move of', cancelled: 'The cancellation of' },
  ...{ begun: 'The decision on', repeated: 'The decision on' },
}

/** 'The move of your review of week 03 was taken back'. */
export function describeRestored(facts: ReviewFacts, reader: Reader): string {
  const what = (facts.undoes && takenBack[facts.undoes]) ?? 'The last change of'
  return `${what} ${inSentence(whose(facts, reader))} was taken back`
}

/** The same, and how the review stands for its reader since. */
export function describeUndo(facts: ReviewFacts, reader: Reader): string {
  const { from, to } = facts
  const since = hasLeft(facts, reader)
    ? `the review${onSlot(from, reader)} is not yours any more`
    : `it is ${to ? onSlot(to, reader).trimStart() : 'open again'}`
  return `${describeRestored(facts, reader)}: ${since}.`
}
