import type { HistoryKind } from '../kit/kinds/history-kind.ts'
import {
  type NotificationKind,
  notificationKinds,
  reminderKinds,
} from '../kit/kinds/notification-kind.ts'

/** What becomes of a review's slot, after which a word about the slot before is of no use. */
const slotChanges = ['booked', 'moved', 'cancelled', 'no-show', 'decided'] as const
/** The same, and what else leaves a review without the slot of which somebody was reminded. */
const slotGone = [...slotChanges, 'lost', 'undone'] as const

/**
 * After which lines of a review's history a notice of it is settled: it is not new any more, and not
 * mailed if it has not been. Kinds that stay true whatever follows are none of these.
 */
const supersededBy: Partial<Record<NotificationKind, readonly HistoryKind[]>> = {
  // A wish that was asked for outlives the loss of the slot.
  asked: [...slotChanges, 'asked', 'withdrawn', 'marked'],
  declined: [...slotChanges, 'asked', 'lost'],
  withdrawn: [...slotChanges, 'asked', 'lost'],
  overdue: ['booked', 'decided', 'undone'],
  reminded: [...slotGone, 'marked'],
  'reminder-day': slotGone,
  'reminder-hour': slotGone,
}

/**
 * The kinds that say how it is about a review's slot: of two mails of one review the later one alone
 * is still of use.
 */
export const slotKinds = [
  ...(['booked', 'moved', 'granted', 'cancelled', 'no-show', 'lost', 'undone'] as const),
  ...reminderKinds,
] satisfies NotificationKind[]

/** Whether something tells how it is about a review's slot, by its kind. */
export const isSlotKind = (kind: string) => slotKinds.some((one) => one === kind)

/** The kinds of notice of a review that are settled once this has become of it. */
export function getSupersededKinds(what: HistoryKind): NotificationKind[] {
  return notificationKinds.filter((kind) => supersededBy[kind]?.includes(what))
}
