import { isPostgres } from '#server/database/connect.ts'
import type { Tx } from '#server/database/transaction.ts'
import { readOpenReviewsForStudents } from './advisors/queries.ts'
import { lockForScheduling } from './lock-for-scheduling.ts'

/**
 * Locks the open reviews of several students at once, and with them the students, before each is
 * changed: locked one after another, two calls could wait for each other.
 */
export async function lockStudents(db: Tx, studentIds: string[]): Promise<void> {
  // In SQLite only one transaction writes at a time.
  if (!isPostgres(db)) return
  const open = await readOpenReviewsForStudents(db, { ids: JSON.stringify(studentIds) })
  await lockForScheduling(db, { reviewerIds: [], reviewIds: open.map(({ id }) => id) })
}
