import { sql } from 'kysely'
import { freedSlotOffersMax } from '#contract/limits/availability.ts'
import type { Db } from '#server/database/connect.ts'
import { isParticipating } from '#server/database/person-conditions.ts'
import { all, first, run, toBoundValues, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'
import { type BookingRuleInputs, isBookable } from '#server/slots/bookable/bookable.ts'

/** An advisor's settings; undefined if none were saved. */
export const readAdvisorSettings = first((db, { advisorId }: Values<{ advisorId: string }>) =>
  db.selectFrom('advisor_settings').selectAll().where('advisor_id', '=', advisorId),
)

/** Saves an advisor's settings, replacing the previous ones. */
export const upsertAdvisorSettings = run((db, row: Values<Tables['advisor_settings']>) =>
  db
    .insertInto('advisor_settings')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('advisor_id').doUpdateSet({ move_by_itself: row.move_by_itself }),
    ),
)

/** An advisor's bookable reviews without a slot, by due date. */
export const readWaitingReviews = all((db, { advisorId }: Values<{ advisorId: string }>) =>
  db
    .selectFrom('reviews')
    .innerJoin('people as student', 'student.id', 'reviews.student_id')
    .select(['reviews.id', 'reviews.due_at', 'student.domain_id'])
    .where('reviews.advisor_id', '=', advisorId)
    .where('reviews.status', '=', sql.lit('not-scheduled'))
    .where('reviews.closed_at', 'is', null)
    .where('student.domain_id', 'is not', null)
    .where(isParticipating('student'))
    .orderBy('reviews.due_at')
    .orderBy('reviews.id')
    .limit(sql.lit(freedSlotOffersMax)),
)

/** The maximum number of freed slots to search per domain. */
const slotsLookedThrough = 500

/**
 * The bookable slots that reviews gave up since an instant, by time, with the matching domains of
 * their reviewers. Starts with the freed slots, which are few compared with all free ones.
 */
export function readFreedSlots(
  db: Db,
  domainIds: string[],
  asked: BookingRuleInputs & { since: number },
) {
  const { since, ...values } = toBoundValues(asked)
  return db
    .selectFrom((from) =>
      from
        .selectFrom('review_history')
        .select('from_slot_id as slot_id')
        .distinct()
        .where('at', '>', since)
        .where('from_slot_id', 'is not', null)
        .as('freed'),
    )
    .innerJoin('slots', 'slots.id', 'freed.slot_id')
    .innerJoin('people', 'people.id', 'slots.reviewer_id')
    .innerJoin('reviewer_domains', 'reviewer_domains.reviewer_id', 'people.id')
    .select(['slots.id', 'slots.starts_at', 'reviewer_domains.domain_id'])
    .select(['people.id as reviewer_id', 'people.name as reviewer_name'])
    .where('reviewer_domains.domain_id', 'in', domainIds)
    .where(isBookable(values))
    .orderBy('slots.starts_at')
    .orderBy('slots.id')
    .limit(sql.lit(slotsLookedThrough * domainIds.length))
    .execute()
}
