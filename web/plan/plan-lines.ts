import { planLinesMax } from '#contract/limits/plan.ts'
import type { PlanLine, Suggestion } from '#contract/plan.ts'
import { type BookingInput, bookingRefusals } from '#contract/reviews/scheduling/booking.ts'
import { isReviewError } from '#web/reviews/booking/is-review-error.ts'

/** A line of the plan with the advisor's changes. */
export type EditablePlanLine = {
  review: PlanLine['review']
  /** The chosen slot; null if none is left. */
  choice: Suggestion | null
  /** The reason for the slot, or for having none. */
  why: string
  /** The date from which it can be planned, if it has no slot because all are earlier. */
  notBefore: string | null
  /** Whether the slot is late although an earlier one is free. */
  isEarlierFree: boolean
  /** Whether it is selected for booking. */
  isIn: boolean
  /** Whether alternative slots are shown. */
  isOpen: boolean
  isBooked: boolean
  /** Why booking it failed. */
  refused: string | null
  /** The other students with the same slot. */
  sharedWith: string[]
}

/** A change to a line since the plan was made. */
export type LineChange = Partial<Omit<EditablePlanLine, 'review' | 'sharedWith' | 'notBefore'>>
export type LineChanges = ReadonlyMap<string, LineChange>

/** The lines of a plan with the advisor's changes, keyed by review id. */
export function toPlanLines(plan: PlanLine[], changes: LineChanges): EditablePlanLine[] {
  const lines = plan.map(({ review, slot, reviewer, ...said }): EditablePlanLine => {
    const { why, isEarlierFree } = said
    const choice = slot && reviewer && { slot, reviewer, why, isTooEarly: false }
    const none = { isOpen: false, isBooked: false, refused: null, sharedWith: [] }
    // A late slot is not selected by default while an earlier one is free.
    const planned = { ...none, ...said, review, choice, isIn: !isEarlierFree }
    return { ...planned, ...changes.get(review._id) }
  })
  const bySlot = Map.groupBy(getSelectedLines(lines), ({ choice }) => choice.slot._id)
  return lines.map((line) => {
    const same = line.choice && bySlot.get(line.choice.slot._id)
    if (!same || same.length < 2 || !same.some(({ review }) => review === line.review)) return line
    const others = same.filter(({ review }) => review !== line.review)
    return { ...line, sharedWith: others.map(({ review }) => review.student.name) }
  })
}

export function mergeChanges(before: LineChanges, made: LineChanges): LineChanges {
  const merged = [...made].map(([id, change]) => [id, { ...before.get(id), ...change }] as const)
  return new Map([...before, ...merged])
}

/** Whether a line can be booked. */
export function canBeBooked(
  line: EditablePlanLine,
): line is EditablePlanLine & { choice: Suggestion } {
  return line.choice !== null && !line.isBooked && line.refused === null
}

/** Whether the review of a line was booked elsewhere, or is over. */
export function isBookedElsewhere({ refused }: Pick<LineChange, 'refused'>): boolean {
  return refused === bookingRefusals.notToSchedule.message
}

/** The changes of another plan, without those of reviews that have been booked since, by anybody. */
export function dropBooked(changes: LineChanges, made: LineChanges): LineChanges {
  const isOver = ({ isBooked, refused }: LineChange = {}) =>
    isBooked || (refused && isReviewError(refused))
  return new Map([...changes].filter(([id]) => !isOver(made.get(id))))
}

/** Whether the advisor has changed what is still to be booked. */
export function hasUnbookedChanges(changes: LineChanges): boolean {
  return [...changes.values()].some(
    ({ choice, isIn, isBooked, refused }) =>
      (choice || isIn !== undefined) && !isBooked && !refused,
  )
}

/** The changes without those of refused lines, which a new plan does not need. */
export function dropRefused(changes: LineChanges): LineChanges {
  return new Map([...changes].filter(([, { refused }]) => !refused))
}

/** How many lines can be booked; of those with the same slot one counts. */
export function countBookable(lines: EditablePlanLine[]): number {
  return new Set(getSelectedLines(lines).map(({ choice }) => choice.slot._id)).size
}

export function getSelectedLines(lines: EditablePlanLine[]) {
  return lines.filter(canBeBooked).filter(({ isIn }) => isIn)
}

/** The lines to book, in batches as large as a request takes. */
export function toBookingBatches(lines: EditablePlanLine[]): BookingInput[][] {
  const all = getSelectedLines(lines).map(({ review, choice: { slot, reviewer } }) => ({
    reviewId: review._id,
    reviewer: reviewer._id,
    slot: slot._id,
  }))
  const calls = Math.ceil(all.length / planLinesMax)
  return Array.from({ length: calls }, (_, index) =>
    all.slice(index * planLinesMax, (index + 1) * planLinesMax),
  )
}
