import type { Db } from '#server/kit/database.ts'

/** What a review begins with; its marks and task states are the table's defaults. */
export type NewReview = {
  id: string
  student_id: string
  advisor_id: string | null
  week: number
  due_at: number
  follows_id: string | null
  created_at: number
}

/** Adds a review that waits for a slot; the database refuses a second one that follows the same. */
export async function insertReview(db: Db, review: NewReview): Promise<void> {
  await db
    .insertInto('reviews')
    .values({ ...review, status: 'not-scheduled', slot_id: null, closed_at: null })
    .execute()
}

/** The verified, unblocked advisor with the fewest open reviews; of several, the first added. */
export async function readFreestAdvisor(db: Db): Promise<string | undefined> {
  const found = await db
    .selectFrom('people')
    .leftJoin('reviews', (join) =>
      join
        .onRef('reviews.advisor_id', '=', 'people.id')
        .on('reviews.closed_at', 'is', null)
        .on('reviews.status', '<>', 'conducted'),
    )
    .select('people.id')
    .where('people.role', '=', 'advisor')
    .where('people.verified_at', 'is not', null)
    .where('people.blocked_at', 'is', null)
    .groupBy('people.id')
    .orderBy(({ fn }) => fn.count('reviews.id'))
    .orderBy('people.id')
    .limit(1)
    .executeTakeFirst()
  return found?.id
}

/** Gives the open reviews without an advisor to this one. */
export async function giveWaitingReviews(db: Db, advisorId: string): Promise<void> {
  await db
    .updateTable('reviews')
    .set({ advisor_id: advisorId })
    .where('advisor_id', 'is', null)
    .where('closed_at', 'is', null)
    .execute()
}
