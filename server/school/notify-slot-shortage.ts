import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { getClockTimeInZone, minuteOfDay } from '#contract/kit/time/zone.ts'
import { slotShortageFromHour } from '#contract/limits/notifications.ts'
import { addUpDemand, type DayDemand, findFirstShortDay } from '#contract/school/slot-shortage.ts'
import { isActive, isParticipating } from '#server/database/person-conditions.ts'
import { all, type Values } from '#server/database/query.ts'
import { attemptAll } from '#server/kit/attempt-all.ts'
import { inTransactionThenNotify } from '#server/kit/call/change.ts'
import type { Context } from '#server/kit/context.ts'
import { startInterval } from '#server/kit/interval.ts'
import { findSubjectsNotifiedToday, notifyOnceADay } from '#server/notifications/actions.ts'
import { type BookingRuleInputs, getBookingRuleInputs } from '#server/slots/bookable/bookable.ts'
import { getDayIndex, listNonHolidaysAhead } from '#server/slots/bookable/booking-days.ts'
import { countFreeSlots } from './queries.ts'

const kind = 'slots-short'

/**
 * Checks for slot shortages while the server runs and once at its start, so that a server that was
 * down at that hour catches up.
 */
export function startSlotShortageLoop(app: FastifyInstance, context: Context): void {
  void startInterval(app, 5 * minuteMs, () => notifySlotShortage(context))()
}

/**
 * Notifies a domain's reviewers and all admins if, by some bookable day that is no holiday, more of
 * its reviews are due than there are free slots. At most once a day, and not at night. An error
 * with one domain does not affect the others, and is thrown at the end.
 */
export async function notifySlotShortage(context: Context): Promise<void> {
  const { db, clock, settings } = context
  const clockNow = getClockTimeInZone(clock(), settings.timeZone)
  if (minuteOfDay(clockNow) < slotShortageFromHour * 60) return
  const domains = await findShortDomains(
    context,
    await countFreeSlots(db, getBookingRuleInputs(context)),
  )
  const notified = await findSubjectsNotifiedToday(
    context,
    kind,
    domains.map(({ _id }) => _id),
  )
  await attemptAll('not all shortages were notified of', async (attempt) => {
    for (const domain of domains.filter(({ _id }) => !notified.has(_id))) {
      await attempt([domain], () => notifyOfDomain(context, domain))
    }
  })
}

type ShortDomain = { _id: string; name: string; short: DayDemand }

async function notifyOfDomain(
  context: Context,
  { _id: domainId, name: domain, short }: ShortDomain,
): Promise<void> {
  const recipients = await readShortageRecipients(context.db, { domainId })
  const to = recipients.map(({ id: _id, role }) => ({ _id, role }))
  const { day, due: waiting, free } = short
  const payload = () => ({ domain, day, waiting, free })
  await inTransactionThenNotify(context, (tx) =>
    notifyOnceADay(tx, { kind, about: domainId, to, payload }),
  )
}

export type FreeSlots = Awaited<ReturnType<typeof countFreeSlots>>

/**
 * Returns the domains where more reviews are due by some bookable day than there are free slots,
 * with the first such day.
 */
export async function findShortDomains(context: Context, free: FreeSlots): Promise<ShortDomain[]> {
  const bookable = getBookingRuleInputs(context)
  const days = listNonHolidaysAhead(bookable, context.settings)
  const due = Map.groupBy(await readDueByDomain(context.db, bookable), ({ id }) => id)
  const freeIn = Map.groupBy(free, ({ domain_id }) => domain_id)
  return [...due].flatMap(([_id, onDays]) => {
    const short = findFirstShortDay(addUpDemand(days, { due: onDays, free: freeIn.get(_id) ?? [] }))
    return short ? { _id, name: onDays[0]?.name ?? '', short } : []
  })
}

/**
 * Counts reviews that await a slot by domain and due day (as a day number), up to the last bookable
 * day, for students who take part.
 */
const readDueByDomain = all((db, days: Values<BookingRuleInputs>) =>
  db
    .selectFrom('reviews')
    .innerJoin('people as student', 'student.id', 'reviews.student_id')
    .innerJoin('domains', 'domains.id', 'student.domain_id')
    .select(({ fn }) => [
      getDayIndex(sql`reviews.due_at`, days).as('number'),
      ...(['domains.id', 'domains.name'] as const),
      fn.countAll<number>().as('count'),
    ])
    .where('reviews.status', '=', sql.lit('not-scheduled'))
    .where('reviews.closed_at', 'is', null)
    .where(isParticipating('student'))
    .where('reviews.due_at', '<', days.before)
    .groupBy([sql.lit(1), 'domains.id', 'domains.name', 'domains.sort_key'])
    .orderBy('domains.sort_key'),
)

/** Returns the reviewers of a domain and the admins. */
const readShortageRecipients = all((db, { domainId }: Values<{ domainId: string }>) =>
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
