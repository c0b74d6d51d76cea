import { sql } from 'kysely'
import { waitingCountMax } from '#contract/limits/limits.ts'
import type { Db } from '#server/database/connect.ts'
import { one, type Values } from '#server/database/query.ts'
import { hasOpenRequest } from '../list-queries.ts'
import { hasActiveStudent } from '../queries.ts'
import { isOpenAndNotStarted } from '../rescheduling/queries.ts'
import { needsMark, needsMarkFollowUp } from '../turns/turn-conditions.ts'

type Ids = ReturnType<typeof selectOpen>

function selectOpen(db: Db) {
  return db.selectFrom('reviews').select('id').where('closed_at', 'is', null)
}

/** Counts up to `waitingMax` rows and reads no further. */
function selectCount(db: Db, ids: Ids) {
  return db
    .selectFrom(ids.limit(sql.lit(waitingCountMax)).as('waiting'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .$asScalar()
    .$notNull()
}

/**
 * Counts an advisor's open reviews of unblocked students that need a slot, need a decision, have a
 * reschedule request, lost their slot, or still have no marks two days after their slot.
 */
export const countReviewsNeedingAdvisor = one(
  (db, { advisorId, now }: Values<{ advisorId: string; now: number }>) => {
    const open = selectOpen(db).where('advisor_id', '=', advisorId).where(hasActiveStudent)
    return db.selectNoFrom([
      selectCount(db, open.where('status', '=', sql.lit('not-scheduled'))).as('toSchedule'),
      selectCount(db, open.where('status', '=', sql.lit('conducted'))).as('toDecide'),
      // Reviews without a slot are already counted in `toSchedule`.
      selectCount(
        db,
        open
          .where(hasOpenRequest)
          .where('status', '=', sql.lit('review-scheduled'))
          .where(isOpenAndNotStarted(now)),
      ).as('wished'),
      selectCount(db, open.where('lost_starts_at', 'is not', null)).as('lost'),
      selectCount(db, open.where(needsMarkFollowUp(now))).as('unmarked'),
    ])
  },
)

/** Counts a reviewer's open reviews of unblocked students that need marks. */
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
