import { sql } from 'kysely'
import { waitingMax } from '#contract/limits.ts'
import type { Db } from '#server/database/open.ts'
import { one, type Values } from '#server/database/query.ts'
import { hasOpenRequest } from '../list-queries.ts'
import { hasActiveStudent } from '../queries.ts'
import { isMarkOverdue, needsMark } from '../turns/turn-conditions.ts'

type Ids = ReturnType<typeof selectOpen>

function selectOpen(db: Db) {
  return db.selectFrom('reviews').select('id').where('closed_at', 'is', null)
}

/** Beyond the limit nothing is read. */
function selectCount(db: Db, ids: Ids) {
  return db
    .selectFrom(ids.limit(sql.lit(waitingMax)).as('waiting'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .$asScalar()
    .$notNull()
}

/**
 * How many of an advisor's open reviews, of students who are not blocked, wait for a slot, for a
 * decision, for another time than the booked one, lost their slot, or passed it two days ago without
 * marks.
 */
export const countReviewsNeedingAdvisor = one(
  (db, { advisorId, now }: Values<{ advisorId: string; now: number }>) => {
    const open = selectOpen(db).where('advisor_id', '=', advisorId).where(hasActiveStudent)
    return db.selectNoFrom([
      selectCount(db, open.where('status', '=', sql.lit('not-scheduled'))).as('toSchedule'),
      selectCount(db, open.where('status', '=', sql.lit('conducted'))).as('toDecide'),
      // Of those without a slot it is known that they wait for one.
      selectCount(
        db,
        open.where(hasOpenRequest).where('status', '=', sql.lit('review-scheduled')),
      ).as('wished'),
      selectCount(db, open.where('lost_starts_at', 'is not', null)).as('lost'),
      selectCount(db, open.where(isMarkOverdue(now))).as('unmarked'),
    ])
  },
)

/** How many of a reviewer's open reviews, of students who are not blocked, wait for their marks. */
export const countReviewsNeedingReviewer = one(
  (db, { reviewerId, now }: Values<{ reviewerId: string; now: number }>) =>
    db.selectNoFrom(
      selectCount(
        db,
        selectOpen(db)
          .where('reviewer_id', '=', reviewerId)
          .where(hasActiveStudent)
          .where(needsMark(now)),
      ).as('toMark'),
    ),
)
