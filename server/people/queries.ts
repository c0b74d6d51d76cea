import { type RawBuilder, sql } from 'kysely'
import type { Role } from '#contract/roles.ts'
import { isActive } from '#server/database/is-active-person.ts'
import { isInJsonList } from '#server/database/list/search.ts'
import type { Db } from '#server/database/open.ts'
import { all, didChange, first, one, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'

type Row = Tables['people']
type InRole = Pick<Row, 'role' | 'id'>

type NewRow = Pick<
  Row,
  | 'id'
  | 'role'
  | 'name'
  | 'email'
  | 'search_key'
  | 'sort_key'
  | 'password_hash'
  | 'verified_at'
  | 'created_at'
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
export const insertPerson = run((db, person: Values<NewRow>) =>
  db.insertInto('people').values(person),
)

/** Whether there is anybody at all. */
export const hasAnyPerson = didChange((db) =>
  db.selectFrom('people').select('id').orderBy('id').limit(1),
)

/** Whether there is a person, of whatever role. */
export const hasPerson = didChange((db, { id }: Values<{ id: string }>) =>
  db.selectFrom('people').select('id').where('id', '=', id),
)

/** All whose email is at a domain or below it, and since when they are blocked. */
export const readPeopleWithEmailDomain = all((db, { domain }: Values<{ domain: string }>) =>
  db.selectFrom('people').select(['id', 'blocked_at']).where(hasEmailDomain(domain)).orderBy('id'),
)

/** How many people have their email elsewhere than at a domain or below it. */
export const countOutsideEmailDomain = one((db, { domain }: Values<{ domain: string }>) =>
  db
    .selectFrom('people')
    .select(db.fn.countAll<number>().as('count'))
    .where(({ not }) => not(hasEmailDomain(domain))),
)

const hasEmailDomain = (domain: RawBuilder<string>) =>
  sql<boolean>`(email like '%@' || ${domain} or email like '%.' || ${domain})`

/** Whether any admin could sign in. */
export const hasActiveAdmin = didChange((db) =>
  db.selectFrom('people').select('id').where('role', '=', 'admin').where(isActive).limit(1),
)

/** Says since when somebody of whatever role is blocked, verified or not, and takes the password. */
export const blockAndClearPassword = run(
  (db, { id, blockedAt }: Values<{ id: string; blockedAt: number }>) =>
    db
      .updateTable('people')
      .set({ blocked_at: blockedAt, password_hash: null })
      .where('id', '=', id),
)

/** A person of a role, with what a login is checked against. */
export const readAccount = first((db, { role, id }: Values<InRole>) =>
  db.selectFrom('people').select(account).where('role', '=', role).where('id', '=', id),
)

/** The same by an email. */
export const readAccountByEmail = first(
  (db, { role, email }: Values<{ role: Role; email: string }>) =>
    db.selectFrom('people').select(account).where('role', '=', role).where('email', '=', email),
)

/** The same of whatever role: an email is one person's. */
export const readByEmailInAnyRole = first((db, { email }: Values<{ email: string }>) =>
  db.selectFrom('people').select(account).where('email', '=', email),
)

/**
 * Reads a person and keeps all others from changing them until the transaction ends: writing a
 * column's own value is the row lock that both databases have.
 */
export const lockAccount = first((db, { id }: Values<{ id: string }>) =>
  db
    .updateTable('people')
    .set((set) => ({ password_hash: set.ref('password_hash') }))
    .where('id', '=', id)
    .returning(account),
)

/** A person with all of the profile, and the domain's name. */
export const readProfile = one((db, { id }: Values<{ id: string }>) =>
  db
    .selectFrom('people')
    .leftJoin('domains', 'domains.id', 'people.domain_id')
    .selectAll('people')
    .select('domains.name as domain_name')
    .where('people.id', '=', id),
)

/** The domains of a reviewer, by name. */
export const readReviewerDomains = all((db, { reviewerId }: Values<{ reviewerId: string }>) =>
  db
    .selectFrom('reviewer_domains')
    .innerJoin('domains', 'domains.id', 'reviewer_domains.domain_id')
    .select(['domains.id as _id', 'domains.name'])
    .where('reviewer_domains.reviewer_id', '=', reviewerId)
    .orderBy('domains.sort_key'),
)

/** The people whom a query is about, as a list in JSON. */
export type PersonIds = { ids: string }

/** The domains of several reviewers, by name. */
export const readDomainsOfReviewers = all((db, { ids }: Values<PersonIds>) =>
  db
    .selectFrom('reviewer_domains')
    .innerJoin('domains', 'domains.id', 'reviewer_domains.domain_id')
    .select(['reviewer_domains.reviewer_id', 'domains.id as _id', 'domains.name'])
    .where(isInJsonList(db, 'reviewer_domains.reviewer_id', ids))
    .orderBy('domains.sort_key'),
)

/** Gives a person another password. */
export const updatePassword = run((db, { id, hash }: Values<{ id: string; hash: string | null }>) =>
  db.updateTable('people').set({ password_hash: hash }).where('id', '=', id),
)

/** Whether somebody has an email. */
export const isEmailTaken = didChange((db, { email }: Values<{ email: string }>) =>
  db.selectFrom('people').select('id').where('email', '=', email),
)

/** Gives a person another email, with what it is found and ordered by. */
export const updateEmail = run(
  (
    db,
    { id, ...changed }: Values<Pick<Tables['people'], 'id' | 'email' | 'search_key' | 'sort_key'>>,
  ) => db.updateTable('people').set(changed).where('id', '=', id),
)

/** Corrects a person's name and domain, with what they are found and ordered by. */
export const updateDetails = run(
  (
    db,
    { id, ...details }: Values<Pick<Row, 'id' | 'name' | 'domain_id' | 'search_key' | 'sort_key'>>,
  ) => db.updateTable('people').set(details).where('id', '=', id),
)

/** Gives a person another number and address. */
export const updateContact = run(
  (db, { id, number, address }: Values<{ id: string; number: string; address: string }>) =>
    db.updateTable('people').set({ number, address }).where('id', '=', id),
)

/** Puts a student into a week. */
export const updateWeek = run((db, { id, week }: Values<{ id: string; week: number }>) =>
  db.updateTable('people').set({ week }).where('id', '=', id),
)

/** Sets the password of somebody of a role who is not verified; undefined if there is nobody. */
export const updateInvitedPassword = first(
  (db, { hash, ...who }: Values<InRole & { hash: string | null }>) =>
    updateInRole(db, who).set({ password_hash: hash }).where('verified_at', 'is', null),
)

/** Notes when somebody was sent an invitation last. */
export const updateInvitedAt = run((db, { id, now }: Values<{ id: string; now: number }>) =>
  db.updateTable('people').set({ invited_at: now }).where('id', '=', id),
)

type Completed = Pick<
  Row,
  | ('number' | 'gender' | 'qualification' | 'address' | 'dob' | 'age')
  | ('domain_id' | 'week' | 'verified_at')
>

/** Completes the profile of somebody who is not verified; undefined if there is nobody. */
export const updateCompletedProfile = first(
  (db, { role, id, ...profile }: Values<InRole & Completed>) =>
    updateInRole(db, { role, id }).set(profile).where('verified_at', 'is', null),
)

/** Says since when somebody who is verified is blocked, null for not; undefined if there is nobody. */
export const updateBlocked = first(
  (db, { blockedAt, ...who }: Values<InRole & { blockedAt: number | null }>) =>
    updateInRole(db, who).set({ blocked_at: blockedAt }).where('verified_at', 'is not', null),
)

function updateInRole(db: Db, { role, id }: Values<InRole>) {
  return db.updateTable('people').where('id', '=', id).where('role', '=', role).returning(account)
}

/** Takes all domains of a reviewer away. */
export const deleteReviewerDomains = run((db, { reviewerId }: Values<{ reviewerId: string }>) =>
  db.deleteFrom('reviewer_domains').where('reviewer_id', '=', reviewerId),
)

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

/** The mails to these people that were given up, the newest last, and what the mail server said. */
export const readFailedMail = all((db, { ids }: Values<PersonIds>) =>
  db
    .selectFrom('outbox')
    .select(['person_id', 'failed_at', 'last_error'])
    .where(isInJsonList(db, 'person_id', ids))
    .where('sent_at', 'is', null)
    .where('failed_at', 'is not', null)
    .where('dropped_at', 'is', null)
    .orderBy('id'),
)
