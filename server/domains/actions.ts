import { type DomainName, domainRefusals, type ListedDomain } from '#contract/domains.ts'
import type { PageRequest } from '#contract/kit/endpoint.ts'
import { hasWords } from '#contract/kit/text/fold-text.ts'
import { isUniqueViolation } from '#server/database/errors/constraint-errors.ts'
import { domainKeys } from '#server/database/list/order-keys.ts'
import { mapPage, type Page } from '#server/database/list/paginate.ts'
import type { Tx } from '#server/database/transaction.ts'
import { recordAudit } from '#server/kit/call/audit.ts'
import { refuseOnViolation } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import {
  insertDomain,
  readDomain,
  readDomainNames,
  readDomains,
  readDomainsByIds,
} from './queries.ts'

/** Returns a page of domains, by name, each with its number of weeks that have a task. */
export async function listDomains(
  { db }: Context,
  asked: PageRequest,
): Promise<Page<ListedDomain>> {
  return mapPage(await readDomains(db, {}, asked), ({ id, name, weeks }) => ({
    _id: id,
    name,
    weeks,
  }))
}

/** Returns the domain with this id; undefined if there is none. */
export function findDomain({ db }: Context, id: string): Promise<DomainName | undefined> {
  return readDomain(db, { id })
}

/** Returns those of the given domains that exist. */
export async function findDomains({ db }: Context, ids: string[]): Promise<DomainName[]> {
  return ids.length === 0 ? [] : readDomainsByIds(db, ids)
}

/** Returns the domains whose names match a search. */
export async function searchDomains({ db }: Context, search: string): Promise<DomainName[]> {
  return (await readDomainNames(db)).filter(({ name }) => hasWords(name, search))
}

/** Returns all domains, in no order. */
export function listAllDomains({ db }: Context): Promise<DomainName[]> {
  return readDomainNames(db)
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
    ...domainKeys({ name }, context.settings.language),
    created_at: context.clock(),
  }
  const adding = insertDomain(context.db, row)
  await refuseOnViolation(
    isUniqueViolation('domains', 'name_key'),
    domainRefusals.nameTaken,
    adding,
  )
  await recordAudit(context, { kind: 'domains', id, after: row })
  return { _id: id, name }
}
