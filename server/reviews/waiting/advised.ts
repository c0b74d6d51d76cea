import { sql } from 'kysely'
import { whyItWaits } from '#contract/reviews/history.ts'
import { type AdvisedReview, type Review, waitsForSlot } from '#contract/reviews.ts'
import { mapPage, type Page } from '#server/database/list.ts'
import type { Db } from '#server/database/open.ts'
import type { Context } from '#server/kit/context.ts'
import { findToldToday } from '#server/notices/actions.ts'
import { listReviews } from '../actions.ts'
import type { FollowingOwner, ReviewFilter } from '../lists.ts'
import { mayReadReason } from '../told/may-read-reason.ts'

/**
 * A page of an advisor's reviews as `listReviews` has them, each with why it waits for a slot, and
 * whether its student was reminded today.
 */
export async function listAdvisedReviews(
  context: Context,
  owner: FollowingOwner,
  filter: ReviewFilter,
): Promise<Page<AdvisedReview>> {
  const page = await listReviews(context, owner, filter)
  const waiting = page.items.filter(waitsForSlot).map(({ _id }) => _id)
  const freed = new Map(
    (await readFreeingLines(context.db, waiting)).map((line) => [line.review_id, line]),
  )
  const all = page.items.map(({ _id }) => _id)
  const reminded = await findToldToday(context, 'reminded', all)
  return mapPage(page, (review) => {
    const line = freed.get(review._id)
    return {
      ...review,
      whyWaits: line ? inWords(context, owner, review, line) : null,
      remindedToday: reminded.has(review._id),
    }
  })
}

type Line = Awaited<ReturnType<typeof readFreeingLines>>[number]

function inWords(
  { settings: { timeZone } }: Context,
  owner: FollowingOwner,
  { student }: Review,
  line: Line,
): string | null {
  const { what, who, person_id, by_name, reason, starts_at: startsAt, reviewer } = line
  // The line says neither for a review that has never had a slot.
  if (startsAt === null || reviewer === null) return null
  return whyItWaits(
    {
      ...{ what, who, startsAt, reviewer, student: student.name },
      by: person_id === owner.personId ? 'you' : by_name,
      reason: mayReadReason(owner, { what, from: line.from_reviewer_id }) ? reason : null,
    },
    timeZone,
  )
}

/** Of each of these reviews the last line that speaks of a slot: what left one without, if it waits. */
async function readFreeingLines(db: Db, reviewIds: string[]) {
  if (reviewIds.length === 0) return []
  return db
    .selectFrom('reviews')
    .innerJoin('review_history as line', (join) => join.on('line.id', '=', lastOfSlots))
    .leftJoin('people as doer', 'doer.id', 'line.person_id')
    .leftJoin('people as reviewer', 'reviewer.id', 'line.from_reviewer_id')
    .select(['line.review_id', 'line.what', 'line.who', 'line.reason', 'line.person_id'])
    .select(['line.from_reviewer_id', 'line.from_starts_at as starts_at'])
    .select(['doer.name as by_name', 'reviewer.name as reviewer'])
    .where('reviews.id', 'in', reviewIds)
    .execute()
}

const lastOfSlots = sql<string>`(select last.id from review_history as last
  where last.review_id = reviews.id
    and (last.from_slot_id is not null or last.to_slot_id is not null)
  order by last.at desc, last.id desc limit 1)`
