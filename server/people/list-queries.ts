import type { Role } from '#contract/roles.ts'
import { type Listing, list } from '#server/database/list.ts'
import type { Db } from '#server/database/open.ts'
import { first, type Values } from '#server/database/query.ts'
import { contains } from '#server/database/search.ts'

function selectListed(db: Db) {
  return db
    .selectFrom('people')
    .leftJoin('domains', 'domains.id', 'people.domain_id')
    .leftJoin('second_factors', 'second_factors.person_id', 'people.id')
    .select(['people.id', 'people.name', 'people.email', 'search_key', 'week'])
    .select(['verified_at', 'blocked_at', 'domain_id', 'domains.name as domain_name'])
    .select('second_factors.confirmed_at as second_factor_since')
}

/** One person of a role, as a list shows them. */
export const readListed = first((db, { role, id }: Values<{ role: Role; id: string }>) =>
  selectListed(db).where('role', '=', role).where('people.id', '=', id),
)

const byName: Listing<{ search_key: string; id: string }> = {
  order: { columns: ['search_key', 'people.id'], direction: 'asc' },
  keyOf: (row) => [row.search_key, row.id],
}

/** What a list of people is narrowed to. */
type Wanted = { role: Role; domainId?: string | undefined; search?: string | undefined }

/** A page of the people of a role, by name. */
export const readPeople = list(byName, (db, { role, domainId, search }: Values<Wanted>) => {
  let people = selectListed(db).where('role', '=', role)
  if (domainId) people = people.where('domain_id', '=', domainId)
  if (search) people = people.where(contains(db, 'search_key', search))
  return people
})
