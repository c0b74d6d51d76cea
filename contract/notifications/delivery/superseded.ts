import type { HistoryKind } from '../../kit/kinds/history-kind.ts'
import {
  type NotificationKind,
  notificationKinds,
  reminderKinds,
} from '../../kit/kinds/notification-kind.ts'

/** Events that make earlier notifications about a slot obsolete. */
const slotChanges = ['booked', 'moved', 'cancelled', 'no-show', 'decided'] as const
/** The same, and other events that end a reminder's booking. */
const slotGone = [...slotChanges, 'lost', 'undone'] as const

/**
 * Events in a review's history after which a notification is obsolete: it no longer counts as
 * unread and is not mailed. Kinds that remain true are not listed.
 */
const supersededBy: Partial<Record<NotificationKind, readonly HistoryKind[]>> = {
  // A reschedule request outlives the loss of the slot.
  asked: [...slotChanges, 'asked', 'withdrawn', 'marked'],
  declined: [...slotChanges, 'asked', 'lost'],
  withdrawn: [...slotChanges, 'asked', 'lost'],
  overdue: ['booked', 'decided', 'undone'],
  reminded: [...slotGone, 'marked'],
  'reminder-day': slotGone,
  'reminder-hour': slotGone,
}

/** Kinds that tell a review's slot as it is now. */
const slotChangeKinds = [
  'booked',
  'moved',
  'granted',
  'cancelled',
  'no-show',
  'lost',
  'undone',
] as const satisfies NotificationKind[]

/** Kinds about the current state of a review's slot, whose mails a later change makes useless. */
export const slotKinds = [...slotChangeKinds, ...reminderKinds] satisfies NotificationKind[]

/** Whether a kind makes older mails about the slot useless. A reminder has no calendar entry. */
export const isSlotChange = (kind: string) => slotChangeKinds.some((one) => one === kind)

/** The kinds that become obsolete with an event in a review's history. */
export function getSupersededKinds(what: HistoryKind): NotificationKind[] {
  return notificationKinds.filter((kind) => supersededBy[kind]?.includes(what))
}
