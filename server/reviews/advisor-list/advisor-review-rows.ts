import { sql } from 'kysely'
import type { NotificationKind } from '#contract/kit/kinds/notification-kind.ts'
import type { Db } from '#server/database/open.ts'
import type { Values } from '#server/database/query.ts'
import { type ReviewRows, selectReviews } from '../view/review-view.ts'

/** Of a review that waits for a slot the last line that speaks of one: what left it without. */
const freeingLine = sql<string>`(select last.id from review_history as last
  where last.review_id = reviews.id and reviews.status = 'not-scheduled'
    and (last.from_slot_id is not null or last.to_slot_id is not null)
  order by last.at desc, last.id desc limit 1)`

const reminded: NotificationKind = 'reminded'

/**
 * The same as `selectReviews`, with what an advisor is told besides: the line that left a review
 * without a slot, and whether (1) its student was reminded on a day.
 */
export function selectAdvisorReviews(
  db: Db,
  rows: ReviewRows,
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
