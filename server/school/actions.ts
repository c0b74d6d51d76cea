import { isoInstant } from '#contract/kit/iso.ts'
import { demoLogins, type School, type SchoolSummary, schoolLogoPath } from '#contract/school.ts'
import type { Db } from '#server/database/open.ts'
import type { Tx } from '#server/database/transaction.ts'
import type { Context } from '#server/kit/context.ts'
import { readFirstDeletion } from '#server/kit/ops/retention.ts'
import { bookableNow } from '#server/slots/bookable.ts'
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
  deleteDemoFact,
  readIsDemo,
} from './queries.ts'

/**
 * The school's name, logo, zone and time. The demo logins are told only while the settings ask for demo data
 * and the database holds it (contract, section 7).
 */
export async function getSchool({ db, clock, settings }: Context): Promise<School> {
  const isDemo = settings.demo && (await readIsDemo(db))
  return {
    timeZone: settings.timeZone,
    now: isoInstant(clock()),
    name: settings.schoolName,
    logo: settings.schoolLogo ? schoolLogoPath(settings.schoolLogo.version) : null,
    demoLogins: isDemo ? demoLogins : null,
  }
}

/** Whether this database was filled with demo data, whether or not it is served as such. */
export function holdsDemo({ db }: Context): Promise<boolean> {
  return readIsDemo(db)
}

/** From now on the database is a school like any other. */
export async function forgetDemo({ db }: Context<Tx>): Promise<void> {
  await deleteDemoFact(db)
}

/** How the school stands today. */
export async function getSchoolSummary(
  context: Context,
): Promise<Omit<SchoolSummary, 'isProxyUnheard'>> {
  const { db } = context
  const bookable = bookableNow(context)
  return {
    ...(await countPeople(db)),
    ...(await countDomains(db)),
    ...{ hasTasks: await anyTask(db), hasSlots: await anySlot(db) },
    ...(await countOpenReviews(db, bookable.now)),
    ...(await countFreeSlots(db, bookable)),
    ...(await countMails(db)),
    firstDeletion: await tellFirstDeletion(context),
    studentsByWeek: await countStudentsByWeek(db),
  }
}

/** Students who are blocked are taken off: the index of open reviews does not hold whose they are. */
async function countOpenReviews(db: Db, now: number) {
  const all = await countReviews(db, { now })
  const blocked = await countReviewsOfBlocked(db, { now })
  return {
    reviewsToSchedule: all.reviewsToSchedule - blocked.reviewsToSchedule,
    reviewsOverdue: all.reviewsOverdue - blocked.reviewsOverdue,
    reviewsScheduled: all.reviewsScheduled - blocked.reviewsScheduled,
  }
}

async function tellFirstDeletion(context: Context): Promise<SchoolSummary['firstDeletion']> {
  const from = await readFirstDeletion(context)
  const { trailDays, callRecordDays } = context.settings
  return from === undefined ? null : { from: isoInstant(from), trailDays, callRecordDays }
}
