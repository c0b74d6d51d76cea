import { sql } from 'kysely'
import type { EndpointReply } from '#contract/kit/endpoint.ts'
import {
  findHoliday,
  type Holiday,
  type HolidayCalendar,
  skipHolidaysInZone,
} from '#contract/kit/time/holidays.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { addDays, getDateInZone, startOfDay } from '#contract/kit/time/zone.ts'
import { bookingsOnHolidayShown } from '#contract/limits/limits.ts'
import type { getHolidayEffects } from '#contract/school/holiday-effects.ts'
import type { Db } from '#server/database/connect.ts'
import { isInJsonList } from '#server/database/list/search.ts'
import { isParticipating } from '#server/database/person-conditions.ts'
import { all, allForItems, one, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Tx } from '#server/database/transaction.ts'
import { recordAudits } from '#server/kit/call/audit.ts'
import type { Context } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import { notifyAll } from '#server/notifications/actions.ts'
import { lockForScheduling } from './lock-for-scheduling.ts'

/** A range of instants (ms since 1970): from `since` up to but not including `until`. */
type Span = { since: number; until: number }

function toSpan({ from, to }: Omit<Holiday, 'name'>, timeZone: string): Span {
  return { since: startOfDay(from, timeZone), until: startOfDay(addDays(to, 1), timeZone) }
}

/**
 * Makes open reviews that are due on a holiday due at the same time of the next day that is none,
 * with an audit entry for each, and notifies their students.
 */
export async function moveDueDatesOffHolidays(
  context: Context<Tx>,
  school: HolidayCalendar,
): Promise<void> {
  const { db, live } = context
  const spans = school.holidays.map((holiday) => toSpan(holiday, school.timeZone))
  const found = await readDueWithin(db, spans)
  if (found.length === 0) return
  const reviewIds = found.map(({ id }) => id)
  const locked = await lockForScheduling(db, { reviewerIds: [], reviewIds })
  const moved = locked.flatMap((review) => {
    const dueAt = skipHolidaysInZone(review.due_at, school)
    return review.closed_at === null && dueAt !== review.due_at ? { ...review, dueAt } : []
  })
  // Few statements: all reviews that are due on one day move by the same time.
  for (const [by, reviews] of Map.groupBy(moved, ({ dueAt, due_at }) => dueAt - due_at)) {
    await postponeDueDates(db, { by, ids: JSON.stringify(reviews.map(({ id }) => id)) })
  }
  await recordAudits(
    context,
    moved.map(({ id, due_at, dueAt }) => ({
      kind: 'reviews',
      id,
      before: { due_at },
      after: { due_at: dueAt },
    })),
  )
  await notifyStudents(context, moved, school)
  const people = moved.flatMap((one) => [one.student_id, one.advisor_id, one.reviewer_id])
  live.changed('reviews', people)
}

/** Notifications per statement. */
const batchSize = 250

async function notifyStudents(
  context: Context<Tx>,
  moved: (Pick<Tables['reviews'], 'id' | 'student_id' | 'week' | 'due_at'> & { dueAt: number })[],
  { timeZone, holidays }: HolidayCalendar,
): Promise<void> {
  const ids = moved.map(({ id }) => id)
  const concerned = new Set(
    (await readConcerned(context.db, { ids: JSON.stringify(ids) })).map(({ id }) => id),
  )
  const notifications = moved
    .filter(({ id }) => concerned.has(id))
    .map(({ id, student_id, week, due_at, dueAt }) => {
      const holiday = findHoliday(getDateInZone(due_at, timeZone), holidays)?.name ?? ''
      return {
        ...({ kind: 'due-moved', dedupeKey: newId(), reviewId: id } as const),
        to: [{ _id: student_id, role: 'student' } as const],
        payload: () => ({ week, due: toIsoInstant(dueAt), holiday }),
      }
    })
  for (let at = 0; at < notifications.length; at += batchSize) {
    await notifyAll(context, notifications.slice(at, at + batchSize))
  }
}

/** Returns which open reviews a holiday would affect, the booked ones soonest first. */
export async function findHolidayEffects(
  { db, clock, settings }: Context,
  days: Omit<Holiday, 'name'>,
): Promise<EndpointReply<typeof getHolidayEffects>> {
  const span = toSpan(days, settings.timeZone)
  const asked = { ...span, since: Math.max(span.since, clock()) }
  const [{ due }, { booked }] = [await countDueWithin(db, span), await countBookedWithin(db, asked)]
  const reviews = await readBookedWithin(db, asked)
  return {
    due,
    booked,
    reviews: reviews.map(({ id, week, held_at, ...row }) => ({
      _id: id,
      week,
      startsAt: toIsoInstant(held_at ?? 0),
      student: { _id: row.student_id, name: row.student },
      reviewer: { _id: row.reviewer_id, name: row.reviewer },
    })),
  }
}
/** Open reviews that are due within any of the spans. */
const readDueWithin = allForItems((db, spans: Values<Span>[]) =>
  db
    .selectFrom('reviews')
    .select('id')
    .where('closed_at', 'is', null)
    .where(({ or }) => or(spans.map(isDueWithin))),
)

function isDueWithin({ since, until }: Values<Span>) {
  return sql<boolean>`(due_at >= ${since} and due_at < ${until})`
}

/** Those of the reviews (a JSON list of ids) whose students take part. */
const readConcerned = all((db, { ids }: Values<{ ids: string }>) =>
  db
    .selectFrom('reviews')
    .innerJoin('people as student', 'student.id', 'reviews.student_id')
    .select('reviews.id')
    .where(isInJsonList(db, 'reviews.id', ids))
    .where(isParticipating('student')),
)

const postponeDueDates = run((db, { by, ids }: Values<{ by: number; ids: string }>) =>
  db
    .updateTable('reviews')
    .set({ due_at: sql<number>`due_at + ${by}` })
    .where(isInJsonList(db, 'reviews.id', ids)),
)

const countDueWithin = one((db, span: Values<Span>) =>
  db
    .selectFrom('reviews')
    .select(({ fn }) => fn.countAll<number>().as('due'))
    .where('closed_at', 'is', null)
    .where(isDueWithin(span)),
)

function selectBookedWithin(db: Db, { since, until }: Values<Span>) {
  return db
    .selectFrom('reviews')
    .where('status', '=', sql.lit('review-scheduled'))
    .where('closed_at', 'is', null)
    .where('held_at', '>=', since)
    .where('held_at', '<', until)
}

const countBookedWithin = one((db, span: Values<Span>) =>
  selectBookedWithin(db, span).select(({ fn }) => fn.countAll<number>().as('booked')),
)

const readBookedWithin = all((db, span: Values<Span>) =>
  selectBookedWithin(db, span)
    .innerJoin('people as student', 'student.id', 'reviews.student_id')
    .innerJoin('people as reviewer', 'reviewer.id', 'reviews.reviewer_id')
    .select(['reviews.id', 'reviews.week', 'reviews.held_at'])
    .select(['student.id as student_id', 'student.name as student'])
    .select(['reviewer.id as reviewer_id', 'reviewer.name as reviewer'])
    .orderBy('held_at')
    .orderBy('reviews.id')
    .limit(sql.lit(bookingsOnHolidayShown)),
)
