import { formatEntry } from '#contract/calendar/format-entry.ts'
import type { NotificationKind } from '#contract/kit/kinds/notification-kind.ts'
import { ReviewPayload } from '#contract/notifications/format-review.ts'
import type { Role } from '#contract/roles.ts'
import type { Context } from '#server/kit/context.ts'
import type { MailContent } from '#server/kit/mail/message/content.ts'

/** After these a review has a slot that it had not, or has none any more. */
const changesSlot: ReadonlySet<NotificationKind> = new Set<NotificationKind>([
  ...(['booked', 'moved', 'granted', 'cancelled', 'no-show', 'lost', 'begun', 'repeated'] as const),
  'undone',
])

type Recipient = { id: string; role: Role; name: string; email: string }

type ReviewNotification = {
  kind: NotificationKind
  /** As the notice keeps them. */
  payload: unknown
  reviewId: string | null
}

/**
 * What a mail of a notice brings for its reader's calendar: the review where it is now, as far as it
 * is theirs, or else that the one which they had there is off. Undefined for what changes no slot.
 */
export async function getCalendarPart(
  context: Context,
  { kind, payload, reviewId }: ReviewNotification,
  { id: _id, role, name, email }: Recipient,
): Promise<MailContent['calendar']> {
  // An advisor is at no review, and is told of no change of their own: an entry would stay behind.
  if (!changesSlot.has(kind) || reviewId === null || role === 'advisor') return undefined
  const { from, to, week, student, sequence } = ReviewPayload.parse(payload)
  const isTheirs = (slot: typeof from) => role !== 'reviewer' || slot?.reviewer._id === _id
  const [now, before] = [isTheirs(to) ? to : null, isTheirs(from) ? from : null]
  const slot = now ?? before
  if (!slot) return undefined
  const { writeCalendar } = await import('#server/kit/calendar/write-calendar.ts')
  const named = { review: reviewId, week, student: student.name, reviewer: slot.reviewer.name }
  const entry = {
    ...{ id: reviewId, sequence, startsAt: Date.parse(slot.startsAt) },
    endsAt: slot.endsAt === null ? null : Date.parse(slot.endsAt),
    ...formatEntry(named, { role, appUrl: context.settings.appUrl }),
  }
  const method = now ? 'REQUEST' : 'CANCEL'
  return { method, ics: writeCalendar(context, [entry], { method, attendee: { name, email } }) }
}
