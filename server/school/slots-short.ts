import { sql } from 'kysely'
import { clockInZone, minuteOfDay } from '#contract/kit/zone.ts'
import { slotsShortFromHour } from '#contract/limits/notices.ts'
import { firstShortDay } from '#contract/school/shortage.ts'
import { isActive } from '#server/database/active.ts'
import { all, one, type Values } from '#server/database/query.ts'
import { inTransactionThenTell } from '#server/kit/call/change.ts'
import type { Context } from '#server/kit/context.ts'
import { findToldToday, tellOnceADay } from '#server/notices/actions.ts'
import { type Bookable, bookableNow, daysToFill, selectBookableOf } from '#server/slots/bookable.ts'

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
  const [tomorrow, last] = daysToFill(context, bookable)
  const domains = await readDueByDomain(db, bookable)
  const told = await findToldToday(
    context,
    kind,
    domains.map(({ id }) => id),
  )
  for (const { id: domainId, name: domain, dueByTomorrow, dueInHorizon } of domains) {
    if (told.has(domainId)) continue
    const demand = async ({ day, before }: typeof last, due: number) => {
      const { free } = await countFreeOf(db, { ...bookable, before, domainId, most: due })
      return { day, due, free }
    }
    const short = firstShortDay([
      await demand(tomorrow, dueByTomorrow),
      await demand(last, dueInHorizon),
    ])
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
 * How many reviews that wait for a slot are due by the end of tomorrow and of the horizon, in each
 * domain where there are some, of students who are not blocked.
 */
const readDueByDomain = all((db, { thirdDay, before }: Values<Bookable>) =>
  db
    .selectFrom('reviews')
    .innerJoin('people as student', 'student.id', 'reviews.student_id')
    .innerJoin('domains', 'domains.id', 'student.domain_id')
    .select(['domains.id', 'domains.name'])
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('due_at', '<', thirdDay).as('dueByTomorrow'),
      fn.countAll<number>().as('dueInHorizon'),
    ])
    .where('reviews.status', '=', sql.lit('not-scheduled'))
    .where('reviews.closed_at', 'is', null)
    .where('student.blocked_at', 'is', null)
    .where('reviews.due_at', '<', before)
    .groupBy(['domains.id', 'domains.name', 'domains.name_key'])
    .orderBy('domains.name_key'),
)

/** How many slots of a domain can be booked now: beyond `most` nothing is read. */
const countFreeOf = one(
  (db, { most, ...wish }: Values<Bookable & { domainId: string; most: number }>) =>
    db
      .selectFrom(selectBookableOf(db, wish).limit(most).as('free_slots'))
      .select(({ fn }) => fn.countAll<number>().as('free')),
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
