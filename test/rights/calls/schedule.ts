import { sql } from 'kysely'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { abilities, basePath, type RoleAbleTo } from '#contract/roles.ts'
import { makeCommandAuditSource } from '#server/kit/call/audit.ts'
import { inTransaction } from '#server/kit/context.ts'
import { cancelBooking } from '#server/reviews/booking/cancel-booking.ts'
import { requestReschedule } from '#server/reviews/rescheduling/reschedule-requests.ts'
import {
  type KnownCall,
  reachesByRole,
  reachesNothing,
  reachesOwn,
  repeatForRoles,
} from '../describe-call.ts'

/** Gives the reviewer the domain of the waiting student. */
const hasDomain: NonNullable<KnownCall['before']> = ({ context }, { waiting, people }) =>
  context.db
    .insertInto('reviewer_domains')
    .columns(['reviewer_id', 'domain_id'])
    .expression((db) =>
      db
        .selectFrom('reviews')
        .innerJoin('people', 'people.id', 'reviews.student_id')
        .select([sql.lit(people.reviewer).as('reviewer_id'), 'people.domain_id'])
        .where('reviews.id', '=', waiting),
    )
    .execute()

/** A reviewer also removes the slot. */
const cancelling = (role: RoleAbleTo<'cancel bookings'>, reviewId: string) => ({
  reviewId,
  reason: 'Ill',
  removeSlot: role === 'reviewer',
})

/** Makes the booked slot begin long enough ago to record a no-show. */
const begin: KnownCall['before'] = ({ context }, { bookedSlot, now }) =>
  context.db
    .updateTable('slots')
    .set({ starts_at: now - 20 * minuteMs, ends_at: now + 10 * minuteMs })
    .where('id', '=', bookedSlot)
    .execute()

/** Booking, and schedule changes. */
export const scheduleCalls: [string, KnownCall][] = [
  ...repeatForRoles(abilities['book slots'], 'PUT /book-slot', (role) =>
    reachesByRole[role](({ waiting, people, freeSlot }) => ({
      body: { value: { reviewId: waiting, reviewer: people.reviewer, slot: freeSlot } },
    })),
  ),
  ...repeatForRoles(abilities['book slots'], 'PUT /move-review', (role) =>
    reachesByRole[role](({ review, people, freeSlot }) => ({
      body: { value: { reviewId: review, reviewer: people.reviewer, slot: freeSlot } },
    })),
  ),
  ...repeatForRoles(abilities['cancel bookings'], 'PUT /cancel-booking', (role) =>
    reachesByRole[role](({ review }) => ({ body: { value: cancelling(role, review) } })),
  ),
  ...repeatForRoles(abilities['cancel bookings'], 'PUT /undo-change', (role) => ({
    before: ({ context }, { review, people }) => {
      const owner = { role, personId: people[role] }
      const call = `PUT ${basePath[role]}/cancel-booking`
      const change = { ...makeCommandAuditSource(''), call, personId: owner.personId }
      return inTransaction({ ...context, change }, (tx) =>
        cancelBooking(tx, owner, cancelling(role, review)),
      )
    },
    ...reachesByRole[role](({ review }) => ({ body: { value: { reviewId: review } } })),
  })),
  ...repeatForRoles(abilities['report no-shows'], 'PUT /no-show', (role) => ({
    before: begin,
    ...reachesByRole[role](({ review }) => ({
      body: { value: { reviewId: review, who: role === 'student' ? 'reviewer' : 'student' } },
    })),
  })),
  [
    'PUT /ask-other-time',
    reachesOwn(({ review, freeSlot }) => ({
      body: { value: { reviewId: review, reason: 'An exam', slots: [freeSlot] } },
    })),
  ],
  [
    'PUT /withdraw-wish',
    {
      before: ({ context }, { review, people }) =>
        inTransaction(context, (tx) =>
          requestReschedule(tx, people.student, { reviewId: review, reason: 'An exam', slots: [] }),
        ),
      ...reachesOwn(({ review }) => ({ body: { value: { reviewId: review } } })),
    },
  ],
  [
    'PUT /advisor/decline-wish',
    {
      before: ({ context }, { review, people }) =>
        inTransaction(context, (tx) =>
          requestReschedule(tx, people.student, { reviewId: review, reason: 'An exam', slots: [] }),
        ),
      ...reachesOwn(({ review }) => ({ body: { value: { reviewId: review, reason: 'No room' } } })),
    },
  ],
  ...repeatForRoles(abilities['look for slots'], 'GET /free-slots', (role) =>
    reachesByRole[role](({ review }) => ({ query: { review } })),
  ),
  ['GET /advisor/plan', { before: hasDomain, ...reachesNothing }],
  ...repeatForRoles(abilities['book slots'], 'GET /best-slots', (role) => ({
    before: hasDomain,
    ...reachesByRole[role](({ waiting }) => ({ query: { review: waiting } })),
  })),
  [
    'PUT /advisor/book-plan',
    {
      // Other people's reviews are refused line by line (server/plan/book-plan.test.ts).
      input: ({ waiting, people, freeSlot }) => ({
        body: { value: [{ reviewId: waiting, reviewer: people.reviewer, slot: freeSlot }] },
      }),
      reaches: 'nothing',
    },
  ],
  ['GET /advisor/booking-settings', reachesNothing],
  [
    'PUT /advisor/booking-settings',
    { input: () => ({ body: { value: { moveByItself: 'same-day' } } }), reaches: 'nothing' },
  ],
  ['GET /advisor/offers', reachesNothing],
]
