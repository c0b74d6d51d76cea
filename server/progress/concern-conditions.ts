import { type RawBuilder, sql } from 'kysely'
import { concernNoShows, concernTries } from '#contract/limits/reviews.ts'
import {
  type ConcernInstants,
  type ConcernReason,
  getAwayCutoff,
} from '#contract/progress/concern.ts'
import { getOverdueCutoff } from '#contract/reviews/due-date.ts'
import type { WeekStatus } from '#contract/reviews/reviews.ts'
import type { Values } from '#server/database/query.ts'
import type { Context } from '#server/kit/context.ts'
import {
  hasActiveAdvisor,
  isDecisionOverdue,
  needsMarkFollowUp,
} from '#server/reviews/turns/turn-conditions.ts'

/** Instants for the conditions: also the one until which somebody who is away has signed in. */
export type ConditionInstants = ConcernInstants & { seenUntil: number }

export function getConditionInstants({ clock, settings }: Context): ConditionInstants {
  const now = clock()
  return {
    now,
    overdueBefore: getOverdueCutoff(now, settings.timeZone),
    seenUntil: getAwayCutoff(now),
  }
}

/** The review has no slot and was due before an instant. */
export function isOverdue(before: RawBuilder<number>) {
  return sql<boolean>`(reviews.status = 'not-scheduled' and reviews.due_at < ${before})`
}

const critical: WeekStatus = 'Task Critical'
const weekRepeat: WeekStatus = 'Week Repeat'

/** How other tables are read: each whole and once, or by index for each review. */
type Reading = 'for-all' | 'for-few'

/**
 * `getConcerns` as SQL conditions on an open row of `reviews` whose student takes part, so that lists
 * can filter and sort by it.
 */
export function getConcernConditions(
  { now, overdueBefore, seenUntil }: Values<ConditionInstants>,
  reading: Reading,
) {
  return {
    overdue: isOverdue(overdueBefore),
    repeated: sql<boolean>`(reviews.tries >= ${sql.lit(concernTries)})`,
    repeating: isRepeating,
    critical: hasCriticalMarks,
    'no-advisor': sql<boolean>`not ${hasActiveAdvisor}`,
    unmarked: needsMarkFollowUp(now),
    undecided: isDecisionOverdue(now),
    falling: sql<boolean>`(reviews.theory_falling = 1)`,
    missed: isMissed[reading],
    away: sql<boolean>`(not ${hasSignedInAfter(seenUntil)[reading]} and (select people.verified_at
      from people where people.id = reviews.student_id) <= ${seenUntil})`,
  } satisfies Record<ConcernReason, unknown>
}

/**
 * The week is on for the second time, or its marks are 'Week Repeat'; not yet for the third time.
 */
const isRepeating = sql<boolean>`(reviews.tries < ${sql.lit(concernTries)}
  and (reviews.week_status = ${sql.lit(weekRepeat)}
    or (reviews.status <> 'conducted' and reviews.tries > 1)))`

/** The last marks are critical: the review's own, or of the one before while it has none. */
export const hasCriticalMarks = sql<boolean>`(reviews.week_status = ${sql.lit(critical)}
  or (reviews.status <> 'conducted' and reviews.follows_critical = 1))`

const isMissed = {
  'for-all': sql<boolean>`(reviews.id in (select no_shows.review_id from no_shows
    where no_shows.who = 'student'
    group by no_shows.review_id having count(*) >= ${sql.lit(concernNoShows)}))`,
  'for-few': sql<boolean>`((select count(*) from no_shows where no_shows.review_id = reviews.id
    and no_shows.who = 'student') >= ${sql.lit(concernNoShows)})`,
}

const hasSignedInAfter = (instant: RawBuilder<number>) => ({
  'for-all': sql<boolean>`reviews.student_id in (select known_networks.person_id
    from known_networks where known_networks.signed_in_at > ${instant})`,
  'for-few': sql<boolean>`exists (select 1 from known_networks
    where known_networks.person_id = reviews.student_id
      and known_networks.signed_in_at > ${instant})`,
})
