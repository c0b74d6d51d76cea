import { firstWeek, reviewDueDays } from '#contract/limits.ts'
import { dayMs } from '#server/kit/clock.ts'
import type { Context } from '#server/kit/context.ts'
import { takeTurns } from '#server/kit/database.ts'
import { newId } from '#server/kit/id.ts'
import { giveWaitingReviews, insertReview, readFreestAdvisor } from './queries.ts'

/** A student and an advisor who arrive at the same time must not miss each other. */
const arriving = 'advisor for a first review'

/**
 * Opens a just verified student's first review: week 1, for the verified, unblocked advisor with
 * the fewest open reviews, or for none until one is there (contract, section 3). Call it in the
 * transaction that verifies the student.
 */
export async function openFirstReview({ db, clock }: Context, studentId: string): Promise<void> {
  await takeTurns(db, arriving)
  const now = clock()
  await insertReview(db, {
    id: newId(),
    student_id: studentId,
    advisor_id: (await readFreestAdvisor(db)) ?? null,
    week: firstWeek,
    due_at: now + reviewDueDays * dayMs,
    follows_id: null,
    created_at: now,
  })
}

/**
 * Gives the open reviews without an advisor to this one. Call it in the transaction that verifies
 * or unblocks the advisor.
 */
export async function assignWaitingReviews({ db }: Context, advisorId: string): Promise<void> {
  await takeTurns(db, arriving)
  await giveWaitingReviews(db, advisorId)
}
