import type { Db } from '#server/database/connect.ts'
import type { Workspace } from './weeks.ts'

/** Checks that everyone was reminded once of these reviews. Returns a line for each problem. */
export async function findReminderProblems(
  db: Db,
  all: Workspace['reminded'][],
): Promise<string[]> {
  const notices = db.selectFrom('notifications').select(['review_id', 'person_id'])
  const sentNotices = await notices.where('kind', '=', 'reminder-hour').execute()
  const readers = Map.groupBy(sentNotices, ({ review_id }) => review_id)
  return all.flatMap(({ review, student, reviewer }) => {
    const wanted = [student._id, reviewer._id].toSorted().join()
    const had = (readers.get(review) ?? []).map(({ person_id }) => person_id)
    if (had.toSorted().join() === wanted) return []
    return [`${had.length} were reminded of ${review}`]
  })
}
