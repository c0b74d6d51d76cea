import { sql } from 'kysely'
import type { EndpointQuery } from '#contract/kit/endpoint.ts'
import type { SlotWithReviewer } from '#contract/kit/slot.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { waitingCountMax } from '#contract/limits/limits.ts'
import type { listFreeSlots as endpoint } from '#contract/reviews/scheduling/free-slots.ts'
import type { RoleAbleTo } from '#contract/roles.ts'
import { defineListWithDeferredJoin, mapPage, type Page } from '#server/database/list/paginate.ts'
import { isParticipating } from '#server/database/person-conditions.ts'
import { one, type Values } from '#server/database/query.ts'
import type { Context } from '#server/kit/context.ts'
import { toSlotWithReviewer } from '#server/slots/actions.ts'
import {
  byStartTime,
  getBookingRuleInputs,
  selectBookableSlotsOfDomain,
} from '#server/slots/bookable/bookable.ts'
import { getOwnReview } from '../actions.ts'
import { refuseInactiveStudent } from './book-slot.ts'

/**
 * Returns a page of slots that can be booked for the owner's review, earliest first, from all
 * reviewers of the student's domain. Refuses a review that is not theirs (404) and a blocked
 * student's (409).
 */
export async function listFreeSlots(
  context: Context,
  owner: { role: RoleAbleTo<'look for slots'>; personId: string },
  { review: reviewId, ...asked }: EndpointQuery<(typeof endpoint)['advisor']>,
): Promise<Page<SlotWithReviewer>> {
  const { student } = await getOwnReview(context, owner, reviewId)
  await refuseInactiveStudent(context, reviewId)
  if (!student.domain) return { items: [], next: undefined }
  const bookable = { domainId: student.domain._id, ...getBookingRuleInputs(context, reviewId) }
  const page = await readFreeSlots(context.db, bookable, asked)
  return mapPage(page, (row) => toSlotWithReviewer(context, { ...row, review_id: null }))
}

const readFreeSlots = defineListWithDeferredJoin(
  byStartTime,
  selectBookableSlotsOfDomain,
  (db, rows) =>
    db
      .selectFrom(rows.as('slots'))
      .innerJoin('people', 'people.id', 'slots.reviewer_id')
      .select(['slots.id', 'slots.starts_at'])
      .select(['people.id as reviewer_id', 'people.name as reviewer_name']),
)

/** How many other students of the domain need a slot, and since when the oldest review does. */
export async function countReviewsWithoutSlot({ db }: Context, studentId: string) {
  const { waiting, since } = await countWaiting(db, { studentId })
  return { waiting, since: since === null ? null : toIsoInstant(since) }
}

const countWaiting = one((db, { studentId }: Values<{ studentId: string }>) =>
  db
    .selectFrom(
      db
        .selectFrom('reviews')
        .innerJoin('people as student', 'student.id', 'reviews.student_id')
        .select('reviews.created_at')
        .where('reviews.status', '=', sql.lit('not-scheduled'))
        .where('reviews.closed_at', 'is', null)
        .where('reviews.student_id', '<>', studentId)
        .where(isParticipating('student'))
        .where('student.domain_id', '=', ({ selectFrom }) =>
          selectFrom('people as own').select('own.domain_id').where('own.id', '=', studentId),
        )
        .orderBy('reviews.due_at')
        .limit(sql.lit(waitingCountMax))
        .as('waiting'),
    )
    .select(({ fn }) => [
      fn.countAll<number>().as('waiting'),
      fn.min<number | null>('waiting.created_at').as('since'),
    ]),
)
