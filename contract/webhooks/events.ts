import { z } from 'zod'
import { SlotWithReviewer } from '../kit/slot.ts'
import { ListedPerson, PersonDetails } from '../people/people.ts'
import { Review } from '../reviews/reviews.ts'

/** A person as the lists of admins have them, without what was noted about them. */
const Person = ListedPerson.pick({
  ...{ _id: true, name: true, email: true, isProfileVerified: true, isBlocked: true },
  ...{ isPaused: true, pausedUntil: true, finished: true, domain: true, domains: true },
  ...{ week: true, advisor: true },
}).extend(PersonDetails.pick({ role: true }).shape)

/**
 * The `data` of each event. Reviews are as their reviewers see them, without the reasons of a
 * reschedule request.
 */
export const webhookData = {
  'review.booked': Review,
  'review.moved': Review,
  'review.cancelled': Review,
  'review.conducted': Review,
  'review.decided': Review,
  'student.added': Person,
  'student.week-changed': Person,
  'student.finished': Person,
  'person.blocked': Person,
  'slot.added': SlotWithReviewer,
  'slot.removed': SlotWithReviewer,
} as const
export type WebhookEvent = keyof typeof webhookData
export type WebhookData<Event extends WebhookEvent> = z.input<(typeof webhookData)[Event]>

export const webhookEvents = Object.keys(webhookData) as [WebhookEvent, ...WebhookEvent[]]
export const WebhookEvent = z.enum(webhookEvents)

/** The event that an admin sends to try a webhook out. Its data are the webhook's id and URL. */
export const testEvent = 'webhook.test'

/** When each event happens, for admins. */
export const webhookEventLabels: Record<WebhookEvent, string> = {
  'review.booked': 'A review is booked',
  'review.moved': 'A review is moved to another slot',
  'review.cancelled': 'A review loses its slot',
  'review.conducted': 'A review is marked, or its marks are corrected',
  'review.decided': 'A week is decided',
  'student.added': 'A student is added',
  'student.week-changed': 'A student moves to another week',
  'student.finished': 'A student finishes the course',
  'person.blocked': 'A person is blocked',
  'slot.added': 'A slot is added',
  'slot.removed': 'A slot is removed',
}
