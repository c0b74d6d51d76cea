import { z } from 'zod'
import { SlotWithReviewer } from '../kit/slot.ts'
import { ListedPerson, PersonDetails } from '../people/people.ts'
import { Mark, Review } from '../reviews/reviews.ts'

/** A person as the lists of admins have them, without what was noted about them. */
const Person = ListedPerson.pick({
  _id: true,
  name: true,
  email: true,
  isProfileVerified: true,
  isBlocked: true,
  isPaused: true,
  pausedUntil: true,
  finished: true,
  domain: true,
  domains: true,
  week: true,
  advisor: true,
}).extend(PersonDetails.pick({ role: true }).shape)

/**
 * A review as its reviewer sees it, without the reasons of a reschedule request. `mark` is null
 * until there are marks. `previous` is the slot that it lost or left, in ISO instants.
 */
const ReviewData = Review.extend({
  mark: Mark.nullable(),
  previous: z
    .object({
      startsAt: z.string(),
      endsAt: z.string().nullable(),
      reviewer: SlotWithReviewer.shape.reviewer,
    })
    .nullable(),
})
export type ReviewData = z.infer<typeof ReviewData>

/** What is left of a person who was erased, or whose invitation was revoked. */
const FormerPerson = PersonDetails.pick({ _id: true, role: true })

/** The `data` of each event. */
export const webhookDataSchemas = {
  'review.booked': ReviewData,
  'review.moved': ReviewData,
  'review.cancelled': ReviewData,
  'review.conducted': ReviewData,
  'review.decided': ReviewData,
  'student.added': Person,
  'student.week-changed': Person,
  'student.paused': Person,
  'student.resumed': Person,
  'student.finished': Person,
  'student.reopened': Person,
  'person.added': Person,
  'person.changed': Person,
  'person.blocked': Person,
  'person.unblocked': Person,
  'person.erased': FormerPerson,
  'slot.added': SlotWithReviewer,
  'slot.removed': SlotWithReviewer,
} as const
export type WebhookEvent = keyof typeof webhookDataSchemas
export type WebhookData<Event extends WebhookEvent> = z.input<(typeof webhookDataSchemas)[Event]>

export const webhookEvents = Object.keys(webhookDataSchemas) as [WebhookEvent, ...WebhookEvent[]]
export const WebhookEvent = z.enum(webhookEvents)

/** The event that an admin sends to try a webhook out. Its data are the webhook's id. */
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
  'student.paused': 'A student’s course is paused',
  'student.resumed': 'A student’s course is resumed',
  'student.finished': 'A student finishes the course',
  'student.reopened': 'A student’s course is reopened',
  'person.added': 'A person of any role is added',
  'person.changed': 'A person’s details change, or they join',
  'person.blocked': 'A person is blocked',
  'person.unblocked': 'A person is unblocked',
  'person.erased': 'A person is erased, or their invitation revoked',
  'slot.added': 'A slot is added',
  'slot.removed': 'A slot is removed',
}
