import { twoDigits } from '#contract/kit/week.ts'
import { isToCome, remindRefusals } from '#contract/notices/remind.ts'
import type { Tx } from '#server/database/transaction.ts'
import { Refused } from '#server/kit/call/refused.ts'
import { note } from '#server/kit/call/trail.ts'
import type { Context } from '#server/kit/context.ts'
import { tellOnceADay } from '#server/notices/actions.ts'
import { findReview } from '../actions.ts'
import { isForBlocked } from '../queries.ts'

/**
 * Reminds the student of an advisor's review of it. Refuses a review that is not theirs (404), one
 * that has begun or is over, a blocked student's, and one of which was reminded today (409).
 */
export async function remindStudent(
  context: Context<Tx>,
  advisorId: string,
  reviewId: string,
): Promise<void> {
  const owner = { role: 'advisor', personId: advisorId } as const
  const review = await findReview(context, owner, reviewId)
  const { student, advisor, week, startsAt, reviewer, date: due } = review
  if (!isToCome(review, context.clock())) throw new Refused(remindRefusals.notOpen)
  if (await isForBlocked(context.db, { reviewId })) throw new Refused(remindRefusals.blocked)
  const { _id, name } = student
  const place = startsAt && reviewer
  const isTold = await tellOnceADay(context, {
    ...{ kind: 'reminded', about: reviewId, reviewId, to: [{ _id, role: 'student' }] },
    facts: () => ({
      ...{ by: advisor?.name ?? '', student: { _id, name }, week, due },
      to: place ? { startsAt, reviewer: { _id: reviewer._id, name: reviewer.name } } : null,
    }),
  })
  if (!isTold) throw new Refused(remindRefusals.today)
  context.live.changed('reviews', [advisorId])
  const after = { reminded_of: `Week ${twoDigits(week)}` }
  await note(context, { kind: 'people', id: _id, before: { reminded_of: null }, after })
}
