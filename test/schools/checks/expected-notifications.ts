import type { HistoryKind } from '#contract/kit/kinds/history-kind.ts'
import {
  type NotificationKind,
  notificationKinds,
  reminderKinds,
} from '#contract/kit/kinds/notification-kind.ts'
import { hourMs } from '#contract/kit/time/durations.ts'
import { reminderHours } from '#contract/limits/reviews.ts'
import { getSupersededKinds } from '#contract/notifications/superseded.ts'
import { notificationDefinitions } from '#contract/notifications.ts'

/** A notice: who reads it, of what kind, and the line of a history that it tells. */
export type ExpectedNotification = { reader: string; kind: NotificationKind; dedupeKey: string }

/** A line of a review's history, with all that says whom it is told. */
export type HistoryLine = {
  id: string
  what: HistoryKind
  doer: string | null
  student: string
  advisor: string | null
  /** Whose slot the review had, and whose it has since. */
  reviewers: string[]
  /** Who was told of the line that it takes back. */
  heard: string[]
  /** Whether somebody says why. */
  isExplained: boolean
  /** Whether the review is moved to a slot that its student asks for, and whether its week is repeated. */
  isGranted: boolean
  isRepeated: boolean
}

/** The kinds of notice that tell of a line of a history. */
export const historyKinds: ReadonlySet<string> = new Set<NotificationKind>([
  ...(['booked', 'moved', 'granted', 'cancelled', 'asked', 'declined', 'withdrawn'] as const),
  ...(['no-show', 'lost', 'marked', 'begun', 'repeated', 'undone'] as const),
])

const ownActions: ReadonlySet<HistoryKind> = new Set<HistoryKind>(['cancelled', 'lost', 'undone'])

/**
 * What is told of a line, by the rules alone: to those whom it concerns, each once, and never to the
 * one who did it, but for a reviewer, whose calendar is to know.
 */
export function getExpectedNotifications(line: HistoryLine): ExpectedNotification[] {
  const { id: dedupeKey, doer, student, reviewers } = line
  const advisor = line.advisor === null ? [] : [line.advisor]
  const all = [student, ...advisor, ...reviewers]
  // A wish is withdrawn without a word: who says why has declined it.
  const isDeclined = line.what === 'withdrawn' && line.isExplained
  const whom: Record<HistoryKind, string[]> = {
    ...{ booked: all, moved: all, cancelled: all, 'no-show': all, lost: all },
    ...{ asked: advisor, withdrawn: isDeclined ? [student] : advisor },
    ...{ marked: [student, ...advisor], decided: all, undone: line.heard },
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

/** Whether a later line of a history settles what was told of the same review. */
export function supersedes(
  line: OfReview & { what: HistoryKind },
  notified: OfReview & { kind: NotificationKind },
): boolean {
  return (
    line.review_id === notified.review_id && getSupersededKinds(line.what).includes(notified.kind)
  )
}

/** A notice in words, by which two are compared. */
export const formatNotification = ({ reader, kind, dedupeKey }: ExpectedNotification) =>
  `${kind} of ${dedupeKey} to ${reader}`

/** When reminders of a slot that begins then are due, as far as that is still to come. */
export function remindersFor(startsAt: number, now: number): number[] {
  return reminderKinds
    .map((kind) => startsAt - reminderHours[kind] * hourMs)
    .filter((due) => due > now)
}

/** Whether each notice of this kind is a mail of its own. */
export const isMailedAtOnce = (kind: string | null) =>
  notificationKinds.some((one) => one === kind && notificationDefinitions[one].mail === 'at-once')

/** Whether it is still of use to hear of a notice. */
export function isOfUse(
  { kind, payload, at }: { kind: NotificationKind; payload: string; at: number },
  now: number,
): boolean {
  const goodUntil = notificationDefinitions[kind].goodUntil(JSON.parse(payload), at)
  return goodUntil === null || goodUntil > now
}
