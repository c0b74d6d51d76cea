import type { HistoryKind } from '#contract/kit/kinds/history-kind.ts'
import {
  type NotificationKind,
  notificationKinds,
  reminderKinds,
} from '#contract/kit/kinds/notification-kind.ts'
import { hourMs } from '#contract/kit/time/durations.ts'
import { reminderHours } from '#contract/limits/reviews.ts'
import { getSupersededKinds } from '#contract/notifications/delivery/superseded.ts'
import { notificationDefinitions } from '#contract/notifications/notifications.ts'

/** A notification: its recipient, its kind, and its history line. */
export type ExpectedNotification = { reader: string; kind: NotificationKind; dedupeKey: string }

/** A history line with everything that determines its recipients. */
export type HistoryLine = {
  id: string
  what: HistoryKind
  doer: string | null
  student: string
  advisor: string | null
  /** The reviewers of the slot before and after. */
  reviewers: string[]
  /** The recipients of the line that it undoes. */
  heard: string[]
  /** Whether there is a reason. */
  isExplained: boolean
  /** Whether the review moves to a requested slot, and whether its week is repeated. */
  isGranted: boolean
  isRepeated: boolean
}

/** Kinds of notification about history lines. */
export const historyNotificationKinds: ReadonlySet<string> = new Set<NotificationKind>([
  ...(['booked', 'moved', 'granted', 'cancelled', 'asked', 'declined', 'withdrawn'] as const),
  ...(['no-show', 'lost', 'marked', 'begun', 'repeated', 'undone'] as const),
])

const ownActions: ReadonlySet<HistoryKind> = new Set<HistoryKind>(['cancelled', 'lost', 'undone'])

/**
 * The notifications of a line by the rules: one for each person concerned, never for the one who
 * did it, except for a reviewer's calendar feed.
 */
export function getExpectedNotifications(line: HistoryLine): ExpectedNotification[] {
  const { id: dedupeKey, doer, student, reviewers } = line
  const advisor = line.advisor === null ? [] : [line.advisor]
  const all = [student, ...advisor, ...reviewers]
  // Withdrawing a request has no reason; with a reason it was declined.
  const isDeclined = line.what === 'withdrawn' && line.isExplained
  const whom: Record<HistoryKind, string[]> = {
    booked: all,
    moved: all,
    cancelled: all,
    'no-show': all,
    lost: all,
    asked: advisor,
    withdrawn: isDeclined ? [student] : advisor,
    marked: [student, ...advisor],
    decided: all,
    undone: line.heard,
  }
  const kindFor = (reader: string): NotificationKind => {
    if (isDeclined) return 'declined'
    if (line.what === 'decided') return line.isRepeated ? 'repeated' : 'begun'
    return line.what === 'moved' && line.isGranted && reader === student ? 'granted' : line.what
  }
  return [...new Set(whom[line.what])]
    .filter(
      (reader) => reader !== doer || (ownActions.has(line.what) && reviewers.includes(reader)),
    )
    .map((reader) => ({ reader, kind: kindFor(reader), dedupeKey }))
}

type OfReview = { review_id: string | null }

/** Whether a later line of the history supersedes a notification. */
export function supersedes(
  line: OfReview & { what: HistoryKind },
  notified: OfReview & { kind: NotificationKind },
): boolean {
  return (
    line.review_id === notified.review_id && getSupersededKinds(line.what).includes(notified.kind)
  )
}

/** A notification as text, for comparison. */
export const formatNotification = ({ reader, kind, dedupeKey }: ExpectedNotification) =>
  `${kind} of ${dedupeKey} to ${reader}`

/** When reminders of a slot are due, as far as that is in the future. */
export function getReminderTimes(startsAt: number, now: number): number[] {
  return reminderKinds
    .map((kind) => startsAt - reminderHours[kind] * hourMs)
    .filter((due) => due > now)
}

/** Whether each notification of this kind is a separate mail. */
export const isMailedAtOnce = (kind: string | null) =>
  notificationKinds.some((one) => one === kind && notificationDefinitions[one].mail === 'at-once')

/** Whether a notification is still useful. */
export function isStillUseful(
  { kind, payload, at }: { kind: NotificationKind; payload: string; at: number },
  now: number,
): boolean {
  const goodUntil = notificationDefinitions[kind].goodUntil(JSON.parse(payload), at)
  return goodUntil === null || goodUntil > now
}
