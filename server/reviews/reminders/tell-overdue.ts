import { isoInstant } from '#contract/kit/iso.ts'
import { dayMs } from '#contract/kit/time.ts'
import { overdueToldDays } from '#contract/limits/reviews.ts'
import type { Tx } from '#server/database/transaction.ts'
import { inTransactionThenTell } from '#server/kit/call/change.ts'
import type { Context } from '#server/kit/context.ts'
import { type Concerned, tell } from '#server/notices/actions.ts'
import { readUntoldOverdue } from './queries.ts'

/** So many are told in one transaction. */
const atOnce = 50

type Overdue = Awaited<ReturnType<typeof readUntoldOverdue>>[number]

/**
 * Tells student and advisor of each review that waits for a slot and whose date has passed, once;
 * of one that became overdue longer than a week ago nobody is told any more.
 */
export async function tellOverdue(context: Context): Promise<void> {
  const now = context.clock()
  const asked = { now, since: now - overdueToldDays * dayMs, most: atOnce }
  let after = { afterDue: 0, afterId: '' }
  for (;;) {
    const told = await inTransactionThenTell(context, async (tx) => {
      const reviews = await readUntoldOverdue(tx.db, { ...asked, ...after })
      for (const review of reviews) await tellOf(tx, review)
      return reviews
    })
    const last = told[atOnce - 1]
    if (!last) return
    after = { afterDue: last.due_at, afterId: last.id }
  }
}

function tellOf(context: Context<Tx>, review: Overdue): Promise<void> {
  const { id: reviewId, week, due_at, student_id, student: name, advisor_id } = review
  const advisor: Concerned[] = advisor_id === null ? [] : [{ _id: advisor_id, role: 'advisor' }]
  return tell(context, {
    ...{ kind: 'overdue', matter: reviewId, reviewId },
    to: [{ _id: student_id, role: 'student' }, ...advisor],
    facts: () => ({ student: { _id: student_id, name }, week, due: isoInstant(due_at), to: null }),
  })
}
