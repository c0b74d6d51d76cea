import { type ExpressionBuilder, type NotNull, sql } from 'kysely'
import { triesUntilDelayed } from '#contract/limits/mails.ts'
import { isActive } from '#server/database/active.ts'
import type { Db } from '#server/database/open.ts'
import { all, did, first, one, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'
import {
  type Bookable,
  isInHorizon,
  isUnusedWithin,
  keepsAvailability,
} from '#server/slots/bookable.ts'
import { type BookingDays, dayNumber } from '#server/slots/booking-days.ts'

/** Whether this database was filled with demo data. */
export const readIsDemo = did((db) =>
  db.selectFrom('facts').select('name').where('name', '=', 'demo'),
)

/** Takes the note away that it was. */
export const deleteDemoFact = run((db) => db.deleteFrom('facts').where('name', '=', 'demo'))

/** Which order the lists are in; undefined before any was noted. */
export const readListOrder = first((db) =>
  db.selectFrom('facts').select('value').where('name', '=', 'list order'),
)

/** Notes which order the lists are in. */
export const writeListOrder = run((db, { order }: Values<{ order: string }>) =>
  db
    .insertInto('facts')
    .values({ name: 'list order', value: order })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: order })),
)

/** How many people there are of each role, how many are only invited, and how many are blocked. */
export const countPeople = one((db) => {
  const { countAll } = db.fn
  const countInvited = () => countAll<number>().filterWhere('verified_at', 'is', null)
  return db
    .selectFrom('people')
    .select([
      countAll<number>().filterWhere('role', '=', 'student').as('students'),
      countAll<number>().filterWhere('role', '=', 'advisor').as('advisors'),
      countAll<number>().filterWhere('role', '=', 'reviewer').as('reviewers'),
      countInvited().as('invited'),
      countInvited().filterWhere('role', '=', 'student').as('invitedStudents'),
      countInvited().filterWhere('role', '=', 'advisor').as('invitedAdvisors'),
      countInvited().filterWhere('role', '=', 'reviewer').as('invitedReviewers'),
      countAll<number>().filterWhere('blocked_at', 'is not', null).as('blocked'),
    ])
})

/** How many domains there are. */
export const countDomains = one((db) =>
  db.selectFrom('domains').select(db.fn.countAll<number>().as('domains')),
)

/** Whether any task was written yet. */
export const anyTask = did((db) => db.selectFrom('tasks').select('id').orderBy('id').limit(1))

/** Whether any slot was ever published. */
export const anySlot = did((db) => db.selectFrom('slots').select('id').orderBy('id').limit(1))

type Now = BookingDays & { now: number }

/**
 * The open reviews by the number of the day on which they are due: those that wait for a slot, those
 * of them that are late, and the booked.
 */
export const countReviews = all((db, when: Values<Now>) =>
  db
    .selectFrom('reviews')
    .select(reviewCounts(when))
    .where('closed_at', 'is', null)
    .groupBy(firstColumn),
)

/** The same of the students who are blocked. */
export const countReviewsOfBlocked = all((db, when: Values<Now>) =>
  db
    .selectFrom('people')
    .innerJoin('reviews', 'reviews.student_id', 'people.id')
    .select(reviewCounts(when))
    .where('people.role', '=', 'student')
    .where('people.blocked_at', 'is not', null)
    .where('closed_at', 'is', null)
    .groupBy(firstColumn),
)

/** Said by its place: a placeholder is another one wherever it stands. */
const firstColumn = sql.lit(1)

function reviewCounts({ now, ...days }: Values<Now>) {
  return (is: ExpressionBuilder<Tables, 'reviews'>) => {
    const { countAll } = is.fn
    const waiting = () => countAll<number>().filterWhere('status', '=', 'not-scheduled')
    return [
      dayNumber(sql`due_at`, days).as('number'),
      waiting().as('reviewsToSchedule'),
      waiting().filterWhere('due_at', '<', now).as('reviewsOverdue'),
      countAll<number>().filterWhere('status', '=', 'review-scheduled').as('reviewsScheduled'),
    ] as const
  }
}

/** The slots that can be booked now, by the number of their day. */
export const countFreeSlots = all((db, bookable: Values<Bookable>) =>
  db
    .selectFrom('people')
    .innerJoin('slots', 'slots.reviewer_id', 'people.id')
    .select(({ fn }) => [
      dayNumber(sql`slots.starts_at`, bookable).as('number'),
      fn.countAll<number>().as('count'),
    ])
    // Whoever has slots is a reviewer: it is said for the index by which these few are found.
    .where('people.role', '=', 'reviewer')
    .where(isInHorizon(bookable))
    .where(isActive)
    .where(isUnusedWithin(bookable))
    .where(keepsAvailability(bookable))
    .groupBy(firstColumn),
)

/** How many mails to people were given up, and how many were tried often and are not away. */
export const countMails = one((db) => {
  const { countAll } = db.fn
  return (
    db
      .selectFrom('outbox')
      .select([
        countAll<number>().filterWhere('failed_at', 'is not', null).as('mailsFailed'),
        countAll<number>()
          .filterWhere('failed_at', 'is', null)
          .filterWhere('attempts', '>=', triesUntilDelayed)
          .as('mailsDelayed'),
      ])
      .where('sent_at', 'is', null)
      .where('dropped_at', 'is', null)
      // Whoever sent a test mail was told; those of an older version have no kind.
      .where((is) => is.or([is('kind', 'is', null), is('kind', '!=', 'test')]))
  )
})

/** How many verified students who are not blocked stand in each week of each domain, by domain and week. */
export const countStudentsByWeek = all((db) =>
  db
    .selectFrom(selectWeeks(db).as('weeks'))
    .innerJoin('domains', 'domains.id', 'weeks.domain_id')
    .select(['domains.name as domain', 'domains.id as domainId', 'week', 'students'])
    .orderBy('domains.sort_key')
    .orderBy('week')
    .$narrowType<{ week: NotNull }>(),
)

/** The weeks in which students stand who have no task in them, the most students first. */
export const readWeeksWithoutTask = all((db, { most }: Values<{ most: number }>) =>
  db
    .selectFrom(selectWeeks(db).as('weeks'))
    .innerJoin('domains', 'domains.id', 'weeks.domain_id')
    .leftJoin('tasks', (join) =>
      join.onRef('tasks.domain_id', '=', 'weeks.domain_id').onRef('tasks.week', '=', 'weeks.week'),
    )
    .select(['domains.id as domain_id', 'domains.name as domain', 'weeks.week', 'students'])
    .where('tasks.id', 'is', null)
    .orderBy('students', 'desc')
    .orderBy('domains.sort_key')
    .orderBy('weeks.week')
    .limit(most)
    .$narrowType<{ week: NotNull }>(),
)

/** Counted before the domains are looked up: the index of people is in the order of the groups. */
function selectWeeks(db: Db) {
  return db
    .selectFrom('people')
    .select(['domain_id', 'week'])
    .select(db.fn.countAll<number>().as('students'))
    .where('role', '=', 'student')
    .where(isActive)
    .where('week', 'is not', null)
    .groupBy(['domain_id', 'week'])
}
