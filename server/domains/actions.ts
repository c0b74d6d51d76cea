import { accountRefusals } from '#contract/accounts/accounts.ts'
import { type Domain, type DomainName, domainRefusals } from '#contract/domains/domain.ts'
import type { DomainEdit, DomainState, ListedDomain } from '#contract/domains/domains.ts'
import type { PageRequest } from '#contract/kit/endpoint.ts'
import { hasWords } from '#contract/kit/text/fold-text.ts'
import { makeUniqueViolationMatcher } from '#server/database/errors/constraint-errors.ts'
import { mapPage, type Page } from '#server/database/list/paginate.ts'
import { computeDomainKeys } from '#server/database/list/search-and-sort-keys.ts'
import type { Tx } from '#server/database/transaction.ts'
import { audited, recordAudit } from '#server/kit/call/audit.ts'
import { Refused, refuseOnViolation } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import { notify } from '#server/notifications/actions.ts'
import {
  countPeopleOfDomain,
  insertDomain,
  lockDomainRow,
  readAllDomains,
  readDomain,
  readDomains,
  readDomainsByIds,
  readPeopleOfDomain,
  updateArchivedAt,
  updateLastWeek,
  updateName,
} from './queries.ts'

/**
 * Returns a page of domains, by name, each with its number of weeks that have a task: all, or only
 * the active or the archived ones.
 */
export async function listDomains(
  { db }: Context,
  { state, ...asked }: PageRequest & { state?: DomainState | undefined },
): Promise<Page<ListedDomain>> {
  const page = await readDomains(db, state ? { state } : {}, asked)
  return mapPage(page, ({ id, weeks, sort_key: _, ...row }) => ({
    ...showDomain({ _id: id, ...row }),
    weeks,
  }))
}

/** Returns the domain with this id; undefined if there is none. */
export async function findDomain({ db }: Context, id: string): Promise<Domain | undefined> {
  const row = await readDomain(db, { id })
  return row && showDomain(row)
}

/** Locks a domain until the transaction ends, for changes that must happen one at a time. */
export async function lockDomain({ db }: Context<Tx>, id: string): Promise<void> {
  await lockDomainRow(db, { id })
}

/** Returns those of the given domains that exist. */
async function findDomains({ db }: Context, ids: string[]): Promise<Domain[]> {
  return ids.length === 0 ? [] : (await readDomainsByIds(db, ids)).map(showDomain)
}

/**
 * Returns the domains with these ids, which a person gets. Refuses an unknown (400) and an archived
 * one (409). With `undo` a person gets back one that has been archived since.
 */
export async function requireAssignableDomains(
  context: Context,
  ids: string[],
  { undo = false }: { undo?: boolean | undefined } = {},
): Promise<DomainName[]> {
  const known = await findDomains(context, ids)
  if (known.length < ids.length) throw new Refused(accountRefusals.unknownDomain)
  if (!undo && known.some(({ isArchived }) => isArchived))
    throw new Refused(domainRefusals.archived)
  return known
}

/** Returns the domains whose names match a search. */
export async function searchDomains(context: Context, search: string): Promise<DomainName[]> {
  return (await listAllDomains(context)).filter(({ name }) => hasWords(name, search))
}

/** Returns how many students and reviewers have a domain; none if it does not exist. */
export function countPeople({ db }: Context, id: string) {
  return countPeopleOfDomain(db, { id })
}

/** Returns all domains, in no order. */
export async function listAllDomains({ db }: Context): Promise<Domain[]> {
  return (await readAllDomains(db)).map(showDomain)
}

/** Adds a domain. Refuses a name that is in use, ignoring case (contract, section 5). */
export async function addDomain(
  context: Context<Tx>,
  { name }: { name: string },
): Promise<DomainName> {
  const id = newId()
  const row = {
    id,
    name,
    ...computeDomainKeys({ name }, context.settings.language),
    created_at: context.clock(),
  }
  await refuseTakenName(insertDomain(context.db, row))
  await recordAudit(context, { kind: 'domains', id, after: row })
  return { _id: id, name }
}

/**
 * Renames a domain, archives it or brings it back, or sets the last week of its course; undefined
 * keeps a value (contract, section 11). Its students, and the advisors of their open reviews, are
 * notified of a new name. `by` is the admin's name. Refuses an unknown domain (404), and a name in
 * use, ignoring case (409).
 */
export async function editDomain(
  context: Context<Tx>,
  { id, name, isArchived, lastWeek }: DomainEdit,
  by = '',
): Promise<Domain> {
  const { db, settings, clock } = context
  const before = await findDomain(context, id)
  if (!before) throw new Refused(domainRefusals.unknown)
  await audited(context, { kind: 'domains', id }, async () => {
    if (name !== undefined) {
      await refuseTakenName(
        updateName(db, { id, name, ...computeDomainKeys({ name }, settings.language) }),
      )
    }
    if (isArchived !== undefined && isArchived !== before.isArchived) {
      await updateArchivedAt(db, { id, archivedAt: isArchived ? clock() : null })
    }
    if (lastWeek !== undefined) await updateLastWeek(db, { id, lastWeek })
  })
  if (name !== undefined && name !== before.name) {
    const rename = { by, from: before.name, to: name }
    await notify(context, {
      kind: 'domain-renamed',
      dedupeKey: newId(),
      to: await readPeopleOfDomain(db, { id }),
      payload: () => rename,
    })
  }
  return {
    ...before,
    ...(name !== undefined && { name }),
    ...(isArchived !== undefined && { isArchived }),
    ...(lastWeek !== undefined && { lastWeek }),
  }
}

function refuseTakenName<T>(writing: Promise<T>): Promise<T> {
  return refuseOnViolation(
    makeUniqueViolationMatcher('domains', 'name_key'),
    domainRefusals.nameTaken,
    writing,
  )
}

function showDomain({
  archived_at,
  last_week: lastWeek,
  ...name
}: NonNullable<Awaited<ReturnType<typeof readDomain>>>): Domain {
  return { ...name, isArchived: archived_at !== null, lastWeek }
}
