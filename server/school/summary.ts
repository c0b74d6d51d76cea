import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { getPlannableDueCutoff } from '#contract/reviews/scheduling/planning-rules.ts'
import type { Role } from '#contract/roles.ts'
import { addUpDemand, type CountOnDay, findFirstShortDay } from '#contract/school/slot-shortage.ts'
import type { SchoolSummary } from '#contract/school/summary.ts'
import { toReference } from '#server/database/column-values.ts'
import type { Context } from '#server/kit/context.ts'
import { readFailedBackup } from '#server/kit/ops/backup/backup-state.ts'
import { readFirstDeletion } from '#server/kit/ops/retention.ts'
import { getBookingRuleInputs } from '#server/slots/bookable/bookable.ts'
import { listNonHolidaysAhead } from '#server/slots/bookable/booking-days.ts'
import {
  countStudentsByFormerAdvisor,
  countUnmarkedAndUndecidedReviews,
} from './at-risk-queries.ts'
import { type FreeSlots, findShortDomains } from './notify-slot-shortage.ts'
import {
  countFreeSlots,
  countPeople,
  countReviewsByDay,
  countUndeliveredMails,
  hasAnySlot,
  readDomains,
} from './queries.ts'

/** How many advisors are listed by name. */
const advisorsShown = 10

/** Returns the school’s key figures. */
export async function getSchoolSummary(
  context: Context,
): Promise<Omit<SchoolSummary, 'isProxyUnheard'>> {
  const { db, settings } = context
  const people = await countPeople(db)
  const domains = await readDomains(db)
  return {
    ...countRoles(people),
    domains: domains.length,
    ...countTasks(domains),
    hasSlots: await hasAnySlot(db),
    hasMailServer: settings.smtpUrl !== undefined,
    hasBackups: settings.backup.dir !== undefined,
    ...(await countOpenReviews(context)),
    withoutAdvisor: (await countStudentsByFormerAdvisor(db, { most: advisorsShown })).map(
      ({ id, name, students }) => ({ advisor: toReference(id, name), students }),
    ),
    ...(await countUndeliveredMails(db)),
    backupFailed: await getFailedBackup(context),
    firstDeletion: await getFirstDeletion(context),
    studentsByWeek: domains.flatMap((domain) => countStudentsByWeek(domain, people)),
  }
}

function countTasks(domains: Awaited<ReturnType<typeof readDomains>>) {
  const without = domains.filter(({ first_week }) => first_week === null)
  return {
    hasTasks: without.length < domains.length,
    domainsWithoutTasks: without.filter(({ archived_at }) => archived_at === null).length,
  }
}

type Counted = Awaited<ReturnType<typeof countPeople>>

function countRoles(people: Counted) {
  const count = (what: 'people' | 'verified' | 'blocked' | 'active', role?: Role) =>
    addUp(people.filter((of) => role === undefined || of.role === role).map((of) => of[what]))
  const invited = (role?: Role) => count('people', role) - count('verified', role)
  return {
    students: count('people', 'student'),
    advisors: count('people', 'advisor'),
    activeAdvisors: count('active', 'advisor'),
    reviewers: count('people', 'reviewer'),
    invited: invited(),
    invitedStudents: invited('student'),
    invitedAdvisors: invited('advisor'),
    invitedReviewers: invited('reviewer'),
    blocked: count('blocked'),
  }
}

function countStudentsByWeek({ id, name }: { id: string; name: string }, people: Counted) {
  return people
    .filter(({ role, domain_id }) => role === 'student' && domain_id === id)
    .flatMap(({ week, active }) => (week !== null && active > 0 ? { week, students: active } : []))
    .toSorted((a, b) => a.week - b.week)
    .map((of) => ({ domain: name, domainId: id, ...of }))
}

async function countOpenReviews(context: Context) {
  const { db, settings } = context
  const bookable = getBookingRuleInputs(context)
  const plannableBefore = getPlannableDueCutoff(bookable.now, settings)
  const reviews = await countReviewsByDay(db, { ...bookable, plannableBefore })
  const free = await countFreeSlots(db, bookable)
  const due = reviews.filter(({ status }) => status === 'not-scheduled')
  const booked = reviews.filter(({ status }) => status === 'review-scheduled')
  const inAll = free.filter(({ domain_id }) => domain_id === null)
  const days = listNonHolidaysAhead(bookable, settings)
  const short = findFirstShortDay(addUpDemand(days, { due, free: inAll }))
  const sum = (counts: CountOnDay[]) => addUp(counts.map(({ count }) => count))
  return {
    freeSlots: sum(inAll),
    slotsShort: short ? { ...short, domain: null } : await findShortage(context, free),
    reviewsToSchedule: sum(due),
    reviewsOverdue: sum(due.filter(({ number }) => number !== null && number < 0)),
    reviewsToPlan: addUp(due.map(({ plannable }) => plannable)),
    reviewsScheduled: sum(booked),
    ...(await countUnmarkedAndUndecidedReviews(db, { now: bookable.now })),
  }
}

/** Returns the first domain that is short of slots, if the school as a whole is not. */
async function findShortage(context: Context, free: FreeSlots) {
  const [domain] = await findShortDomains(context, free)
  return domain ? { ...domain.short, domain: domain.name } : null
}

const addUp = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0)

async function getFailedBackup({ db }: Context): Promise<string | null> {
  const failed = await readFailedBackup(db)
  return failed ? toIsoInstant(failed.since) : null
}

async function getFirstDeletion(context: Context): Promise<SchoolSummary['firstDeletion']> {
  const from = await readFirstDeletion(context)
  const { trailDays, callRecordDays } = context.settings
  return from === undefined ? null : { from: toIsoInstant(from), trailDays, callRecordDays }
}
