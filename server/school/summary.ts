import { isoInstant } from '#contract/kit/iso.ts'
import { addUpDemand, firstShortDay } from '#contract/school/shortage.ts'
import type { SchoolSummary } from '#contract/school/summary.ts'
import type { Context } from '#server/kit/context.ts'
import { readFailedBackup } from '#server/kit/ops/backup/state.ts'
import { readFirstDeletion } from '#server/kit/ops/retention.ts'
import { type Bookable, bookableNow } from '#server/slots/bookable.ts'
import { daysToFill } from '#server/slots/booking-days.ts'
import {
  anySlot,
  anyTask,
  countDomains,
  countFreeSlots,
  countMails,
  countPeople,
  countReviews,
  countReviewsOfBlocked,
  countStudentsByWeek,
} from './queries.ts'

/** How the school stands today. */
export async function getSchoolSummary(
  context: Context,
): Promise<Omit<SchoolSummary, 'isProxyUnheard'>> {
  const { db, settings } = context
  const bookable = bookableNow(context)
  return {
    ...(await countPeople(db)),
    ...(await countDomains(db)),
    ...{ hasTasks: await anyTask(db), hasSlots: await anySlot(db) },
    hasMailServer: settings.smtpUrl !== undefined,
    hasBackups: settings.backup.dir !== undefined,
    ...(await countOpenReviews(context, bookable)),
    ...(await countMails(db)),
    backupFailed: await tellFailedBackup(context),
    firstDeletion: await tellFirstDeletion(context),
    studentsByWeek: await countStudentsByWeek(db),
  }
}

/** Students who are blocked are taken off: the index of open reviews does not hold whose they are. */
async function countOpenReviews(context: Context, bookable: Bookable) {
  const { db } = context
  const all = await countReviews(db, bookable)
  const blocked = await countReviewsOfBlocked(db, bookable)
  const free = await countFreeSlots(db, bookable)
  const waiting = (rows: typeof all, times: 1 | -1) =>
    rows.map(({ number, reviewsToSchedule: count }) => ({ number, count: times * count }))
  const due = [...waiting(all, 1), ...waiting(blocked, -1)]
  const days = daysToFill(bookable, context.settings.timeZone)
  const sum = (of: 'reviewsToSchedule' | 'reviewsOverdue' | 'reviewsScheduled') =>
    addUp(all.map((row) => row[of])) - addUp(blocked.map((row) => row[of]))
  return {
    freeSlots: addUp(free.map(({ count }) => count)),
    slotsShort: firstShortDay(addUpDemand(days, { due, free })) ?? null,
    reviewsToSchedule: sum('reviewsToSchedule'),
    reviewsOverdue: sum('reviewsOverdue'),
    reviewsScheduled: sum('reviewsScheduled'),
  }
}

const addUp = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0)

async function tellFailedBackup({ db }: Context): Promise<string | null> {
  const failed = await readFailedBackup(db)
  return failed ? isoInstant(failed.since) : null
}

async function tellFirstDeletion(context: Context): Promise<SchoolSummary['firstDeletion']> {
  const from = await readFirstDeletion(context)
  const { trailDays, callRecordDays } = context.settings
  return from === undefined ? null : { from: isoInstant(from), trailDays, callRecordDays }
}
