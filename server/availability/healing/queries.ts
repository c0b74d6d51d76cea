import { sql } from 'kysely'
import { offersMax } from '#contract/limits/availability.ts'
import { all, first, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'
import { type Bookable, selectBookableOf } from '#server/slots/bookable.ts'

/** What an advisor has set; undefined if nothing. */
export const readSettings = first((db, { advisorId }: Values<{ advisorId: string }>) =>
  db.selectFrom('advisor_settings').selectAll().where('advisor_id', '=', advisorId),
)

/** Saves what an advisor has set, in the place of what was there. */
export const upsertSettings = run((db, row: Values<Tables['advisor_settings']>) =>
  db
    .insertInto('advisor_settings')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('advisor_id').doUpdateSet({ move_by_itself: row.move_by_itself }),
    ),
)

/** An advisor's reviews that wait for a slot which they can be given, the one due first before all others. */
export const readWaiting = all((db, { advisorId }: Values<{ advisorId: string }>) =>
  db
    .selectFrom('reviews')
    .innerJoin('people as student', 'student.id', 'reviews.student_id')
    .select(['reviews.id', 'student.domain_id'])
    .where('reviews.advisor_id', '=', advisorId)
    .where('reviews.status', '=', sql.lit('not-scheduled'))
    .where('reviews.closed_at', 'is', null)
    .where('student.domain_id', 'is not', null)
    .where('student.blocked_at', 'is', null)
    .orderBy('reviews.due_at')
    .orderBy('reviews.id')
    .limit(sql.lit(offersMax)),
)

/** So many slots that came free are looked through. */
const slotsLookedThrough = 500

/** The slots of a domain's reviewers that a review gave up since then and can be booked, by time. */
export const readFreed = all((db, wish: Values<Bookable & { domainId: string; since: number }>) =>
  selectBookableOf(db, wish)
    .where('slots.id', 'in', ({ selectFrom }) =>
      selectFrom('review_history').select('from_slot_id').where('at', '>', wish.since),
    )
    .orderBy('slots.starts_at')
    .orderBy('slots.id')
    .limit(sql.lit(slotsLookedThrough)),
)
