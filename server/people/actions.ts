import type { z } from 'zod'
import { findBirthDateProblem } from '#contract/accounts/birth-date.ts'
import { accountRefusals, type ProfileCompletion } from '#contract/accounts.ts'
import { type DomainName, domainRefusals } from '#contract/domains.ts'
import { refusal } from '#contract/kit/refusal.ts'
import { dateInZone } from '#contract/kit/time/zone.ts'
import { firstWeek } from '#contract/limits.ts'
import type { DetailsChange } from '#contract/notifications/person-details-changed.ts'
import type { AddableRole, Role } from '#contract/roles.ts'
import { isUniqueViolation } from '#server/database/errors/constraint-errors.ts'
import { peopleKeys } from '#server/database/list/search-and-sort-keys.ts'
import type { Tx } from '#server/database/transaction.ts'
import * as domains from '#server/domains/actions.ts'
import { audited, recordAudit } from '#server/kit/call/audit.ts'
import { Refused, refuseOnViolation } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import { changeContact } from './contact.ts'
import { toStoredNumber } from './phone-number.ts'
import {
  blockAndClearPassword,
  countOutsideEmailDomain,
  deleteInvited,
  deleteReviewerDomains,
  hasActiveAdmin,
  hasAnyPerson,
  hasOtherActiveAdmin,
  hasPerson,
  insertPerson,
  insertReviewerDomains,
  isEmailTaken,
  lockAccount,
  readAccount,
  readAccountByEmail,
  readAllAdvisors,
  readByEmailInAnyRole,
  readPeopleWithEmailDomain,
  readProfile,
  readReviewerDomains,
  readTakenEmails,
  updateBlocked,
  updateCompletedProfile,
  updateDetails,
  updateEmail,
  updateInvitedAt,
  updateInvitedPassword,
  updateInvitedRole,
  updateJoinedAdmin,
  updatePassword,
  updateWeek,
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
  if (domain !== undefined) await findNewDomains(context, [domain])
  const row = {
    ...{ id, role, name, email, domain_id: domain ?? null },
    password_hash: passwordHash,
    verified_at: passwordHash === null ? null : now,
  }
  const adding = insertPerson(context.db, {
    ...row,
    ...peopleKeys(row, context.settings.language),
    created_at: now,
  })
  await refuseOnViolation(isUniqueViolation('people', 'email'), accountRefusals.emailTaken, adding)
  await recordAudit(context, { kind: 'people', id, after: row })
  return { id, role, name, email }
}

/** Refuses an email in use by any role. The unique index decides between concurrent changes. */
export async function refuseTakenEmail({ db }: Context, email: string): Promise<void> {
  if (await isEmailTaken(db, { email })) throw new Refused(accountRefusals.emailTaken)
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

/** Changes a person's email. Refuses one that is in use. */
export async function changeEmail(
  context: Context<Tx>,
  { id, name }: Pick<Person, 'id' | 'name'>,
  email: string,
): Promise<void> {
  const change = () =>
    updateEmail(context.db, {
      id,
      email,
      ...peopleKeys({ name, email }, context.settings.language),
    })
  await refuseOnViolation(
    isUniqueViolation('people', 'email'),
    accountRefusals.emailTaken,
    audited(context, { kind: 'people', id }, change),
  )
}

/** The details that an admin can correct, except the email; domains by id. */
export type DetailsEdit = {
  name?: string | undefined
  number?: string | undefined
  address?: string | undefined
  domain?: string | undefined
  week?: number | undefined
  domains?: string[] | undefined
}

/**
 * Corrects a person's details and returns those that changed, with domains by name. The caller has
 * locked the person. Refuses an invalid number (400), and a new domain that is unknown (400) or
 * archived (409).
 */
export async function editDetails(
  context: Context<Tx>,
  { id, email, role }: Pick<Person, 'id' | 'email' | 'role'>,
  { name, number, address, domain, week, domains: domainIds }: DetailsEdit,
): Promise<Omit<DetailsChange, 'by'>> {
  const before = await readProfile(context.db, { id })
  const isNewName = name !== undefined && name !== before.name
  const isNewDomain = domain !== undefined && domain !== before.domain_id
  const isNewWeek = week !== undefined && week !== before.week
  const newDomain = isNewDomain ? await findNewDomains(context, [domain]) : []
  if (isNewName || isNewDomain) {
    const details = { name: name ?? before.name, domain_id: domain ?? before.domain_id }
    const keys = peopleKeys({ name: details.name, email }, context.settings.language)
    await audited(context, { kind: 'people', id }, () =>
      updateDetails(context.db, { id, ...details, ...keys }),
    )
  }
  const contact = await changeContact(context, before, { number, address })
  if (isNewWeek) await moveStudentToWeek(context, id, week)
  const newDomains =
    role === 'reviewer' && domainIds ? await changeDomains(context, id, domainIds) : undefined
  return {
    ...(isNewName && { name }),
    ...contact,
    ...(newDomain[0] && { domain: newDomain[0].name }),
    ...(isNewWeek && { week }),
    ...(newDomains && { domains: newDomains }),
  }
}

/**
 * Returns the domains with these ids, which a person gets. Refuses an unknown (400) and an archived
 * one (409).
 */
async function findNewDomains(context: Context, ids: string[]): Promise<DomainName[]> {
  const known = await domains.findDomains(context, ids)
  if (known.length < ids.length) throw new Refused(accountRefusals.unknownDomain)
  if (known.some(({ isArchived }) => isArchived)) throw new Refused(domainRefusals.archived)
  return known
}

/** Changes a reviewer's domains and returns their names; undefined if nothing changed. */
async function changeDomains(
  context: Context<Tx>,
  reviewerId: string,
  domainIds: string[],
): Promise<string[] | undefined> {
  const { db } = context
  const [before, ids] = [await readReviewerDomains(db, { reviewerId }), new Set(domainIds)]
  const isKept = new Set(before.map(({ _id }) => _id))
  await findNewDomains(
    context,
    [...ids].filter((id) => !isKept.has(id)),
  )
  if (before.length === ids.size && before.every(({ _id }) => ids.has(_id))) return undefined
  await deleteReviewerDomains(db, { reviewerId })
  await insertReviewerDomains(db, reviewerId, [...ids])
  const after = await readReviewerDomains(db, { reviewerId })
  const toNames = (some: DomainName[]) => some.map(({ name }) => name).join(', ')
  await recordAudit(context, {
    ...{ kind: 'people', id: reviewerId },
    ...{ before: { domains: toNames(before) }, after: { domains: toNames(after) } },
  })
  return after.map(({ name }) => name)
}

/** Changes a person's password; null removes it until one is set through a link. */
export function changePassword(
  context: Context<Tx>,
  id: string,
  hash: string | null,
): Promise<void> {
  return audited(context, { kind: 'people', id }, () => updatePassword(context.db, { id, hash }))
}

/**
 * Sets or (with null) removes the password of a person who is not verified; returns them, or
 * undefined if there is no such person.
 */
export function setInvitedPassword(
  { db }: Context<Tx>,
  role: Role,
  id: string,
  hash: string | null,
): Promise<Person | undefined> {
  return updateInvitedPassword(db, { role, id, hash })
}

/**
 * Sets the password of an invited admin, who has joined with it; returns them, or undefined if there
 * is no such admin.
 */
export function joinAsAdmin(
  { db, clock }: Context<Tx>,
  id: string,
  hash: string,
): Promise<Person | undefined> {
  return updateJoinedAdmin(db, { role: 'admin', id, hash, now: clock() })
}

/**
 * Changes the role of a person who is not verified, and removes the password set through the old
 * invitation. The caller has locked the person.
 */
export function changeInvitedRole(context: Context<Tx>, id: string, role: AddableRole) {
  return audited(context, { kind: 'people', id }, async () => {
    await deleteReviewerDomains(context.db, { reviewerId: id })
    await updateInvitedRole(context.db, { id, role })
  })
}

/**
 * Deletes a person who is not verified. The caller has locked the person, and has deleted what
 * refers to them in other rooms. Their entries in the audit log stay.
 */
export function deleteInvitedPerson(context: Context<Tx>, id: string): Promise<void> {
  return audited(context, { kind: 'people', id }, async () => {
    await deleteReviewerDomains(context.db, { reviewerId: id })
    await deleteInvited(context.db, { id })
  })
}

export function recordInvitationSent({ db, clock }: Context<Tx>, id: string): Promise<void> {
  return updateInvitedAt(db, { id, now: clock() })
}

/** The fields that complete a profile. */
export type ProfileInput = z.output<typeof ProfileCompletion.advisor> & {
  domain?: string
  domains?: string[]
}

/**
 * Completes a profile: the person becomes verified, and a student starts in week 1 unless an admin
 * chose another. A reviewer who chooses no domain keeps those an admin chose. Returns the person;
 * undefined if they are not awaiting completion. Refuses an unknown domain, and a date of birth
 * that is impossible or contradicts the age (400).
 */
export async function completeProfile(
  context: Context<Tx>,
  role: AddableRole,
  id: string,
  { domain, domains: several = [], ...profile }: ProfileInput,
): Promise<Person | undefined> {
  const problem = findBirthDateProblem(
    profile,
    dateInZone(context.clock(), context.settings.timeZone),
  )
  if (problem) {
    const { field, message } = problem
    throw new Refused(refusal(400, message), { errors: { [field]: message } })
  }
  const number = await toStoredNumber(context, profile.number)
  const domainIds = [...new Set(domain === undefined ? several : [domain])]
  await findNewDomains(context, domainIds)
  const isStudent = role === 'student'
  const row = await updateCompletedProfile(context.db, {
    ...{ role, id, ...profile, number },
    domain_id: isStudent ? (domain ?? null) : null,
    week: isStudent ? firstWeek : null,
    verified_at: context.clock(),
  })
  if (row && role === 'reviewer' && domainIds.length > 0) {
    await deleteReviewerDomains(context.db, { reviewerId: id })
    await insertReviewerDomains(context.db, id, domainIds)
  }
  return row
}

/** Blocks or unblocks a verified person and returns them; undefined if there is none. */
export function setBlocked(
  { db, clock }: Context<Tx>,
  role: Role,
  id: string,
  blocked: boolean,
): Promise<Person | undefined> {
  return updateBlocked(db, { role, id, blockedAt: blocked ? clock() : null })
}

/**
 * Blocks everyone whose email is at a domain or a subdomain of it, and removes all their passwords:
 * unblocking one of them must not let in those who knew it. Returns their ids, and how many were
 * not blocked before.
 */
export async function blockAllWithEmailDomain(
  context: Context<Tx>,
  domain: string,
): Promise<{ ids: string[]; blocked: number }> {
  const { db, clock } = context
  const all = await readPeopleWithEmailDomain(db, { domain })
  for (const { id, blocked_at } of all) {
    await audited(context, { kind: 'people', id }, () =>
      blockAndClearPassword(db, { id, blockedAt: blocked_at ?? clock() }),
    )
  }
  const blocked = all.filter(({ blocked_at }) => blocked_at === null).length
  return { ids: all.map(({ id }) => id), blocked }
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

/** Whether there is an admin beside this one who is not blocked. */
export function hasOtherAdmin({ db }: Context, id: string): Promise<boolean> {
  return hasOtherActiveAdmin(db, { id })
}

export function moveStudentToWeek(context: Context<Tx>, id: string, week: number): Promise<void> {
  return audited(context, { kind: 'people', id }, () => updateWeek(context.db, { id, week }))
}
