import type { ExpressionBuilder } from 'kysely'
import type { Role } from '#contract/roles.ts'
import type { Db } from '#server/database/open.ts'
import { type Gaps, prepared } from '#server/database/prepared.ts'
import type { Tables } from '#server/database/tables.ts'

type Row = Tables['people']

export type NewRow = Pick<
  Row,
  'id' | 'role' | 'name' | 'email' | 'search_key' | 'password_hash' | 'verified_at' | 'created_at'
>

type InRole = Pick<Row, 'role' | 'id'>

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
  await inserted.all(db, person)
}

const inserted = prepared(
  [
    ...(['id', 'role', 'name', 'email', 'search_key'] as const),
    ...(['password_hash', 'verified_at', 'created_at'] as const),
  ],
  (db, person: Gaps<NewRow>) => db.insertInto('people').values(person),
)

/** Whether there is anybody at all. */
export async function anyPerson(db: Db): Promise<boolean> {
  const first = db.selectFrom('people').select('id').orderBy('id').limit(1)
  return (await first.executeTakeFirst()) !== undefined
}

/** All whose email is at a domain or below it, and since when they are blocked. */
export function readAllAt(db: Db, domain: string) {
  const query = db.selectFrom('people').select(['id', 'blocked_at'])
  return query.where(isAt(domain)).orderBy('id').execute()
}

/** How many people have their email elsewhere than at a domain or below it. */
export async function countElsewhere(db: Db, domain: string): Promise<number> {
  const elsewhere = db
    .selectFrom('people')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where((is) => is.not(isAt(domain)(is)))
  return (await elsewhere.executeTakeFirstOrThrow()).count
}

const isAt = (domain: string) => (is: ExpressionBuilder<Tables, 'people'>) =>
  is.or([is('email', 'like', `%@${domain}`), is('email', 'like', `%.${domain}`)])

/** Whether anybody of a role could sign in. */
export async function anyWhoCanSignIn(db: Db, role: Role): Promise<boolean> {
  const first = db
    .selectFrom('people')
    .select('id')
    .where('role', '=', role)
    .where('verified_at', 'is not', null)
    .where('blocked_at', 'is', null)
    .limit(1)
  return (await first.executeTakeFirst()) !== undefined
}

/** Says since when somebody of whatever role is blocked, verified or not, and takes the password. */
export async function shutOutAnybody(db: Db, id: string, blockedAt: number): Promise<void> {
  const shut = { blocked_at: blockedAt, password_hash: null }
  await db.updateTable('people').set(shut).where('id', '=', id).execute()
}

/** A person of a role, with what a login is checked against. */
export function readAccount(db: Db, role: Role, by: { id: string } | { email: string }) {
  return 'id' in by
    ? accountById.first(db, { role, ...by })
    : accountByEmail.first(db, { role, ...by })
}

const accountById = prepared(['role', 'id'], (db, { role, id }: Gaps<InRole>) =>
  db.selectFrom('people').select(account).where('role', '=', role).where('id', '=', id),
)

const accountByEmail = prepared(
  ['role', 'email'],
  (db, { role, email }: Gaps<Pick<Row, 'role' | 'email'>>) =>
    db.selectFrom('people').select(account).where('role', '=', role).where('email', '=', email),
)

/**
 * Reads a person and keeps all others from changing them until the transaction ends: writing a
 * column's own value is the row lock that both databases have.
 */
export function lockAccount(db: Db, id: string) {
  return locked.first(db, { id })
}

const locked = prepared(['id'], (db, { id }: Gaps<{ id: string }>) =>
  db
    .updateTable('people')
    .set((set) => ({ password_hash: set.ref('password_hash') }))
    .where('id', '=', id)
    .returning(account),
)

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
  return reviewerDomains.all(db, { reviewerId })
}

const reviewerDomains = prepared(
  ['reviewerId'],
  (db, { reviewerId }: Gaps<{ reviewerId: string }>) =>
    db
      .selectFrom('reviewer_domains')
      .innerJoin('domains', 'domains.id', 'reviewer_domains.domain_id')
      .select(['domains.id', 'domains.name'])
      .where('reviewer_domains.reviewer_id', '=', reviewerId)
      .orderBy('domains.name_key'),
)

/** Gives a person another password. */
export async function updatePassword(db: Db, id: string, hash: string): Promise<void> {
  await withPassword.all(db, { id, hash })
}

const withPassword = prepared(
  ['id', 'hash'],
  (db, { id, hash }: Gaps<{ id: string; hash: string }>) =>
    db.updateTable('people').set({ password_hash: hash }).where('id', '=', id),
)

/** Gives a person another number and address. */
export async function updateContact(db: Db, id: string, contact: Contact): Promise<void> {
  await withContact.all(db, { id, ...contact })
}

type Contact = { number: string; address: string }

const withContact = prepared(
  ['id', 'number', 'address'],
  (db, { id, number, address }: Gaps<{ id: string } & Contact>) =>
    db.updateTable('people').set({ number, address }).where('id', '=', id),
)

/** Puts a student into a week. */
export async function updateWeek(db: Db, id: string, week: number): Promise<void> {
  await withWeek.all(db, { id, week })
}

const withWeek = prepared(['id', 'week'], (db, { id, week }: Gaps<{ id: string; week: number }>) =>
  db.updateTable('people').set({ week }).where('id', '=', id),
)

/** Sets the password of somebody of a role who is not verified; undefined if there is nobody. */
export function updateInvitedPassword(db: Db, role: Role, id: string, hash: string | null) {
  return withInvitedPassword.first(db, { role, id, hash })
}

const withInvitedPassword = prepared(
  ['role', 'id', 'hash'],
  (db, { hash, ...who }: Gaps<InRole & { hash: string | null }>) =>
    updateInRole(db, who).set({ password_hash: hash }).where('verified_at', 'is', null),
)

/** Completes the profile of somebody who is not verified; undefined if there is nobody. */
export function updateCompleted(db: Db, role: Role, id: string, profile: Completed) {
  return completed.first(db, { role, id, ...profile })
}

const profileColumns = [
  ...(['number', 'gender', 'qualification', 'address', 'dob', 'age'] as const),
  ...(['domain_id', 'week', 'verified_at'] as const),
] as const
type Completed = Pick<Row, (typeof profileColumns)[number]>

const completed = prepared(
  ['role', 'id', ...profileColumns],
  (db, { role, id, ...profile }: Gaps<InRole & Completed>) =>
    updateInRole(db, { role, id }).set(profile).where('verified_at', 'is', null),
)

/** Says since when somebody who is verified is blocked, null for not; undefined if there is nobody. */
export function updateBlocked(db: Db, role: Role, id: string, blockedAt: number | null) {
  return withBlocked.first(db, { role, id, blockedAt })
}

const withBlocked = prepared(
  ['role', 'id', 'blockedAt'],
  (db, { blockedAt, ...who }: Gaps<InRole & { blockedAt: number | null }>) =>
    updateInRole(db, who).set({ blocked_at: blockedAt }).where('verified_at', 'is not', null),
)

function updateInRole(db: Db, { role, id }: Gaps<InRole>) {
  return db.updateTable('people').where('id', '=', id).where('role', '=', role).returning(account)
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
