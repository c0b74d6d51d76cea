import { sql } from 'kysely'
import type { PageAsked } from '#contract/kit/endpoint.ts'
import type { Role } from '#contract/roles.ts'
import type { Db } from '#server/kit/database.ts'
import { type Order, readFoundPage, readPage } from '#server/kit/paging.ts'
import { type Gaps, prepared } from '#server/kit/prepared.ts'
import { isAlso, searchFor } from '#server/kit/search.ts'
import type { Tables } from '#server/kit/tables.ts'

type Row = Tables['people']

export type NewRow = Pick<
  Row,
  'id' | 'role' | 'name' | 'email' | 'search_key' | 'password_hash' | 'verified_at' | 'created_at'
>

const account = [
  'id',
  'role',
  'name',
  'email',
  'password_hash',
  'verified_at',
  'blocked_at',
] as const

/** Adds a person; the database refuses an email that is there. */
export async function insertPerson(db: Db, person: NewRow): Promise<void> {
  await db.insertInto('people').values(person).execute()
}

/** Whether there is anybody at all. */
export async function anyPerson(db: Db): Promise<boolean> {
  const first = db.selectFrom('people').select('id').orderBy('id').limit(1)
  return (await first.executeTakeFirst()) !== undefined
}

/** A person of a role, with what a login is checked against. */
export function readAccount(db: Db, role: Role, by: { id: string } | { email: string }) {
  const query = db.selectFrom('people').select(account).where('role', '=', role)
  const found = 'id' in by ? query.where('id', '=', by.id) : query.where('email', '=', by.email)
  return found.executeTakeFirst()
}

/**
 * Reads a person and keeps all others from changing them until the transaction ends: writing a
 * column's own value is the row lock that both databases have.
 */
export function lockAccount(db: Db, id: string) {
  return db
    .updateTable('people')
    .set((set) => ({ password_hash: set.ref('password_hash') }))
    .where('id', '=', id)
    .returning(account)
    .executeTakeFirst()
}

/** A person with all of the profile, and the domain's name. */
export function readProfile(db: Db, id: string) {
  return profile.one(db, { id })
}

const profile = prepared(['id'], (db, { id }: Gaps<{ id: string }>) =>
  db
    .selectFrom('people')
    .leftJoin('domains', 'domains.id', 'people.domain_id')
    .selectAll('people')
    .select('domains.name as domain_name')
    .where('people.id', '=', id),
)

/** The domains of a reviewer, by name. */
export function readReviewerDomains(db: Db, reviewerId: string) {
  return db
    .selectFrom('reviewer_domains')
    .innerJoin('domains', 'domains.id', 'reviewer_domains.domain_id')
    .select(['domains.id', 'domains.name'])
    .where('reviewer_domains.reviewer_id', '=', reviewerId)
    .orderBy('domains.name_key')
    .execute()
}

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
  return selectListed(db).where('role', '=', role).where('people.id', '=', id).executeTakeFirst()
}

const byName: Order = { columns: ['search_key', 'people.id'], direction: 'asc' }

/** A page of the people of a role, by name. */
export function readPeople(db: Db, { role, search, domainId }: Wanted, asked: PageAsked) {
  let listed = selectListed(db).where('role', '=', role)
  let found = selectListed(db).where(isAlso('role', role))
  if (domainId) {
    listed = listed.where('domain_id', '=', domainId)
    found = found.where(isAlso('domain_id', domainId))
  }
  const keyOf = (row: { search_key: string; id: string }) => [row.search_key, row.id]
  const wanted = searchFor(search)
  const read = (query: typeof listed) => readPage(query, byName, asked, keyOf)
  if (!wanted) return read(listed)
  const fits = wanted.fits(sql.ref('people.id'))
  found = found.where(fits).where(wanted.names(db, 'people.id'))
  const isRare = () => wanted.isRare(db)
  const searched = { whole: listed, looking: listed.where(fits), found, isRare }
  return readFoundPage(searched, byName, asked, read)
}

/** Changes a person. */
export async function updatePerson(db: Db, id: string, change: Partial<Row>): Promise<void> {
  await db.updateTable('people').set(change).where('id', '=', id).execute()
}

/** Changes somebody of a role who is not verified; undefined if there is nobody. */
export function updateUnverified(db: Db, role: Role, id: string, change: Partial<Row>) {
  return updateOfRole(db, role, id, change).where('verified_at', 'is', null).executeTakeFirst()
}

/** Changes somebody of a role who is verified; undefined if there is nobody. */
export function updateVerified(db: Db, role: Role, id: string, change: Partial<Row>) {
  return updateOfRole(db, role, id, change).where('verified_at', 'is not', null).executeTakeFirst()
}

function updateOfRole(db: Db, role: Role, id: string, change: Partial<Row>) {
  return db
    .updateTable('people')
    .set(change)
    .where('id', '=', id)
    .where('role', '=', role)
    .returning(account)
}

/** Adds the domains of a reviewer. */
export async function insertReviewerDomains(
  db: Db,
  reviewerId: string,
  domainIds: string[],
): Promise<void> {
  if (domainIds.length === 0) return
  await db
    .insertInto('reviewer_domains')
    .values(domainIds.map((domain_id) => ({ reviewer_id: reviewerId, domain_id })))
    .execute()
}
