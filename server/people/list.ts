import { invitationSentAt } from '#contract/accounts/invitation.ts'
import type { QueryOf, SortBy } from '#contract/kit/endpoint.ts'
import { isoInstant } from '#contract/kit/iso.ts'
import { readSought } from '#contract/kit/sought.ts'
import {
  anyDomain,
  type listPeople as endpoint,
  type ListedPerson,
  type LoadSort,
  loadSorts,
  type PersonDetails,
  type PersonState,
  peopleRefusals,
} from '#contract/people.ts'
import type { AddableRole } from '#contract/roles.ts'
import { mapPage, type Page } from '#server/database/list.ts'
import { searchPeople } from '#server/database/search.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import {
  countBookedWith,
  readAdded,
  readAdvisorsByLoad,
  readAdvisorsOf,
  readListed,
  readLoads,
  readPeople,
} from './list-queries.ts'
import { domainOf, getProfile } from './profile.ts'
import { readDomainsOfReviewers, readFailedMail } from './queries.ts'

/** The emails of those who cannot sign in just now, which another room knows. */
export type FindLocked = (context: Context) => Promise<string[]>

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
    domain,
    week,
    state,
    sort,
    ...asked
  }: QueryOf<(typeof endpoint)[AddableRole]>,
  findLocked: FindLocked,
): Promise<Page<ListedPerson>> {
  const { db, clock } = context
  const only = (one: PersonState) => (state === one ? one : undefined)
  const domainId = domain && domain !== anyDomain ? domain : undefined
  const byRole = {
    student: { domainId, searchWeek: weekIn(search), ...weeksOf(week) },
    advisor: {},
    reviewer: { reviewedDomainId: domainId },
  }
  const wanted = {
    role,
    ...searchPeople(search, { namesOnly: namesOnly === 'true' }),
    active: only('active'),
    unverified: only('unverified'),
    blocked: only('blocked'),
    mailFailed: only('mail-failed'),
    waiting: only('waiting'),
    overdueAt: only('overdue') && clock(),
    emails: only('locked') && JSON.stringify(await findLocked(context)),
    ...byRole[role],
  }
  const page = isByLoad(sort)
    ? await readAdvisorsByLoad(db, { ...wanted, now: clock() }, { sort, ...asked })
    : await readPeople(db, wanted, { sort, ...asked })
  const show = await readMore(context, role, page.items)
  return mapPage(page, show)
}

/** Reads what a list of a role says beside its rows, and returns how it shows one of these. */
async function readMore({ db, clock }: Context, role: AddableRole, rows: Row[]) {
  const ids = rows.map(({ id }) => id)
  const failed = await readFailedMail(db, ids)
  const loads = role === 'advisor' ? await readLoads(db, ids, clock()) : undefined
  const domains = role === 'reviewer' ? await readDomainsOfReviewers(db, ids) : undefined
  const domainsById = domains && Map.groupBy(domains, ({ reviewer_id }) => reviewer_id)
  const advisors = role === 'student' ? await readAdvisorsOf(db, ids) : []
  const advisorsById = new Map(advisors.map(({ student_id, ...one }) => [student_id, one]))
  const booked = role === 'reviewer' ? await countBookedWith(db, ids) : undefined
  return (row: Row): ListedPerson => ({
    ...showListed(row, failed),
    advisor: advisorsById.get(row.id) ?? null,
    ...bookedIn(booked, row.id),
    ...loadIn(loads, row.id),
    ...domainsIn(domainsById, row.id),
  })
}

/** The first of some weeks, and the last where they are several: '5-6'. */
function weeksOf(week: number | string | undefined) {
  if (week === undefined) return {}
  const [from, to] = String(week).split('-').map(Number)
  return { week: from, toWeek: to }
}

/** The week that a search for students names, and nothing else: '5', '05' and 'Week 5'. */
function weekIn(search = ''): number | undefined {
  const { text, week } = readSought(search)
  return text === '' ? week : undefined
}

/** One student as the list shows them; refuses with 404 who is none. */
export async function getStudent(context: Context, id: string): Promise<ListedPerson> {
  const row = await readListed(context.db, { role: 'student', id })
  if (!row) throw new Refused(peopleRefusals.unknownStudent)
  return (await readMore(context, 'student', [row]))(row)
}

/** Somebody whom an admin has added, by themselves; refuses with 404 who is not there. */
export async function getPerson(context: Context, id: string): Promise<PersonDetails> {
  const row = await readAdded(context.db, { id })
  if (!row) throw new Refused(peopleRefusals.unknownPerson)
  const { role, created_at } = row
  const show = await readMore(context, role, [row])
  const profile = await getProfile(context, { personId: id, role })
  return { ...show(row), role, invitedAt: isoInstant(created_at), profile }
}

type Row = NonNullable<Awaited<ReturnType<typeof readListed>>>

function showListed(row: Row, failed: Awaited<ReturnType<typeof readFailedMail>>): ListedPerson {
  const mail = failed.get(row.id)
  const domain = domainOf(row)
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
    failedMail: mail ? { ...mail, at: isoInstant(mail.at) } : null,
    ...{ students: null, overdueReviews: null, advisor: null, bookedReviews: null },
  }
}

type Sort = QueryOf<(typeof endpoint)[AddableRole]>['sort']

/** Whether a list is to be in order of what advisors have to do. */
function isByLoad(sort: Sort): sort is SortBy<LoadSort> {
  return loadSorts.some((one) => sort === one || sort === `-${one}`)
}

/** What an advisor has to do, as a list says it; nothing where it does not. */
function loadIn(loads: Awaited<ReturnType<typeof readLoads>> | undefined, id: string) {
  if (!loads) return {}
  const load = loads.find(({ advisor_id }) => advisor_id === id)
  return { students: load?.students ?? 0, overdueReviews: load?.overdue ?? 0 }
}

/** How many reviews are booked with a reviewer, as a list says it; nothing where it does not. */
function bookedIn(counts: Awaited<ReturnType<typeof countBookedWith>> | undefined, id: string) {
  if (!counts) return {}
  return { bookedReviews: counts.find(({ reviewer_id }) => reviewer_id === id)?.count ?? 0 }
}

type DomainRow = Awaited<ReturnType<typeof readDomainsOfReviewers>>[number]

/** The domains of a reviewer, as a list says them; nothing where it does not. */
function domainsIn(rows: Map<string, DomainRow[]> | undefined, id: string) {
  if (!rows) return {}
  const domains = (rows.get(id) ?? []).map(({ _id, name }) => ({ _id, name }))
  return { domain: domains, domains }
}
