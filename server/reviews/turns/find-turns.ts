import type { ListedPerson } from '#contract/people/people.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import { needsAdmin } from '#contract/reviews/turn.ts'
import { all, type Values } from '#server/database/query.ts'
import type { Context } from '#server/kit/context.ts'
import { hasActiveStudent } from '../queries.ts'
import { selectReviews, showReviews } from '../view/review-view.ts'
import { showTurn } from '../view/turn-view.ts'
import { needsAdmin as isForAdmin } from './turn-conditions.ts'

/** Who the open reviews of these students wait for, by student id. */
export async function findTurnsByStudent(
  { db, clock }: Context,
  studentIds: string[],
): Promise<Map<string, ListedPerson['turn']>> {
  if (studentIds.length === 0) return new Map()
  const open = db.selectFrom('reviews').selectAll().where('closed_at', 'is', null)
  const rows = await selectReviews(db, open.where('student_id', 'in', studentIds)).execute()
  return new Map(
    rows.map((row) => {
      const turn = showTurn(row, clock())
      const name = turn?.who === 'reviewer' ? row.reviewer_name : row.advisor_name
      return [row.student_id, turn && { ...turn, name: turn.who === 'admin' ? null : name }]
    }),
  )
}

/** The open reviews that wait for an admin, or that admins should look at too, by due date. */
export async function listReviewsNeedingAdmin(context: Context, most: number): Promise<Review[]> {
  const now = context.clock()
  const rows = await readForAdmins(context.db, { now, most })
  const reviews = await showReviews(context, 'admin', rows)
  return reviews.filter(({ turn }) => turn && needsAdmin(turn, now))
}

const readForAdmins = all((db, { now, most }: Values<{ now: number; most: number }>) =>
  selectReviews(
    db,
    db
      .selectFrom('reviews')
      .selectAll()
      .where('closed_at', 'is', null)
      .where(hasActiveStudent)
      .where(isForAdmin(now))
      .orderBy('due_at')
      .orderBy('id')
      .limit(most),
  )
    .orderBy('reviews.due_at')
    .orderBy('reviews.id'),
)
