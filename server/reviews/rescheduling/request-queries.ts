import { sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'
import { didChange, one, run, type Values } from '#server/database/query.ts'
import { type BookingRuleInputs, isBookable } from '#server/slots/bookable/bookable.ts'
import { isOpenAndNotStarted } from './queries.ts'

/** The slots that students prefer in their reschedule requests, best first, by review. */
export function readRequestedSlots(db: Db, reviewIds: string[]) {
  return db
    .selectFrom('reschedule_request_slots')
    .innerJoin('slots', 'slots.id', 'reschedule_request_slots.slot_id')
    .innerJoin('people', 'people.id', 'slots.reviewer_id')
    .select(['reschedule_request_slots.review_id as wish_of', 'slots.id', 'slots.starts_at'])
    .select(['people.id as reviewer_id', 'people.name as reviewer_name'])
    .select(usedBy.as('review_id'))
    .where('reschedule_request_slots.review_id', 'in', reviewIds)
    .orderBy('reschedule_request_slots.review_id')
    .orderBy('reschedule_request_slots.place')
    .execute()
}

const usedBy = sql<string | null>`coalesce(
  (select holder.id from reviews as holder where holder.slot_id = slots.id),
  (select no_shows.review_id from no_shows where no_shows.slot_id = slots.id))`

type NewRequest = { reviewId: string; reason: string; now: number }

/**
 * Opens a reschedule request for a student's review, replacing an earlier one; false if the review
 * is closed or has begun.
 */
export const saveRequest = didChange((db, { reviewId, reason, now }: Values<NewRequest>) =>
  db
    .insertInto('reschedule_requests')
    .columns(['review_id', 'reason', 'asked_at', 'ended_at'])
    .expression(({ selectFrom }) =>
      selectFrom('reviews')
        .select(['reviews.id', sql<string>`cast(${reason} as text)`.as('reason')])
        .select(sql<number>`cast(${now} as bigint)`.as('asked_at'))
        .select(sql<null>`cast(null as bigint)`.as('ended_at'))
        .where('reviews.id', '=', reviewId)
        .where(isOpenAndNotStarted(now)),
    )
    .onConflict((conflict) =>
      conflict.column('review_id').doUpdateSet(({ ref }) => ({
        reason: ref('excluded.reason'),
        asked_at: ref('excluded.asked_at'),
        ended_at: null,
        declined_reason: null,
      })),
    ),
)

export const countPastRequests = one((db, { reviewId }: Values<{ reviewId: string }>) =>
  db
    .selectFrom('review_history')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('review_id', '=', reviewId)
    .where('what', '=', sql.lit('asked')),
)

export const deleteRequestedSlots = run((db, { reviewId }: Values<{ reviewId: string }>) =>
  db.deleteFrom('reschedule_request_slots').where('review_id', '=', reviewId),
)

export async function readSlotReviewers(db: Db, slotIds: string[]): Promise<string[]> {
  const slots = db.selectFrom('slots').select('reviewer_id').distinct().where('id', 'in', slotIds)
  return (await slots.execute()).map(({ reviewer_id }) => reviewer_id)
}

/**
 * Adds a preferred slot to a request; false if it cannot be booked or its reviewer belongs to
 * another domain.
 */
export const saveRequestedSlot = didChange(
  (
    db,
    { slotId, place, ...bookable }: Values<BookingRuleInputs & { slotId: string; place: number }>,
  ) =>
    db
      .insertInto('reschedule_request_slots')
      .columns(['review_id', 'slot_id', 'place'])
      .expression(({ selectFrom }) =>
        selectFrom('slots')
          .innerJoin('people', 'people.id', 'slots.reviewer_id')
          .select([
            sql<string>`cast(${bookable.reviewId} as text)`.as('review_id'),
            'slots.id',
            sql<number>`cast(${place} as integer)`.as('place'),
          ])
          .where('slots.id', '=', slotId)
          .where(isOfDomain(bookable))
          .where(isBookable(bookable)),
      ),
)

/** For a row of `slots`: whether its reviewer belongs to the domain of the review's student. */
function isOfDomain({ reviewId }: Pick<Values<BookingRuleInputs>, 'reviewId'>) {
  return sql<boolean>`exists (select 1 from reviewer_domains as able
    where able.reviewer_id = slots.reviewer_id and able.domain_id = (
      select student.domain_id from reviews as asking
      inner join people as student on student.id = asking.student_id
      where asking.id = ${reviewId}))`
}

type Ended = { reviewId: string; now: number; declinedReason: string | null }

/**
 * Ends the open request of a review as declined (with a reason) or withdrawn; false if there is
 * none.
 */
export const endOpenRequest = didChange((db, { reviewId, now, declinedReason }: Values<Ended>) =>
  db
    .updateTable('reschedule_requests')
    .set({ ended_at: now, declined_reason: declinedReason })
    .where('review_id', '=', reviewId)
    .where('ended_at', 'is', null),
)
