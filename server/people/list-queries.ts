import { sql } from 'kysely'
import type { PageAsked } from '#contract/kit/endpoint.ts'
import type { Role } from '#contract/roles.ts'
import {
  type Listing,
  type Order,
  preparedPages,
  readFoundPage,
  readPage,
} from '#server/database/list.ts'
import type { Db } from '#server/database/open.ts'
import { type Gaps, prepared } from '#server/database/prepared.ts'
import { isAlso, searchFor } from '#server/database/search.ts'

/** What a list of people is narrowed to. */
export type Wanted = { role: Role; search?: string | undefined; domainId?: string | undefined }

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
export function readListed(db: Db, role: Role, id: string) {
  return oneListed.first(db, { role, id })
}

const oneListed = prepared(['role', 'id'], (db, { role, id }: Gaps<{ role: Role; id: string }>) =>
  selectListed(db).where('role', '=', role).where('people.id', '=', id),
)

const byName: Order = { columns: ['search_key', 'people.id'], direction: 'asc' }
const keyOf = (row: { search_key: string; id: string }) => [row.search_key, row.id]
type Listed = Awaited<ReturnType<ReturnType<typeof selectListed>['executeTakeFirstOrThrow']>>
const listing: Listing<Listed> = { order: byName, keyOf }

const ofRole = preparedPages(['role'], listing, (db, { role }: Gaps<{ role: Role }>, part) =>
  part(selectListed(db).where('role', '=', role)),
)

const ofDomain = preparedPages(
  ['role', 'domainId'],
  listing,
  (db, { role, domainId }: Gaps<{ role: Role; domainId: string }>, part) =>
    part(selectListed(db).where('role', '=', role).where('domain_id', '=', domainId)),
)

/** A page of the people of a role, by name. */
export function readPeople(db: Db, { role, search, domainId }: Wanted, asked: PageAsked) {
  const wanted = searchFor(db, search)
  if (!wanted && domainId) return ofDomain(db, { role, domainId }, asked)
  if (!wanted) return ofRole(db, { role }, asked)
  let whole = db.selectFrom('people').where('role', '=', role)
  let listed = selectListed(db).where('role', '=', role)
  let found = selectListed(db).where(isAlso('role', role))
  if (domainId) {
    whole = whole.where('domain_id', '=', domainId)
    listed = listed.where('domain_id', '=', domainId)
    found = found.where(isAlso('domain_id', domainId))
  }
  const read = (query: typeof listed) => readPage(query, byName, asked, keyOf)
  const fits = wanted.fits(sql.ref('people.search_key'))
  found = found.where(fits).where(wanted.names('people.id'))
  const searched = { whole, looking: listed.where(fits), found, howMany: wanted.howMany }
  return readFoundPage(searched, byName, asked, read)
}
