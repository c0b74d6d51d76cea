import { namesInReminder } from '#contract/limits/notifications.ts'
import type { HandedOverStudent } from '#contract/reviews/hand-over-students.ts'
import type { Tx } from '#server/database/transaction.ts'
import { recordAudit, skipAudit } from '#server/kit/call/audit.ts'
import type { Context } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import { notifyAll } from '#server/notifications/actions.ts'
import { findPerson } from '#server/people/actions.ts'
import { updateReviewAdvisors } from './queries.ts'

type Advisor = { id: string; name: string }
/** An open review with its student and reviewer. */
type Given = {
  id: string
  student_id: string
  student: string
  reviewer_id: string | null
}

/** Reviews that move from one advisor to another; null stands for no advisor. */
export type Reassignment = { from: Advisor | null; to: Advisor | null; reviews: readonly Given[] }

/**
 * Assigns open reviews to other advisors, writes an audit entry for each, and notifies the students
 * and both advisors, also on open pages. The caller must have locked the reviews.
 */
export async function reassignReviews(
  context: Context<Tx>,
  adminId: string,
  { reassignments, isUndo = false }: { reassignments: readonly Reassignment[]; isUndo?: boolean },
): Promise<void> {
  const some = reassignments.filter(({ reviews }) => reviews.length > 0)
  if (some.length === 0) skipAudit(context)
  for (const { from, to, reviews } of some) {
    const ids = JSON.stringify(reviews.map(({ id }) => id))
    await updateReviewAdvisors(context.db, { to: to?.id ?? null, ids })
    for (const { id } of reviews) {
      const changed = {
        before: { advisor_id: from?.id ?? null },
        after: { advisor_id: to?.id ?? null },
      }
      await recordAudit(context, { kind: 'reviews', id, ...changed })
    }
  }
  await notifyGiven(context, adminId, { reassignments: some, isUndo })
}

async function notifyGiven(
  context: Context<Tx>,
  adminId: string,
  { reassignments, isUndo }: { reassignments: readonly Reassignment[]; isUndo: boolean },
): Promise<void> {
  const admin = await findPerson(context, 'admin', { id: adminId })
  const by = admin?.name ?? ''
  const advisorsIn = ({ from, to }: Reassignment) => [to, from].flatMap((one) => one?.id ?? [])
  const notifications = reassignments.map((reassignment) => {
    const { to, reviews } = reassignment
    const students = reviews.slice(0, namesInReminder).map(({ student }) => student)
    const advisor = to && { _id: to.id, name: to.name }
    return {
      ...({ kind: 'advisor-changed', dedupeKey: newId() } as const),
      to: [
        ...reviews.map(({ student_id: _id }) => ({ _id, role: 'student' as const })),
        ...advisorsIn(reassignment).map((_id) => ({ _id, role: 'advisor' as const })),
      ],
      payload: () => ({ by, advisor, students, count: reviews.length, isUndo }),
    }
  })
  await notifyAll(context, notifications)
  const people = reassignments.flatMap(({ reviews }) =>
    reviews.flatMap((one) => [one.student_id, one.reviewer_id]),
  )
  context.live.changed('reviews', [...reassignments.flatMap(advisorsIn), ...people])
}

/** Pairs students with their new advisor. */
export function toHandedOverStudents(
  students: readonly Pick<Given, 'student_id' | 'student'>[],
  advisor: Advisor,
): HandedOverStudent[] {
  return students.map(({ student_id, student }) => ({
    student: { _id: student_id, name: student },
    advisor: { _id: advisor.id, name: advisor.name },
  }))
}
