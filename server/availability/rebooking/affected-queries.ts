import { sql } from 'kysely'
import { all, type Values } from '#server/database/query.ts'
import {
  type BookingRuleInputs,
  countRemainingOnDay,
  selectBookableWithReviewer,
} from '#server/slots/bookable/bookable.ts'

/** A reviewer's upcoming booked reviews, by time, with what decides where they can move. */
export const readUpcomingBookings = all(
  (db, { reviewerId, now }: Values<{ reviewerId: string; now: number }>) =>
    db
      .selectFrom('reviews')
      .innerJoin('people as student', 'student.id', 'reviews.student_id')
      .leftJoin('advisor_settings', 'advisor_settings.advisor_id', 'reviews.advisor_id')
      .select(['reviews.id', 'reviews.slot_id', 'reviews.held_at', 'student.domain_id'])
      .select(['student.blocked_at', 'reviews.due_at'])
      .select('advisor_settings.move_by_itself')
      .where('reviews.reviewer_id', '=', reviewerId)
      .where('reviews.status', '=', sql.lit('review-scheduled'))
      .where('reviews.closed_at', 'is', null)
      .where('reviews.held_at', '>', now)
      .orderBy('reviews.held_at'),
)

/** The slots preferred in the reschedule requests of the reviewer's reviews, best first. */
export const readRequestedSlots = all((db, { reviewerId }: Values<{ reviewerId: string }>) =>
  db
    .selectFrom('reschedule_requests')
    .innerJoin('reviews', 'reviews.id', 'reschedule_requests.review_id')
    .leftJoin(
      'reschedule_request_slots',
      'reschedule_request_slots.review_id',
      'reschedule_requests.review_id',
    )
    .select(['reschedule_requests.review_id', 'reschedule_request_slots.slot_id'])
    .where('reviews.reviewer_id', '=', reviewerId)
    .where('reschedule_requests.ended_at', 'is', null)
    .orderBy('reschedule_requests.review_id')
    .orderBy('reschedule_request_slots.place'),
)

/** The maximum number of slots to search per time range. */
const slotsLookedThrough = 5_000

type OfDomain = { domainId: string; since: number; until: number }

/**
 * The bookable slots of a domain's reviewers in a time range, by time, with the reviewer's buffer
 * and remaining capacity.
 */
export const readBookableSlots = all((db, values: Values<BookingRuleInputs & OfDomain>) =>
  selectBookableWithReviewer(db, values)
    .where(sql<boolean>`slots.starts_at >= ${values.since} and slots.starts_at < ${values.until}`)
    .leftJoin('availabilities', 'availabilities.reviewer_id', 'slots.reviewer_id')
    .select(['slots.ends_at', 'availabilities.buffer', countRemainingOnDay(values).as('room')])
    .orderBy('slots.starts_at')
    .orderBy('slots.id')
    .limit(sql.lit(slotsLookedThrough)),
)
