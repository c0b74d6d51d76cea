import { accountRefusals } from '#contract/accounts.ts'
import { type DomainName, domainRefusals } from '#contract/domains.ts'
import * as domains from '#server/domains/actions.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'

/**
 * Returns the domains with these ids, which a person gets. Refuses an unknown (400) and an archived
 * one (409).
 */
export async function findNewDomains(context: Context, ids: string[]): Promise<DomainName[]> {
  const known = await domains.findDomains(context, ids)
  if (known.length < ids.length) throw new Refused(accountRefusals.unknownDomain)
  if (known.some(({ isArchived }) => isArchived)) throw new Refused(domainRefusals.archived)
  return known
}
