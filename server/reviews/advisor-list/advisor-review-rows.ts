import { sql } from 'kysely'
import type { NotificationKind } from '#contract/kit/kinds/notification-kind.ts'
import type { Db } from '#server/database/connect.ts'
import type { Values } from '#server/database/query.ts'
import { type ReviewsQuery, selectReviews } from '../view/review-view.ts'

/** For a review without a slot: the last history entry about a slot, which says why it has none. */
const freeingLine = sql<string>`(select last.id from review_history as last
  where last.review_id = reviews.id and reviews.status = 'not-scheduled'
    and (last.from_slot_id is not null or last.to_slot_id is not null)
  order by last.at desc, last.id desc limit 1)`

const reminded: NotificationKind = 'reminded'

/**
 * `selectReviews` plus what only an advisor sees: the history entry that freed the slot, and
 * whether the student was already reminded today (1 or 0).
 */
export function selectAdvisorReviews(
  db: Db,
  rows: ReviewsQuery,
  { today }: Values<{ today: string }>,
) {
  return selectReviews(db, rows)
    .leftJoin('review_history as line', (join) => join.on('line.id', '=', freeingLine))
    .leftJoin('people as doer', 'doer.id', 'line.person_id')
    .leftJoin('people as freer', 'freer.id', 'line.from_reviewer_id')
    .select(['line.what as line_what', 'line.who as line_who', 'line.reason as line_reason'])
    .select(['line.person_id as line_person_id', 'doer.name as line_by'])
    .select(['line.from_reviewer_id', 'line.from_starts_at', 'freer.name as from_reviewer'])
    .select(
      sql<number>`case when exists (select 1 from daily_notifications where about = reviews.id
        and kind = ${sql.lit(reminded)} and day = ${today}) then 1 else 0 end`.as('reminded_today'),
    )
}

export type AdvisorReviewRow = Awaited<
  ReturnType<ReturnType<typeof selectAdvisorReviews>['executeTakeFirstOrThrow']>
>
