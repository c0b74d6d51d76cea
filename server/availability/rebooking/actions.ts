import { accountRefusals } from '#contract/accounts/accounts.ts'
import type { AffectedBooking } from '#contract/availability/affected-bookings.ts'
import type { FreedSlotOffer } from '#contract/availability/freed-slot-offers.ts'
import {
  type BookingSettings,
  defaultBookingSettings,
} from '#contract/availability/rebooking-settings.ts'
import { hourMs } from '#contract/kit/time/durations.ts'
import { freedSlotOfferHours } from '#contract/limits/availability.ts'
import { listLimitMax } from '#contract/limits/limits.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import { getEarliestStart } from '#contract/reviews/scheduling/planning-rules.ts'
import type { Tx } from '#server/database/transaction.ts'
import { recordAudit } from '#server/kit/call/audit.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { findPerson } from '#server/people/actions.ts'
import { findReviews, listReviews } from '#server/reviews/actions.ts'
import { toSlotWithReviewer } from '#server/slots/actions.ts'
import { getBookingRuleInputs } from '#server/slots/bookable/bookable.ts'
import {
  readAdvisorSettings,
  readFreedSlots,
  readWaitingReviews,
  upsertAdvisorSettings,
} from './queries.ts'
import { getLossOfAllSlots, previewAffectedReviews } from './rebook-affected-reviews.ts'

/** Returns an advisor's booking settings, or the defaults. */
export async function getBookingSettings(
  { db }: Context,
  advisorId: string,
): Promise<BookingSettings> {
  const row = await readAdvisorSettings(db, { advisorId })
  return row ? { moveByItself: row.move_by_itself } : defaultBookingSettings
}

export async function saveBookingSettings(
  context: Context<Tx>,
  advisorId: string,
  { moveByItself }: BookingSettings,
): Promise<void> {
  const before = { move_by_itself: (await getBookingSettings(context, advisorId)).moveByItself }
  await upsertAdvisorSettings(context.db, { advisor_id: advisorId, move_by_itself: moveByItself })
  const after = { move_by_itself: moveByItself }
  await recordAudit(context, { kind: 'people', id: advisorId, before, after })
}

/**
 * Returns the bookable slots that were freed in the last day, each offered to one of the advisor's
 * reviews without a slot, of the same domain and not too early for it. The review due first gets
 * the earliest. Nothing is reserved.
 */
export async function listFreedSlotOffers(
  context: Context,
  advisorId: string,
): Promise<FreedSlotOffer[]> {
  const { db, clock, settings } = context
  const now = clock()
  const since = now - freedSlotOfferHours * hourMs
  const waiting = await readWaitingReviews(db, { advisorId })
  const domainIds = [...new Set(waiting.flatMap(({ domain_id }) => domain_id ?? []))]
  if (domainIds.length === 0) return []
  const freed = await readFreedSlots(db, domainIds, { since, ...getBookingRuleInputs(context) })
  const taken = new Set<string>()
  const given = waiting.flatMap(({ id, domain_id, due_at: dueAt }) => {
    const { from } = getEarliestStart({ dueAt, now, rule: settings })
    const slot = freed.find(
      (one) => one.domain_id === domain_id && one.starts_at >= from && !taken.has(one.id),
    )
    if (!slot) return []
    taken.add(slot.id)
    return { id, slot }
  })
  const owner = { role: 'advisor', personId: advisorId } as const
  const ids = given.map(({ id }) => id)
  const reviews = new Map((await findReviews(context, owner, ids)).map((one) => [one._id, one]))
  return given.flatMap(({ id, slot }) => {
    const review = reviews.get(id)
    return review ? { review, slot: toSlotWithReviewer(context, { ...slot, review_id: null }) } : []
  })
}

/**
 * Returns the reviews that blocking a reviewer would affect, and those that wait for the reviewer's
 * marks (at most a page). Refuses anybody who is not a reviewer (404).
 */
export async function listReviewsAffectedByBlocking(
  context: Context,
  adminId: string,
  reviewerId: string,
): Promise<{ touches: AffectedBooking[]; unmarked: Review[] }> {
  if (!(await findPerson(context, 'reviewer', { id: reviewerId }))) {
    throw new Refused(accountRefusals.unknownUser)
  }
  const affected = await previewAffectedReviews(
    context,
    { role: 'admin', personId: adminId },
    getLossOfAllSlots(reviewerId),
  )
  const owner = { role: 'reviewer', personId: reviewerId } as const
  const { items: booked } = await listReviews(context, owner, { home: 'true', limit: listLimitMax })
  return { touches: affected, unmarked: booked.filter(({ turn }) => turn?.step === 'mark') }
}
