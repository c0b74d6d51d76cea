import type { HistoryWhat } from '../kit/history-what.ts'
import { type NoticeKind, noticeKinds } from '../kit/notice-kind.ts'

/** What becomes of a review's slot, after which a word about the slot before is of no use. */
const slotChanges = ['booked', 'moved', 'cancelled', 'no-show', 'decided'] as const

/**
 * After which lines of a review's history a notice of it is settled: it is not new any more, and not
 * mailed if it has not been. Kinds that stay true whatever follows are none of these.
 */
const overtakenBy: Partial<Record<NoticeKind, readonly HistoryWhat[]>> = {
  // A wish that was asked for outlives the loss of the slot.
  asked: [...slotChanges, 'asked', 'withdrawn'],
  declined: [...slotChanges, 'asked', 'lost'],
  withdrawn: [...slotChanges, 'asked', 'lost'],
  overdue: ['booked', 'decided', 'undone'],
  reminded: [...slotChanges, 'lost', 'undone'],
}

/** The kinds of notice of a review that are settled once this has become of it. */
export function overtakenKinds(what: HistoryWhat): NoticeKind[] {
  return noticeKinds.filter((kind) => overtakenBy[kind]?.includes(what))
}
