import { type RawBuilder, sql } from 'kysely'
import {
  marksOwedAfterMs,
  turnEscalatedAfterMs,
  unmarkedFollowUpAfterMs,
} from '#contract/reviews/turn.ts'
import { isActive } from '#server/database/person-conditions.ts'

/** `getTurn` as SQL conditions on a row of `reviews`, so that lists can filter by it. */

/** The review has an advisor who is verified and not blocked. */
export const hasActiveAdvisor = sql<boolean>`(reviews.advisor_id is not null and reviews.advisor_id in (
  select people.id from people where people.role = 'advisor' and ${isActive}))`

/** `hasActiveAdvisor` as 1 or 0, looked up for a single row. */
export const hasActiveAdvisorAsNumber = sql<number>`(case when exists (select 1 from people
  where people.id = reviews.advisor_id and ${isActive}) then 1 else 0 end)`

/** The review waits for its reviewer to hold or mark it. */
export const isReviewersTurn = (now: RawBuilder<number>) => sql<boolean>`(
  reviews.status = 'review-scheduled'
  and reviews.held_at + ${sql.lit(unmarkedFollowUpAfterMs)} > ${now}
  and reviews.reviewer_id in (
    select people.id from people where people.role = 'reviewer' and ${isActive}))`

/** The reviewer has not marked the review, even if the advisor is already following up. */
export const needsMark = (now: RawBuilder<number>) => sql<boolean>`(
  reviews.status = 'review-scheduled'
  and (reviews.held_at + ${sql.lit(marksOwedAfterMs)} <= ${now} or exists (
    select 1 from call_presence where call_presence.review_id = reviews.id
      and call_presence.held_at = reviews.held_at and call_presence.met_at <= ${now})))`

/** The slot passed without marks, and it is now the advisor's turn to follow up. */
export const needsMarkFollowUp = (now: RawBuilder<number>) => sql<boolean>`(
  reviews.status = 'review-scheduled' and not ${isReviewersTurn(now)})`

/** The review was marked and due two days ago, and nobody has decided. */
export const isDecisionOverdue = (now: RawBuilder<number>) => sql<boolean>`(
  reviews.status = 'conducted'
  and reviews.due_at + ${sql.lit(turnEscalatedAfterMs)} < ${now}
  and coalesce(reviews.marked_at, reviews.held_at, reviews.due_at)
    + ${sql.lit(turnEscalatedAfterMs)} < ${now})`

/** The review waits for an admin, or is so late that admins should look too (`needsAdmin`). */
export const needsAdmin = (now: RawBuilder<number>) => sql<boolean>`(not ${isReviewersTurn(now)}
  and (not ${hasActiveAdvisor} or ${needsMarkFollowUp(now)} or ${isDecisionOverdue(now)}
    or (reviews.status = 'not-scheduled'
      and reviews.due_at + ${sql.lit(turnEscalatedAfterMs)} < ${now})))`
