import { isoInstant } from '#contract/kit/iso.ts'
import { firstShortDay } from '#contract/school/shortage.ts'
import type { SchoolSummary } from '#contract/school/summary.ts'
import type { Context } from '#server/kit/context.ts'
import { readFailedBackup } from '#server/kit/ops/backup/state.ts'
import { readFirstDeletion } from '#server/kit/ops/retention.ts'
import { type Bookable, bookableNow, daysToFill } from '#server/slots/bookable.ts'
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
  const { freeSlots, freeByTomorrow } = await countFreeSlots(db, bookable)
  const [tomorrow, last] = daysToFill(context, bookable)
  const short = firstShortDay([
    { day: tomorrow.day, due: all.dueByTomorrow - blocked.dueByTomorrow, free: freeByTomorrow },
    { day: last.day, due: all.dueInHorizon - blocked.dueInHorizon, free: freeSlots },
  ])
  return {
    freeSlots,
    slotsShort: short ?? null,
    reviewsToSchedule: all.reviewsToSchedule - blocked.reviewsToSchedule,
    reviewsOverdue: all.reviewsOverdue - blocked.reviewsOverdue,
    reviewsScheduled: all.reviewsScheduled - blocked.reviewsScheduled,
  }
}

async function tellFailedBackup({ db }: Context): Promise<string | null> {
  const failed = await readFailedBackup(db)
  return failed ? isoInstant(failed.since) : null
}

async function tellFirstDeletion(context: Context): Promise<SchoolSummary['firstDeletion']> {
  const from = await readFirstDeletion(context)
  const { trailDays, callRecordDays } = context.settings
  return from === undefined ? null : { from: isoInstant(from), trailDays, callRecordDays }
}
