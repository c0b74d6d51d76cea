import { accountRefusals } from '#contract/accounts/accounts.ts'
import type { Role } from '#contract/roles.ts'
import { makeUniqueViolationMatcher } from '#server/database/errors/constraint-errors.ts'
import { computePersonKeys } from '#server/database/list/search-and-sort-keys.ts'
import type { Tx } from '#server/database/transaction.ts'
import { requireAssignableDomains } from '#server/domains/actions.ts'
import { audited, recordAudit } from '#server/kit/call/audit.ts'
import { refuseOnViolation } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import { publishAddedToWebhooks } from './events/people-webhooks.ts'
import {
  countOutsideEmailDomain,
  hasActiveAdmin,
  hasAnyPerson,
  hasPerson,
  insertPerson,
  lockAccount,
  readAccount,
  readAccountByEmail,
  readAllAdvisors,
  readByEmailInAnyRole,
  readFirstAdmin,
  readTakenEmails,
  updatePassword,
} from './queries.ts'

/** A person as other rooms see them; without a password until the first one is set. */
export type Person = NonNullable<Awaited<ReturnType<typeof readAccount>>>

/** Returns the person of a role by id or email; undefined if there is none. */
export function findPerson(
  { db }: Context,
  role: Role,
  by: { id: string } | { email: string },
): Promise<Person | undefined> {
  return 'id' in by ? readAccount(db, { role, ...by }) : readAccountByEmail(db, { role, ...by })
}

/** Returns the person with this email, in any role; undefined if there is none. */
export function findByEmail({ db }: Context, email: string): Promise<Person | undefined> {
  return readByEmailInAnyRole(db, { email })
}

/**
 * Locks and returns a person: nobody else changes them until the transaction ends, so what is
 * decided by their state still holds at the commit.
 */
export function lockPerson({ db }: Context<Tx>, id: string): Promise<Person | undefined> {
  return lockAccount(db, { id })
}

/** Whether there is a person with this id, in any role. */
export function personExists({ db }: Context, id: string): Promise<boolean> {
  return hasPerson(db, { id })
}

/** Returns the id of the admin who was added first, of those who can sign in. */
export async function findFirstAdmin({ db }: Context): Promise<string | undefined> {
  return (await readFirstAdmin(db))?.id
}

/** Whether anybody has been added yet. */
export function hasPeople({ db }: Context): Promise<boolean> {
  return hasAnyPerson(db)
}

type NewPerson = {
  id?: string
  role: Role
  name: string
  email: string
  /** The id of a student's domain. */
  domain?: string | undefined
}

/**
 * Adds a person, verified only if a password is given. Refuses an email in use by any role
 * (contract, section 2), and a domain that is unknown (400) or archived (409).
 */
export async function createPerson(
  context: Context<Tx>,
  { id = newId(), role, name, email, domain }: NewPerson,
  passwordHash: string | null = null,
): Promise<Pick<Person, 'id' | 'role' | 'name' | 'email'>> {
  const now = context.clock()
  if (domain !== undefined) await requireAssignableDomains(context, [domain])
  const row = {
    id,
    role,
    name,
    email,
    domain_id: domain ?? null,
    password_hash: passwordHash,
    verified_at: passwordHash === null ? null : now,
  }
  const adding = insertPerson(context.db, {
    ...row,
    ...computePersonKeys(row, context.settings.language),
    created_at: now,
  })
  await refuseOnViolation(
    makeUniqueViolationMatcher('people', 'email'),
    accountRefusals.emailTaken,
    adding,
  )
  await recordAudit(context, { kind: 'people', id, after: row })
  await publishAddedToWebhooks(context, role, [id])
  return { id, role, name, email }
}

/** Returns those of the given emails that are in use by any role. */
export async function findTakenEmails({ db }: Context, emails: string[]): Promise<Set<string>> {
  const taken = await readTakenEmails(db, { emails: JSON.stringify(emails) })
  return new Set(taken.map(({ email }) => email))
}

/** Returns all advisors, and whether they can be assigned students. */
export async function listAllAdvisors({ db }: Context) {
  const rows = await readAllAdvisors(db)
  return rows.map(({ verified_at, blocked_at, ...advisor }) => ({
    ...advisor,
    isActive: verified_at !== null && blocked_at === null,
  }))
}

/** Changes a person's password; null removes it until one is set through a link. */
export function changePassword(
  context: Context<Tx>,
  id: string,
  hash: string | null,
): Promise<void> {
  return audited(context, { kind: 'people', id }, () => updatePassword(context.db, { id, hash }))
}

/** Counts people whose email is not at a domain or a subdomain of it. */
export async function countPeopleOutsideEmailDomain(
  { db }: Context,
  domain: string,
): Promise<number> {
  return (await countOutsideEmailDomain(db, { domain })).count
}

/** Whether there is an admin who is not blocked. */
export function hasAdmin({ db }: Context): Promise<boolean> {
  return hasActiveAdmin(db)
}
