import { sql } from 'kysely'
import { clockInZone, minuteOfDay } from '#contract/kit/zone.ts'
import { slotsShortFromHour } from '#contract/limits/notices.ts'
import { addUpDemand, firstShortDay } from '#contract/school/shortage.ts'
import { isActive } from '#server/database/active.ts'
import { all, type Values } from '#server/database/query.ts'
import { inTransactionThenTell } from '#server/kit/call/change.ts'
import type { Context } from '#server/kit/context.ts'
import { findToldToday, tellOnceADay } from '#server/notices/actions.ts'
import { type Bookable, bookableNow, selectBookableOf } from '#server/slots/bookable.ts'
import { dayNumber, daysToFill } from '#server/slots/booking-days.ts'

const kind = 'slots-short'

/**
 * Tells a domain's reviewers and all admins that until some bookable day more of its reviews are due
 * than slots can be booked, once a day at most, and not in the night.
 */
export async function tellSlotsShort(context: Context): Promise<void> {
  const { db, clock, settings } = context
  const clockNow = clockInZone(clock(), settings.timeZone)
  if (minuteOfDay(clockNow) < slotsShortFromHour * 60) return
  const bookable = bookableNow(context)
  const days = daysToFill(bookable, settings.timeZone)
  const domains = [...Map.groupBy(await readDueByDomain(db, bookable), ({ id }) => id).values()]
  const told = await findToldToday(
    context,
    kind,
    domains.flatMap(([first]) => first?.id ?? []),
  )
  for (const due of domains) {
    const [{ id: domainId, name: domain } = { id: '', name: '' }] = due
    if (told.has(domainId)) continue
    const freeOnDays = await countFreeOf(db, { ...bookable, domainId })
    const short = firstShortDay(addUpDemand(days, { due, free: freeOnDays }))
    if (!short) continue
    const to = (await readWhoCanHelp(db, { domainId })).map(({ id: _id, role }) => ({ _id, role }))
    const { day, due: waiting, free } = short
    const facts = () => ({ domain, day, waiting, free })
    await inTransactionThenTell(context, (tx) =>
      tellOnceADay(tx, { kind, about: domainId, to, facts }),
    )
  }
}

/**
 * How many reviews that wait for a slot are due on each day up to the last that can be booked, by its
 * number, in each domain where there are some, of students who are not blocked.
 */
const readDueByDomain = all((db, days: Values<Bookable>) =>
  db
    .selectFrom('reviews')
    .innerJoin('people as student', 'student.id', 'reviews.student_id')
    .innerJoin('domains', 'domains.id', 'student.domain_id')
    .select(({ fn }) => [
      dayNumber(sql`reviews.due_at`, days).as('number'),
      ...(['domains.id', 'domains.name'] as const),
      fn.countAll<number>().as('count'),
    ])
    .where('reviews.status', '=', sql.lit('not-scheduled'))
    .where('reviews.closed_at', 'is', null)
    .where('student.blocked_at', 'is', null)
    .where('reviews.due_at', '<', days.before)
    .groupBy([sql.lit(1), 'domains.id', 'domains.name', 'domains.sort_key'])
    .orderBy('domains.sort_key'),
)

/** How many slots of a domain can be booked now, by the number of their day. */
const countFreeOf = all((db, wish: Values<Bookable & { domainId: string }>) =>
  db
    .selectFrom(selectBookableOf(db, wish).as('free_slots'))
    .select(({ fn }) => [
      dayNumber(sql`free_slots.starts_at`, wish).as('number'),
      fn.countAll<number>().as('count'),
    ])
    .groupBy(sql.lit(1)),
)

/** The reviewers of a domain, and the admins. */
const readWhoCanHelp = all((db, { domainId }: Values<{ domainId: string }>) =>
  db
    .selectFrom('people')
    .select(['id', 'role'])
    .where(isActive)
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('role', '=', sql.lit('admin')),
        eb(
          'id',
          'in',
          selectFrom('reviewer_domains').select('reviewer_id').where('domain_id', '=', domainId),
        ),
      ]),
    )
    .orderBy('id'),
)
