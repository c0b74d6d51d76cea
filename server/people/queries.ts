import { type RawBuilder, sql } from 'kysely'
import type { Role } from '#contract/roles.ts'
import type { Db } from '#server/database/connect.ts'
import { isInJsonList } from '#server/database/list/search.ts'
import { isActive } from '#server/database/person-conditions.ts'
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
  | 'domain_id'
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

/** Inserts a person; a unique index refuses an email in use. */
export const insertPerson = run((db, person: Values<NewRow>) =>
  db.insertInto('people').values(person),
)

/** Whether there is anybody at all. */
export const hasAnyPerson = didChange((db) =>
  db.selectFrom('people').select('id').orderBy('id').limit(1),
)

/** Whether there is a person with this id, in any role. */
export const hasPerson = didChange((db, { id }: Values<{ id: string }>) =>
  db.selectFrom('people').select('id').where('id', '=', id),
)

/** The people whose email is at a domain or a subdomain, and since when they are blocked. */
export const readPeopleWithEmailDomain = all((db, { domain }: Values<{ domain: string }>) =>
  db.selectFrom('people').select(['id', 'blocked_at']).where(hasEmailDomain(domain)).orderBy('id'),
)

/** Counts people whose email is not at a domain or a subdomain of it. */
export const countOutsideEmailDomain = one((db, { domain }: Values<{ domain: string }>) =>
  db
    .selectFrom('people')
    .select(db.fn.countAll<number>().as('count'))
    .where(({ not }) => not(hasEmailDomain(domain))),
)

const hasEmailDomain = (domain: RawBuilder<string>) =>
  sql<boolean>`(email like '%@' || ${domain} or email like '%.' || ${domain})`

/** Whether there is an admin who can sign in. */
export const hasActiveAdmin = didChange((db) =>
  db.selectFrom('people').select('id').where('role', '=', 'admin').where(isActive).limit(1),
)

/** Reads the admin who was added first, of those who can sign in. */
export const readFirstAdmin = first((db) =>
  db
    .selectFrom('people')
    .select('id')
    .where('role', '=', 'admin')
    .where(isActive)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1),
)

/** Whether there is an admin beside this one who can sign in. */
export const hasOtherActiveAdmin = didChange((db, { id }: Values<{ id: string }>) =>
  db
    .selectFrom('people')
    .select('id')
    .where('role', '=', 'admin')
    .where('id', '<>', id)
    .where(isActive)
    .limit(1),
)

/** Blocks a person of any role, verified or not, and removes the password. */
export const blockAndClearPassword = run(
  (db, { id, blockedAt }: Values<{ id: string; blockedAt: number }>) =>
    db
      .updateTable('people')
      .set({ blocked_at: blockedAt, password_hash: null })
      .where('id', '=', id),
)

/** Returns a person of a role, unless erased, with the columns a login is checked against. */
export const readAccount = first((db, { role, id }: Values<InRole>) =>
  db
    .selectFrom('people')
    .select(account)
    .where('role', '=', role)
    .where('id', '=', id)
    .where('erased_at', 'is', null),
)

/** Like `readAccount`, by email. */
export const readAccountByEmail = first(
  (db, { role, email }: Values<{ role: Role; email: string }>) =>
    db.selectFrom('people').select(account).where('role', '=', role).where('email', '=', email),
)

/** Like `readAccount`, by email in any role: emails are unique. */
export const readByEmailInAnyRole = first((db, { email }: Values<{ email: string }>) =>
  db.selectFrom('people').select(account).where('email', '=', email),
)

/**
 * Reads a person, unless erased, and locks the row until the transaction ends. Both databases lock
 * a row when a column is set to its own value.
 */
export const lockAccount = first((db, { id }: Values<{ id: string }>) =>
  db
    .updateTable('people')
    .set((set) => ({ password_hash: set.ref('password_hash') }))
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .returning(account),
)

/** Returns a person with the full profile and the domain's name. */
export const readProfile = one((db, { id }: Values<{ id: string }>) =>
  db
    .selectFrom('people')
    .leftJoin('domains', 'domains.id', 'people.domain_id')
    .selectAll('people')
    .select('domains.name as domain_name')
    .where('people.id', '=', id),
)

/** Returns a reviewer's domains, by name. */
export const readReviewerDomains = all((db, { reviewerId }: Values<{ reviewerId: string }>) =>
  selectReviewerDomains(db, reviewerId),
)

/** Returns those of a reviewer's domains that are not archived, by name. */
export const readActiveReviewerDomains = all((db, { reviewerId }: Values<{ reviewerId: string }>) =>
  selectReviewerDomains(db, reviewerId).where('domains.archived_at', 'is', null),
)

function selectReviewerDomains(db: Db, reviewerId: Values<{ reviewerId: string }>['reviewerId']) {
  return db
    .selectFrom('reviewer_domains')
    .innerJoin('domains', 'domains.id', 'reviewer_domains.domain_id')
    .select(['domains.id as _id', 'domains.name'])
    .where('reviewer_domains.reviewer_id', '=', reviewerId)
    .orderBy('domains.sort_key')
}

/** People's ids, as a JSON list. */
export type PersonIds = { ids: string }

/** Returns several reviewers' domains, by name. */
export const readDomainsOfReviewers = all((db, { ids }: Values<PersonIds>) =>
  db
    .selectFrom('reviewer_domains')
    .innerJoin('domains', 'domains.id', 'reviewer_domains.domain_id')
    .select(['reviewer_domains.reviewer_id', 'domains.id as _id', 'domains.name'])
    .where(isInJsonList(db, 'reviewer_domains.reviewer_id', ids))
    .orderBy('domains.sort_key'),
)

export const updatePassword = run((db, { id, hash }: Values<{ id: string; hash: string | null }>) =>
  db.updateTable('people').set({ password_hash: hash }).where('id', '=', id),
)

/** Whether an email is in use. */
export const isEmailTaken = didChange((db, { email }: Values<{ email: string }>) =>
  db.selectFrom('people').select('id').where('email', '=', email),
)

/** Returns those emails of a JSON list that are in use. */
export const readTakenEmails = all((db, { emails }: Values<{ emails: string }>) =>
  db
    .selectFrom('people')
    .select('email')
    .where(isInJsonList(db, 'email', emails)),
)

/** Returns all advisors, also blocked ones and those who have not completed their profile. */
export const readAllAdvisors = all((db) =>
  db
    .selectFrom('people')
    .select(['id as _id', 'name', 'email', 'verified_at', 'blocked_at'])
    .where('role', '=', 'advisor'),
)

/** Changes a person's email and the keys they are found and sorted by. */
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

export const updateContact = run(
  (db, { id, number, address }: Values<Pick<Row, 'id' | 'number' | 'address'>>) =>
    db.updateTable('people').set({ number, address }).where('id', '=', id),
)

/** Moves a student to a week; false if they are in it. */
export const updateWeek = didChange((db, { id, week }: Values<{ id: string; week: number }>) =>
  db
    .updateTable('people')
    .set({ week })
    .where('id', '=', id)
    .where(({ or, eb }) => or([eb('week', 'is', null), eb('week', '<>', week)])),
)

/** Changes who gets the first reviews of invited students. */
export const updateInitialAdvisors = run(
  (db, { ids, advisorId }: Values<{ ids: string; advisorId: string | null }>) =>
    db
      .updateTable('people')
      .set({ first_advisor_id: advisorId })
      .where(isInJsonList(db, 'id', ids)),
)

/** Sets the password of a person who is not verified; undefined if there is none. */
export const updateInvitedPassword = first(
  (db, { hash, ...who }: Values<InRole & { hash: string | null }>) =>
    updateInRole(db, who).set({ password_hash: hash }).where('verified_at', 'is', null),
)

/**
 * Sets the password of an admin who is not verified, and verifies them; undefined if there is none.
 */
export const updateJoinedAdmin = first(
  (db, { hash, now, ...who }: Values<InRole & { hash: string | null; now: number }>) =>
    updateInRole(db, who)
      .set({ password_hash: hash, verified_at: now })
      .where('verified_at', 'is', null),
)

/** The columns that only a student's row may have. */
const noStudentColumns = {
  domain_id: null,
  week: null,
  first_advisor_id: null,
  paused_at: null,
  paused_until: null,
  pause_reason: null,
  finished_at: null,
  outcome: null,
  finish_reason: null,
}

/** Changes the role of a person who is not verified, and clears what belongs to the old one. */
export const updateInvitedRole = run((db, { id, role }: Values<InRole>) =>
  db
    .updateTable('people')
    .set({ role, ...noStudentColumns, password_hash: null })
    .where('id', '=', id)
    .where('verified_at', 'is', null),
)

/** Stores when a person was last sent an invitation. */
export const updateInvitedAt = run((db, { id, now }: Values<{ id: string; now: number }>) =>
  db.updateTable('people').set({ invited_at: now }).where('id', '=', id),
)

type Completed = Pick<
  Row,
  | ('number' | 'gender' | 'qualification' | 'address' | 'dob' | 'age')
  | ('domain_id' | 'week' | 'verified_at')
>

/**
 * Completes the profile of a person who is not verified, and keeps the week an admin chose;
 * undefined if there is none.
 */
export const updateCompletedProfile = first(
  (db, { role, id, week, ...profile }: Values<InRole & Completed>) =>
    updateInRole(db, { role, id })
      .set(profile)
      .set(({ fn }) => ({ week: fn.coalesce('week', week) }))
      .where('verified_at', 'is', null),
)

/**
 * Sets since when a verified person is blocked (null: not), if they are not; undefined if there is
 * none.
 */
export const updateBlocked = first(
  (db, { blockedAt, ...who }: Values<InRole & { blockedAt: number | null }>) => {
    const at = sql<number | null>`cast(${blockedAt} as bigint)`
    return updateInRole(db, who)
      .set({ blocked_at: sql`case when ${at} is not null then coalesce(blocked_at, ${at}) end` })
      .where('verified_at', 'is not', null)
  },
)

function updateInRole(db: Db, { role, id }: Values<InRole>) {
  return db
    .updateTable('people')
    .where('id', '=', id)
    .where('role', '=', role)
    .where('erased_at', 'is', null)
    .returning(account)
}

export const deleteReviewerDomains = run((db, { reviewerId }: Values<{ reviewerId: string }>) =>
  db.deleteFrom('reviewer_domains').where('reviewer_id', '=', reviewerId),
)

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

/** Mails to these people that failed for good, newest last, with the mail server's reply. */
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
