import { planLinesMax } from '#contract/limits/plan.ts'
import type { PlanLine, Suggestion } from '#contract/plan.ts'
import { type Booking, bookingRefusals } from '#contract/reviews/scheduling/booking.ts'

/** A line of the plan as the advisor has it. */
export type EditablePlanLine = {
  review: PlanLine['review']
  /** What it is to have; null where no slot is left for it. */
  choice: Suggestion | null
  /** Why it has this slot, or none. */
  why: string
  /** The date from which on it is planned, where it has none because all are earlier. */
  notBefore: string | null
  /** Whether its slot is late although an earlier one is free. */
  isEarlierFree: boolean
  /** Whether it is to be booked. */
  isIn: boolean
  /** Whether other slots are shown to choose from. */
  isOpen: boolean
  isBooked: boolean
  /** Why it was not booked when that was tried. */
  refused: string | null
  /** Who else is to have the same slot. */
  sharedWith: string[]
}

/** What has happened to a line since the plan was made. */
export type LineChange = Partial<Omit<EditablePlanLine, 'review' | 'sharedWith' | 'notBefore'>>
export type LineChanges = ReadonlyMap<string, LineChange>

/** The lines of a plan with what the advisor has changed, by the ids of the reviews. */
export function toPlanLines(plan: PlanLine[], changes: LineChanges): EditablePlanLine[] {
  const lines = plan.map(({ review, slot, reviewer, ...said }): EditablePlanLine => {
    const { why, isEarlierFree } = said
    const choice = slot && reviewer && { slot, reviewer, why, isTooEarly: false }
    const none = { isOpen: false, isBooked: false, refused: null, sharedWith: [] }
    // Whoever can choose an earlier slot is not late unless asked.
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

/** What has happened to the lines, and now this. */
export function mergeChanges(before: LineChanges, made: LineChanges): LineChanges {
  const merged = [...made].map(([id, change]) => [id, { ...before.get(id), ...change }] as const)
  return new Map([...before, ...merged])
}

/** Whether a line can be booked as it is. */
export function canBeBooked(
  line: EditablePlanLine,
): line is EditablePlanLine & { choice: Suggestion } {
  return line.choice !== null && !line.isBooked && line.refused === null
}

/** Whether the review of a line has a slot by now that was not booked here, or is over. */
export function isBookedElsewhere({ refused }: Pick<EditablePlanLine, 'refused'>): boolean {
  return refused === bookingRefusals.notToSchedule.message
}

/** How many can be booked by the next press: of those that have the same slot one. */
export function countBookable(lines: EditablePlanLine[]): number {
  return new Set(getSelectedLines(lines).map(({ choice }) => choice.slot._id)).size
}

/** The lines that are tried by the next press. */
export function getSelectedLines(lines: EditablePlanLine[]) {
  return lines.filter(canBeBooked).filter(({ isIn }) => isIn)
}

/** The same as calls take them, so many at a time. */
export function toBookingBatches(lines: EditablePlanLine[]): Booking[][] {
  const all = getSelectedLines(lines).map(({ review, choice: { slot, reviewer } }) => ({
    ...{ reviewId: review._id, reviewer: reviewer._id, slot: slot._id },
  }))
  const calls = Math.ceil(all.length / planLinesMax)
  return Array.from({ length: calls }, (_, index) =>
    all.slice(index * planLinesMax, (index + 1) * planLinesMax),
  )
}
