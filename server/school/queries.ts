import { type NotNull, sql } from 'kysely'
import { mailDelayedAfterTries } from '#contract/limits/mails.ts'
import type { Db } from '#server/database/connect.ts'
import {
  isActive,
  isActiveParticipant,
  isNotParticipating,
} from '#server/database/person-conditions.ts'
import { all, didChange, first, one, run, type Values } from '#server/database/query.ts'
import {
  type BookingRuleInputs,
  isAllowedByAllRules,
  isInHorizon,
  isUnusedInHorizon,
} from '#server/slots/bookable/bookable.ts'
import { type BookingDays, getDayIndex } from '#server/slots/bookable/booking-days.ts'

/** Whether this database was filled with demo data. */
export const hasDemoFlag = didChange((db) =>
  db.selectFrom('facts').select('name').where('name', '=', 'demo'),
)

/** Removes the mark of a demo school. */
export const deleteDemoFlag = run((db) => db.deleteFrom('facts').where('name', '=', 'demo'))

/** Returns the version of the sort keys; undefined before any was stored. */
export const readSortKeysVersion = first((db) =>
  db.selectFrom('facts').select('value').where('name', '=', 'list order'),
)

export const saveSortKeysVersion = run((db, { order }: Values<{ order: string }>) =>
  db
    .insertInto('facts')
    .values({ name: 'list order', value: order })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: order })),
)

/**
 * Counts people by role, domain and week: all, verified, blocked, and those who are active and take
 * part. The index of people is in the order of the groups.
 */
export const countPeople = all((db) =>
  db
    .selectFrom('people')
    .select(['role', 'domain_id', 'week'])
    .select(({ fn }) => [
      fn.countAll<number>().as('people'),
      fn.count<number>('verified_at').as('verified'),
      fn.count<number>('blocked_at').as('blocked'),
      fn.countAll<number>().filterWhere(isActiveParticipant).as('active'),
    ])
    .where('erased_at', 'is', null)
    .groupBy(['role', 'domain_id', 'week']),
)

/** Returns the domains, in list order, with their first week that has a task. */
export const readDomains = all((db) =>
  db
    .selectFrom('domains')
    .select(['id', 'name', 'archived_at'])
    .select((domain) =>
      domain
        .selectFrom('tasks')
        .select(({ fn }) => fn.min('week').as('week'))
        .whereRef('tasks.domain_id', '=', 'domains.id')
        .as('first_week'),
    )
    .orderBy('sort_key'),
)

/** Whether there is any slot. */
export const hasAnySlot = didChange((db) =>
  db.selectFrom('slots').select('id').orderBy('id').limit(1),
)

/**
 * Counts open reviews of students who take part by state (awaiting a slot, booked) and due
 * day (as a day number), and how many are due before `plannableBefore`. An index covers the query.
 */
export const countReviewsByDay = all(
  (db, days: Values<BookingDays & { plannableBefore: number }>) =>
    db
      .selectFrom('reviews')
      .select(({ fn }) => [
        'status',
        getDayIndex(sql`due_at`, days).as('number'),
        fn.countAll<number>().as('count'),
        fn.countAll<number>().filterWhere('due_at', '<', days.plannableBefore).as('plannable'),
      ])
      .where('status', 'in', [sql.lit('not-scheduled'), sql.lit('review-scheduled')])
      .where('closed_at', 'is', null)
      .where('student_id', 'not in', ({ selectFrom }) =>
        selectFrom('people')
          .select('id')
          .where('role', '=', sql.lit('student'))
          .where(isNotParticipating),
      )
      .groupBy(['status', 'number']),
)

/**
 * Counts bookable slots by day number: for the whole school (domain null) and for each domain,
 * where a slot of a reviewer with several domains counts in each. Slots are scanned once; reviewers
 * are joined after counting.
 */
export const countFreeSlots = all((db, bookable: Values<BookingRuleInputs>) => {
  const ofReviewers = db
    .selectFrom('slots')
    .select(({ fn }) => [
      'slots.reviewer_id',
      getDayIndex(sql`slots.starts_at`, bookable).as('number'),
      fn.countAll<number>().as('count'),
    ])
    .where(isInHorizon(bookable))
    .where(isUnusedInHorizon(bookable))
    .where(isAllowedByAllRules(bookable))
    .groupBy(['slots.reviewer_id', 'number'])
  const active = db.selectFrom('people').where('role', '=', sql.lit('reviewer')).where(isActive)
  const places = active
    .select(['people.id', sql<string | null>`null`.as('domain_id')])
    .unionAll(
      active
        .innerJoin('reviewer_domains', 'reviewer_domains.reviewer_id', 'people.id')
        .select(['people.id', 'reviewer_domains.domain_id']),
    )
  return db
    .selectFrom(ofReviewers.as('free_slots'))
    .innerJoin(places.as('places'), 'places.id', 'free_slots.reviewer_id')
    .select(['places.domain_id', 'number', sql<number>`cast(sum(count) as bigint)`.as('count')])
    .groupBy(['places.domain_id', 'number'])
})

/** Counts mails that failed for good, and mails that were retried often and are still unsent. */
export const countUndeliveredMails = one((db) => {
  const { countAll } = db.fn
  return (
    db
      .selectFrom('outbox')
      .select([
        countAll<number>().filterWhere('failed_at', 'is not', null).as('mailsFailed'),
        countAll<number>()
          .filterWhere('failed_at', 'is', null)
          .filterWhere('attempts', '>=', mailDelayedAfterTries)
          .as('mailsDelayed'),
      ])
      .where('sent_at', 'is', null)
      .where('dropped_at', 'is', null)
      // The sender of a test mail saw the result; older versions stored no kind.
      .where((is) => is.or([is('kind', 'is', null), is('kind', '!=', 'test')]))
  )
})

/**
 * Returns weeks that students are in and that have no task, most students first. An archived domain
 * gets no new tasks.
 */
export const readWeeksWithoutTask = all((db, { most }: Values<{ most: number }>) =>
  db
    .selectFrom(selectWeeks(db).as('weeks'))
    .innerJoin('domains', 'domains.id', 'weeks.domain_id')
    .leftJoin('tasks', (join) =>
      join.onRef('tasks.domain_id', '=', 'weeks.domain_id').onRef('tasks.week', '=', 'weeks.week'),
    )
    .select(['domains.id as domain_id', 'domains.name as domain', 'weeks.week', 'students'])
    .where('tasks.id', 'is', null)
    .where('domains.archived_at', 'is', null)
    .orderBy('students', 'desc')
    .orderBy('domains.sort_key')
    .orderBy('weeks.week')
    .limit(most)
    .$narrowType<{ week: NotNull }>(),
)

/** Counts before joining domains: the index of people is in the order of the groups. */
function selectWeeks(db: Db) {
  return db
    .selectFrom('people')
    .select(['domain_id', 'week'])
    .select(db.fn.countAll<number>().as('students'))
    .where('role', '=', 'student')
    .where(isActiveParticipant)
    .where('week', 'is not', null)
    .groupBy(['domain_id', 'week'])
}
