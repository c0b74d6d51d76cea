import { formatCalendarEntry } from '#contract/calendar/format-calendar-entry.ts'
import type { NotificationKind } from '#contract/kit/kinds/notification-kind.ts'
import { ReviewPayload } from '#contract/notifications/format-review.ts'
import type { Role } from '#contract/roles.ts'
import type { Context } from '#server/kit/context.ts'
import type { MailContent } from '#server/kit/mail/message/content.ts'

/** The kinds after which a review has another slot or none. */
const changesSlot: ReadonlySet<NotificationKind> = new Set<NotificationKind>([
  ...(['booked', 'moved', 'granted', 'cancelled', 'no-show', 'lost', 'begun', 'repeated'] as const),
  'undone',
])

type Recipient = { id: string; role: Role; name: string; email: string }

type ReviewNotification = {
  kind: NotificationKind
  /** As stored with the notification. */
  payload: unknown
  reviewId: string | null
}

/**
 * Returns the calendar invitation of a notification's mail: the review at its current slot, or its
 * cancellation if the recipient no longer takes part. Undefined if no slot changed.
 */
export async function getCalendarPart(
  context: Context,
  { kind, payload, reviewId }: ReviewNotification,
  { id: _id, role, name, email }: Recipient,
): Promise<MailContent['calendar']> {
  // Advisors do not attend reviews and get no mail about their own changes: an entry would become
  // stale.
  if (!changesSlot.has(kind) || reviewId === null || role === 'advisor') return undefined
  const { from, to, week, student, sequence } = ReviewPayload.parse(payload)
  const isTheirs = (slot: typeof from) => role !== 'reviewer' || slot?.reviewer._id === _id
  const [now, before] = [isTheirs(to) ? to : null, isTheirs(from) ? from : null]
  const slot = now ?? before
  if (!slot) return undefined
  const { writeCalendar } = await import('#server/kit/calendar/write-calendar.ts')
  const named = { review: reviewId, week, student: student.name, reviewer: slot.reviewer.name }
  const entry = {
    id: reviewId,
    sequence,
    startsAt: Date.parse(slot.startsAt),
    endsAt: slot.endsAt === null ? null : Date.parse(slot.endsAt),
    ...formatCalendarEntry(named, { role, appUrl: context.settings.appUrl }),
  }
  const method = now ? 'REQUEST' : 'CANCEL'
  return { method, ics: writeCalendar(context, [entry], { method, attendee: { name, email } }) }
}
