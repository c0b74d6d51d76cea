import type { SlotWithReviewer } from '#contract/kit/slot.ts'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import type { HistoryLine } from '#contract/reviews/history.ts'
import { formatSlotWithReviewer } from '../rescheduling/format-booking.ts'

/**
 * A line of a review's history as a sentence: who did what, and which slots changed. Marks after
 * others (`isCorrection`) corrected them.
 */
export function formatHistoryLine(line: HistoryLine, isCorrection = false): string {
  const { what, by, from, to, who, wished, reason, decided } = line
  const somebody = by?.name ?? 'Someone'
  const [before, after] = [formatSlotPlace(from), formatSlotPlace(to)]
  const sentences: Record<HistoryLine['what'], string> = {
    booked: `${somebody} booked ${after}`,
    moved: `${somebody} moved it from ${before} to ${after}`,
    asked: `${somebody} asked to reschedule${wished.length > 0 ? ` to ${formatAlternatives(wished)}` : ''}`,
    withdrawn:
      reason === null
        ? `${somebody} withdrew the request to reschedule`
        : `${somebody} declined the request to reschedule`,
    cancelled: `${somebody} cancelled ${before}`,
    'no-show': `${somebody} recorded that the ${who ?? 'other'} did not come to ${before}`,
    lost: by ? `${somebody} removed ${before}` : `${before} was removed`,
    marked: `${somebody} ${isCorrection ? 'corrected' : 'gave'} the marks`,
    decided: decided
      ? `${somebody} decided that ${formatDecision(decided)}`
      : `${somebody} made a decision that was undone`,
    undone: to ? `${somebody} undid that: it is ${after} again` : `${somebody} undid that`,
  }
  return sentences[what]
}

/** How the student continues. */
function formatDecision({ way, week }: NonNullable<HistoryLine['decided']>): string {
  return way === 'week-repeat' ? 'the week is repeated' : `week ${formatWeekNumber(week)} begins`
}

function formatSlotPlace(slot: SlotWithReviewer | null): string {
  return slot ? formatSlotWithReviewer(slot) : 'a slot'
}

/** Alternative slots: 'Tue 24 Nov, 10:00 AM with Priya Nair or …'. */
function formatAlternatives(slots: SlotWithReviewer[]): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(
    slots.map(formatSlotWithReviewer),
  )
}
