import { isPostgres } from '#server/database/connect.ts'
import type { Tx } from '#server/database/transaction.ts'
import { readOpenReviewsForStudents } from './advisors/queries.ts'
import { lockForScheduling } from './lock-for-scheduling.ts'
import { readBookingsEndedByBlock } from './rescheduling/queries.ts'

/**
 * Locks several students and their open reviews at once, before each is changed: locked one after
 * another, two calls could wait for each other. With `restoresSince`, also for restoring the
 * bookings that ended since that instant, whose reviewers must be locked before any student.
 */
export async function lockStudents(
  db: Tx,
  studentIds: string[],
  restoresSince?: number,
): Promise<void> {
  // In SQLite only one transaction writes at a time.
  if (!isPostgres(db)) return
  const ids = JSON.stringify(studentIds)
  const open = await readOpenReviewsForStudents(db, { ids })
  const ended =
    restoresSince === undefined
      ? []
      : await readBookingsEndedByBlock(db, { ids, since: restoresSince })
  await lockForScheduling(db, {
    reviewerIds: ended.flatMap(({ from_reviewer_id }) => from_reviewer_id ?? []),
    studentIds,
    reviewIds: [...open.map(({ id }) => id), ...ended.map(({ review_id }) => review_id)],
  })
}
