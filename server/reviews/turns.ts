import { type RawBuilder, sql } from 'kysely'
import { turnLateAfterMs, unmarkedFollowUpAfterMs } from '#contract/reviews/turn.ts'
import { isActive } from '#server/database/active.ts'

/** The conditions of `getTurn` for a row of `reviews`, so that lists can be narrowed by them. */

/** Its advisor is there, verified and not blocked. */
export const hasAdvisor = sql<boolean>`(reviews.advisor_id is not null and reviews.advisor_id in (
  select people.id from people where people.role = 'advisor' and ${isActive}))`

/** It waits for its reviewer to hold or to mark it, whoever its student is. */
export const isReviewersTurn = (now: RawBuilder<number>) => sql<boolean>`(
  reviews.status = 'review-scheduled'
  and reviews.held_at + ${sql.lit(unmarkedFollowUpAfterMs)} > ${now}
  and reviews.reviewer_id in (
    select people.id from people where people.role = 'reviewer' and ${isActive}))`

/** Its slot has passed without marks, and its reviewer does not follow it up any more. */
export const isUnmarked = (now: RawBuilder<number>) => sql<boolean>`(
  reviews.status = 'review-scheduled' and not ${isReviewersTurn(now)})`

/** It was marked and due two days ago, and nobody has decided. */
export const isUndecided = (now: RawBuilder<number>) => sql<boolean>`(
  reviews.status = 'conducted'
  and reviews.due_at + ${sql.lit(turnLateAfterMs)} < ${now}
  and coalesce(reviews.marked_at, reviews.held_at, reviews.due_at)
    + ${sql.lit(turnLateAfterMs)} < ${now})`
