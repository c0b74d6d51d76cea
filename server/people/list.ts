import type { z } from 'zod'
import { invitationSentAt } from '#contract/accounts/links/invitation.ts'
import type { QueryOf, SortBy } from '#contract/kit/endpoint.ts'
import { toSearchQuery } from '#contract/kit/text/search-query.ts'
import { isoInstant } from '#contract/kit/time/iso.ts'
import { undoMs } from '#contract/limits/reviews.ts'
import type { PersonEdit } from '#contract/people/edit-person.ts'
import {
  anyDomain,
  type listPeople as endpoint,
  type ListedPerson,
  type LoadSort,
  loadSorts,
  type PersonDetails,
  type PersonState,
  peopleRefusals,
  unknownPerson,
} from '#contract/people.ts'
import { overdueBefore } from '#contract/reviews/due.ts'
import type { AddableRole } from '#contract/roles.ts'
import { mapPage, type Page } from '#server/database/list/paginate.ts'
import { toPeopleSearch } from '#server/database/list/search.ts'
import type { Tx } from '#server/database/transaction.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import {
  countBookedByReviewer,
  readAddedPerson,
  readAdvisorLoads,
  readAdvisorsByLoad,
  readAdvisorsOfStudents,
  readListedPerson,
  readPeople,
} from './list-queries.ts'
import { getDomain, getProfile } from './profile.ts'
import { readDomainsOfReviewers, readFailedMail } from './queries.ts'

/** What other rooms know of people, and do for them. */
export type PeopleDependencies = {
  /** The emails of those who cannot sign in just now. */
  findLockedOutEmails: (context: Context) => Promise<string[]>
  /** Whom the open reviews of students wait for, by the students' ids. */
  findTurns: (context: Context, studentIds: string[]) => Promise<Map<string, ListedPerson['turn']>>
  /** When an advisor's students were handed over last (ms since 1970); null where no undo gives one back. */
  findUndoableHandOver: (context: Context, advisorId: string) => Promise<number | null>
  /** Corrects a person, with what follows from it elsewhere; returns the link of a new invitation. */
  editPerson: (
    context: Context<Tx>,
    adminId: string,
    role: AddableRole,
    given: z.output<(typeof PersonEdit)[AddableRole]>,
  ) => Promise<string | undefined>
}

/**
 * A page of the people of a role, by name or as asked; `search` looks in name and email, and finds
 * students by their week; `domain` is for students and reviewers, `week` for students, and 'all' or
 * nothing is no filter (contract, section 5).
 */
export async function listPeople(
  context: Context,
  role: AddableRole,
  {
    search,
    namesOnly,
    withTurn,
    domain,
    week,
    state,
    sort,
    ...asked
  }: QueryOf<(typeof endpoint)[AddableRole]>,
  { findLockedOutEmails, findTurns }: Pick<PeopleDependencies, 'findLockedOutEmails' | 'findTurns'>,
): Promise<Page<ListedPerson>> {
  const { db, clock, settings } = context
  const late = overdueBefore(clock(), settings.timeZone)
  const only = (one: PersonState) => (state === one ? one : undefined)
  const domainId = domain && domain !== anyDomain ? domain : undefined
  const byRole = {
    student: { domainId, searchWeek: parseWeekSearch(search), ...parseWeekRange(week) },
    advisor: {},
    reviewer: { reviewedDomainId: domainId },
  }
  const wanted = {
    role,
    ...toPeopleSearch(search, { namesOnly: namesOnly === 'true' }),
    active: only('active'),
    unverified: only('unverified'),
    blocked: only('blocked'),
    mailFailed: only('mail-failed'),
    waiting: only('waiting'),
    withoutAdvisor: only('no-advisor'),
    dueBefore: only('overdue') && late,
    emails: only('locked') && JSON.stringify(await findLockedOutEmails(context)),
    ...byRole[role],
  }
  const page = isByLoad(sort)
    ? await readAdvisorsByLoad(db, { ...wanted, overdueBefore: late }, { sort, ...asked })
    : await readPeople(db, wanted, { sort, ...asked })
  const show = await readDetails(context, role, page.items)
  const asksTurn = role === 'student' && withTurn === 'true'
  const ids = asksTurn ? page.items.map(({ id }) => id) : []
  const turns = await findTurns(context, ids)
  return mapPage(page, (row) => ({ ...show(row), turn: turns.get(row.id) ?? null }))
}

/** Reads what a list of a role says beside its rows, and returns how it shows one of these. */
async function readDetails({ db, clock, settings }: Context, role: AddableRole, rows: Row[]) {
  const ids = JSON.stringify(rows.map(({ id }) => id))
  const failed = new Map(
    (await readFailedMail(db, { ids })).map(({ person_id, ...mail }) => [person_id, mail]),
  )
  const late = { ids, overdueBefore: overdueBefore(clock(), settings.timeZone) }
  const loads = role === 'advisor' ? await readAdvisorLoads(db, late) : undefined
  const domains = role === 'reviewer' ? await readDomainsOfReviewers(db, { ids }) : undefined
  const domainsById = domains && Map.groupBy(domains, ({ reviewer_id }) => reviewer_id)
  const advisors = role === 'student' ? await readAdvisorsOfStudents(db, { ids }) : []
  const advisorsById = new Map(advisors.map(({ student_id, ...one }) => [student_id, one]))
  const booked =
    role === 'reviewer' ? await countBookedByReviewer(db, { ids, now: clock() }) : undefined
  return (row: Row): ListedPerson => ({
    ...toListedPerson(row, failed),
    advisor: advisorsById.get(row.id) ?? null,
    ...getBookedReviews(booked, row.id),
    ...getLoad(loads, row.id),
    ...getDomains(domainsById, row.id),
  })
}

/** The first of some weeks, and the last where they are several: '5-6'. */
function parseWeekRange(week: number | string | undefined) {
  if (week === undefined) return {}
  const [from, to] = String(week).split('-').map(Number)
  return { week: from, toWeek: to }
}

/** The week that a search for students names, and nothing else: '5', '05' and 'Week 5'. */
function parseWeekSearch(search = ''): number | undefined {
  const { text, week } = toSearchQuery(search)
  return text === '' ? week : undefined
}

/** One person of a role as the list shows them; refuses with 404 who is not there. */
export async function getListed(
  context: Context,
  role: AddableRole,
  id: string,
): Promise<ListedPerson> {
  const row = await readListedPerson(context.db, { role, id })
  if (!row) throw new Refused(unknownPerson(role))
  return (await readDetails(context, role, [row]))(row)
}

/** Somebody whom an admin has added, by themselves; refuses with 404 who is not there. */
export async function getPerson(
  context: Context,
  id: string,
  { findUndoableHandOver }: Pick<PeopleDependencies, 'findUndoableHandOver'>,
): Promise<PersonDetails> {
  const row = await readAddedPerson(context.db, { id })
  if (!row) throw new Refused(peopleRefusals.unknownPerson)
  const { role, created_at, blocked_at } = row
  const show = await readDetails(context, role, [row])
  const profile = await getProfile(context, { personId: id, role })
  const since = context.clock() - undoMs
  const blockedAt = blocked_at === null || blocked_at < since ? null : blocked_at
  const handedOverAt = role === 'advisor' ? await findUndoableHandOver(context, id) : null
  return {
    ...{ ...show(row), role, invitedAt: isoInstant(created_at), profile },
    undoable: {
      block: blockedAt === null ? null : isoInstant(blockedAt),
      handOver: handedOverAt === null ? null : isoInstant(handedOverAt),
    },
  }
}

type Row = NonNullable<Awaited<ReturnType<typeof readListedPerson>>>

type FailedMail = { failed_at: number | null; last_error: string | null }

function toListedPerson(row: Row, failed: Map<string | null, FailedMail>): ListedPerson {
  const mail = failed.get(row.id)
  const domain = getDomain(row)
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    isProfileVerified: row.verified_at !== null,
    isBlocked: row.blocked_at !== null,
    domain,
    domains: domain ? [domain] : [],
    week: row.week,
    invitation:
      row.verified_at === null ? invitationSentAt(row.invited_at ?? row.created_at) : null,
    hasSecondFactor: row.second_factor_since !== null,
    failedMail: mail
      ? { at: isoInstant(mail.failed_at ?? 0), answer: mail.last_error ?? '' }
      : null,
    ...{ students: null, blockedStudents: null, overdueReviews: null },
    ...{ advisor: null, turn: null, bookedReviews: null },
  }
}

type Sort = QueryOf<(typeof endpoint)[AddableRole]>['sort']

/** Whether a list is to be in order of what advisors have to do. */
function isByLoad(sort: Sort): sort is SortBy<LoadSort> {
  return loadSorts.some((one) => sort === one || sort === `-${one}`)
}

/** What an advisor has to do, as a list says it; nothing where it does not. */
function getLoad(loads: Awaited<ReturnType<typeof readAdvisorLoads>> | undefined, id: string) {
  if (!loads) return {}
  const load = loads.find(({ advisor_id }) => advisor_id === id)
  const { students = 0, blocked: blockedStudents = 0, overdue: overdueReviews = 0 } = load ?? {}
  return { students, blockedStudents, overdueReviews }
}

/** How many reviews are booked with a reviewer, as a list says it; nothing where it does not. */
function getBookedReviews(
  counts: Awaited<ReturnType<typeof countBookedByReviewer>> | undefined,
  id: string,
) {
  if (!counts) return {}
  return { bookedReviews: counts.find(({ reviewer_id }) => reviewer_id === id)?.count ?? 0 }
}

type DomainRow = Awaited<ReturnType<typeof readDomainsOfReviewers>>[number]

/** The domains of a reviewer, as a list says them; nothing where it does not. */
function getDomains(rows: Map<string, DomainRow[]> | undefined, id: string) {
  if (!rows) return {}
  const domains = (rows.get(id) ?? []).map(({ _id, name }) => ({ _id, name }))
  return { domain: domains, domains }
}
