import { formatSlotLossReason } from '#contract/reviews/history.ts'
import { type AdvisorReview, needsSlot, type Review } from '#contract/reviews/reviews.ts'
import type { Page } from '#server/database/list/paginate.ts'
import type { Context } from '#server/kit/context.ts'
import { refuseUnlessFound } from '../actions.ts'
import { canReadReason } from '../history/can-read-reason.ts'
import { type NonAdminOwner, type ReviewFilter, readAdvisorReviews } from '../list-queries.ts'
import { showReviews } from '../view/review-view.ts'
import type { AdvisorReviewRow } from './advisor-review-rows.ts'

/**
 * Returns a page of an advisor's reviews like `listReviews`, each with the reason why it has no
 * slot and whether its student was reminded today.
 */
export async function listAdvisorReviews(
  context: Context,
  owner: NonAdminOwner,
  filter: ReviewFilter,
): Promise<Page<AdvisorReview>> {
  const page = await readAdvisorReviews(context, owner.personId, filter)
  refuseUnlessFound(page, filter)
  const reviews = await showReviews(context, owner.role, page.items)
  const rows = new Map(page.items.map((row) => [row.id, row]))
  const items = reviews.map((review) => {
    const row = rows.get(review._id)
    return {
      ...review,
      whyWaits: row && needsSlot(review) ? explainWaiting(context, owner, review, row) : null,
      remindedToday: row?.reminded_today === 1,
    }
  })
  return { items, next: page.next }
}

function explainWaiting(
  { settings: { timeZone } }: Context,
  owner: NonAdminOwner,
  { student }: Review,
  row: AdvisorReviewRow,
): string | null {
  const { line_what: what, line_who: who, line_reason: reason, from_reviewer } = row
  // A review that never had a slot has no such entry, or one without a slot.
  if (what === null || row.from_starts_at === null || from_reviewer === null) return null
  return formatSlotLossReason(
    {
      what,
      who,
      startsAt: row.from_starts_at,
      reviewer: from_reviewer,
      student: student.name,
      by: row.line_person_id === owner.personId ? 'you' : row.line_by,
      reason: canReadReason(owner, { what, from: row.from_reviewer_id, reason }) ? reason : null,
    },
    timeZone,
  )
}
