import type { z } from 'zod'
import { toInvitationDates } from '#contract/accounts/links/invitation-dates.ts'
import type { EndpointQuery, SortBy } from '#contract/kit/endpoint.ts'
import { parseSearchQuery } from '#contract/kit/text/search-query.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { undoMs } from '#contract/limits/reviews.ts'
import type { PersonEdit } from '#contract/people/edit-person.ts'
import {
  allDomainsValue,
  type listPeople as endpoint,
  formatUnknownPerson,
  type ListedPerson,
  type LoadSort,
  loadSorts,
  type PersonDetails,
  type PersonStateFilter,
  peopleRefusals,
} from '#contract/people/people.ts'
import { getOverdueCutoff } from '#contract/reviews/due-date.ts'
import type { Role } from '#contract/roles.ts'
import { mapPage, type Page } from '#server/database/list/paginate.ts'
import { toPeopleSearch } from '#server/database/list/search.ts'
import type { Tx } from '#server/database/transaction.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import {
  countBookedByReviewer,
  readAdvisorLoads,
  readAdvisorsByLoad,
  readListedPerson,
  readOpenReviewsOfStudents,
  readPeople,
  readPeopleByIds,
  readPersonOfAnyRole,
} from './list-queries.ts'
import { getProfile, toDomainReference } from './own-profile.ts'
import { readDomainsOfReviewers, readFailedMail } from './queries.ts'

/** Functions of other rooms that lists of people need. */
export type PeopleDependencies = {
  findLockedOutEmails: (context: Context) => Promise<string[]>
  /** Returns whose turn it is in students' open reviews, by student id. */
  findTurnsByStudent: (
    context: Context,
    studentIds: string[],
  ) => Promise<Map<string, ListedPerson['turn']>>
  /**
   * Returns when an advisor's students were last handed over (ms since 1970); null if that cannot
   * be undone.
   */
  findUndoableHandOverTime: (context: Context, advisorId: string) => Promise<number | null>
  /**
   * Corrects a person's details and updates other rooms; returns the link of a new invitation, if
   * one was sent.
   */
  editPerson: (
    context: Context<Tx>,
    adminId: string,
    role: Role,
    given: z.output<(typeof PersonEdit)[Role]>,
  ) => Promise<string | undefined>
}

/**
 * Returns a page of the people of a role, by name or as requested. `search` matches name, email and
 * a student's week; `domain` filters students and reviewers, `week` students; 'all' or nothing is
 * no filter (contract, section 5).
 */
export async function listPeople(
  context: Context,
  role: Role,
  {
    search,
    namesOnly,
    withTurn,
    domain,
    advisor: advisorId,
    week,
    state,
    sort,
    ...asked
  }: EndpointQuery<(typeof endpoint)[Role]>,
  {
    findLockedOutEmails,
    findTurnsByStudent,
  }: Pick<PeopleDependencies, 'findLockedOutEmails' | 'findTurnsByStudent'>,
): Promise<Page<ListedPerson>> {
  const { db, clock, settings } = context
  const late = () => getOverdueCutoff(clock(), settings.timeZone)
  const only = (one: PersonStateFilter) => (state === one ? one : undefined)
  const domainId = domain && domain !== allDomainsValue ? domain : undefined
  const byRole = {
    student: { domainId, advisorId, searchWeek: parseWeekSearch(search), ...parseWeekRange(week) },
    advisor: {},
    reviewer: { reviewedDomainId: domainId },
    admin: {},
  }
  const wanted = {
    role,
    ...toPeopleSearch(search, { namesOnly: namesOnly === 'true' }),
    active: only('active'),
    unverified: only('unverified'),
    blocked: only('blocked'),
    paused: only('paused'),
    finished: only('finished'),
    mailFailed: only('mail-failed'),
    waiting: only('waiting'),
    withoutAdvisor: only('no-advisor'),
    dueBefore: only('overdue') && late(),
    emails: only('locked') && JSON.stringify(await findLockedOutEmails(context)),
    ...byRole[role],
  }
  const page = isByLoad(sort)
    ? await readAdvisorsByLoad(db, { ...wanted, overdueBefore: late() }, { sort, ...asked })
    : await readPeople(db, wanted, { sort, ...asked })
  const show = await readDetails(context, role, page.items)
  const asksTurn = role === 'student' && withTurn === 'true'
  const ids = asksTurn ? page.items.map(({ id }) => id) : []
  const turns = await findTurnsByStudent(context, ids)
  return mapPage(page, (row) => ({ ...show(row), turn: turns.get(row.id) ?? null }))
}

/**
 * Reads the details that a role's list shows beside its rows, and returns a function that adds them
 * to a row.
 */
async function readDetails({ db, clock, settings }: Context, role: Role, rows: Row[]) {
  const ids = JSON.stringify(rows.map(({ id }) => id))
  const failed = new Map(
    (await readFailedMail(db, { ids })).map(({ person_id, ...mail }) => [person_id, mail]),
  )
  const late = () => ({ ids, overdueBefore: getOverdueCutoff(clock(), settings.timeZone) })
  const loads = role === 'advisor' ? await readAdvisorLoads(db, late()) : undefined
  const domains = role === 'reviewer' ? await readDomainsOfReviewers(db, { ids }) : undefined
  const domainsById = domains && Map.groupBy(domains, ({ reviewer_id }) => reviewer_id)
  const now = clock()
  const open = role === 'student' ? await readOpenReviewsOfStudents(db, { ids, now }) : undefined
  const openById = open && new Map(open.map((review) => [review.student_id, review]))
  const booked = role === 'reviewer' ? await countBookedByReviewer(db, { ids, now }) : undefined
  return (row: Row): ListedPerson => ({
    ...toListedPerson(row, failed),
    ...getOpenReview(openById, row.id),
    ...getBookedReviews(booked, row.id),
    ...getLoad(loads, row.id),
    ...getDomains(domainsById, row.id),
  })
}

/** Parses '5' or a range of weeks such as '5-6'. */
function parseWeekRange(week: number | string | undefined) {
  if (week === undefined) return {}
  const [from, to] = String(week).split('-').map(Number)
  return { week: from, toWeek: to }
}

/** Returns the week that a search text consists of: '5', '05' or 'Week 5'. */
function parseWeekSearch(search = ''): number | undefined {
  const { text, week } = parseSearchQuery(search)
  return text === '' ? week : undefined
}

/** Returns one person of a role as the list shows them. Refuses an unknown one (404). */
export async function getListedPerson(
  context: Context,
  role: Role,
  id: string,
): Promise<ListedPerson> {
  const row = await readListedPerson(context.db, { role, id })
  if (!row) throw new Refused(formatUnknownPerson(role))
  return (await readDetails(context, role, [row]))(row)
}

/** Returns people of any role as the lists show them, in no order. */
export async function getListedPeople(
  context: Context,
  ids: string[],
): Promise<(ListedPerson & { role: Role })[]> {
  const rows = await readPeopleByIds(context.db, { ids: JSON.stringify(ids) })
  const shown = [...Map.groupBy(rows, ({ role }) => role)].map(async ([role, ofRole]) => {
    const show = await readDetails(context, role, ofRole)
    return ofRole.map((row) => ({ ...show(row), role }))
  })
  return (await Promise.all(shown)).flat()
}

/** Returns one person of any role with details. Refuses an unknown one (404). */
export async function getPerson(
  context: Context,
  id: string,
  { findUndoableHandOverTime }: Pick<PeopleDependencies, 'findUndoableHandOverTime'>,
): Promise<PersonDetails> {
  const row = await readPersonOfAnyRole(context.db, { id })
  if (!row) throw new Refused(peopleRefusals.unknownPerson)
  const { role, created_at, blocked_at, paused_at, finished_at } = row
  const { advisor_id, advisor_name } = row
  const show = await readDetails(context, role, [row])
  const profile = await getProfile(context, { personId: id, role })
  const since = context.clock() - undoMs
  const toUndoable = (at: number | null) => (at === null || at < since ? null : toIsoInstant(at))
  const handedOverAt = role === 'advisor' ? await findUndoableHandOverTime(context, id) : null
  return {
    ...show(row),
    role,
    invitedAt: toIsoInstant(created_at),
    profile,
    firstAdvisor: advisor_id === null ? null : { _id: advisor_id, name: advisor_name ?? '' },
    invitedStudents: row.invited_students,
    undoable: {
      block: toUndoable(blocked_at),
      finish: toUndoable(finished_at),
      pause: finished_at === null ? toUndoable(paused_at) : null,
      handOver: handedOverAt === null ? null : toIsoInstant(handedOverAt),
    },
  }
}

type Row = NonNullable<Awaited<ReturnType<typeof readListedPerson>>>

type FailedMail = { failed_at: number | null; last_error: string | null }

function toListedPerson(row: Row, failed: Map<string | null, FailedMail>): ListedPerson {
  const mail = failed.get(row.id)
  const domain = toDomainReference(row)
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    isProfileVerified: row.verified_at !== null,
    isBlocked: row.blocked_at !== null,
    // A pause that the end of the course came upon is not shown.
    isPaused: row.paused_at !== null && row.outcome === null,
    pausedUntil: row.outcome === null ? row.paused_until : null,
    pauseReason: row.pause_reason,
    finished: row.outcome,
    finishReason: row.finish_reason,
    domain,
    domains: domain ? [domain] : [],
    week: row.week,
    invitation:
      row.verified_at === null ? toInvitationDates(row.invited_at ?? row.created_at) : null,
    hasSecondFactor: row.second_factor_since !== null,
    failedMail: mail
      ? { at: toIsoInstant(mail.failed_at ?? 0), answer: mail.last_error ?? '' }
      : null,
    students: null,
    blockedStudents: null,
    pausedStudents: null,
    overdueReviews: null,
    advisor: null,
    turn: null,
    bookedReviews: null,
  }
}

type Sort = EndpointQuery<(typeof endpoint)[Role]>['sort']

/** Whether a list is sorted by advisors' workload. */
function isByLoad(sort: Sort): sort is SortBy<LoadSort> {
  return loadSorts.some((one) => sort === one || sort === `-${one}`)
}

/** Returns an advisor's workload for a list; nothing in lists without it. */
function getLoad(loads: Awaited<ReturnType<typeof readAdvisorLoads>> | undefined, id: string) {
  if (!loads) return {}
  const load = loads.find(({ advisor_id }) => advisor_id === id)
  const { students = 0, blocked = 0, paused = 0, overdue: overdueReviews = 0 } = load ?? {}
  return { students, blockedStudents: blocked, pausedStudents: paused, overdueReviews }
}

/** Returns a student's advisor and whether a slot is booked; nothing in lists without them. */
function getOpenReview(
  reviews: Map<string, Awaited<ReturnType<typeof readOpenReviewsOfStudents>>[number]> | undefined,
  id: string,
) {
  if (!reviews) return {}
  const review = reviews.get(id)
  const { _id = null, name, email, booked: bookedReviews = 0 } = review ?? {}
  const advisor = _id === null ? null : { _id, name: name ?? '', email: email ?? '' }
  return { advisor, bookedReviews }
}

/** Returns a reviewer's count of booked reviews for a list; nothing in lists without it. */
function getBookedReviews(
  counts: Awaited<ReturnType<typeof countBookedByReviewer>> | undefined,
  id: string,
) {
  if (!counts) return {}
  return { bookedReviews: counts.find(({ reviewer_id }) => reviewer_id === id)?.count ?? 0 }
}

type DomainRow = Awaited<ReturnType<typeof readDomainsOfReviewers>>[number]

/** Returns a reviewer's domains for a list; nothing in lists without them. */
function getDomains(rows: Map<string, DomainRow[]> | undefined, id: string) {
  if (!rows) return {}
  const domains = (rows.get(id) ?? []).map(({ _id, name }) => ({ _id, name }))
  return { domain: domains, domains }
}
