import type { z } from 'zod'
import { birthProblem } from '#contract/accounts/birth.ts'
import { accountRefusals, type ProfileCompletion } from '#contract/accounts.ts'
import type { DomainName } from '#contract/domains.ts'
import { refusal } from '#contract/kit/refusal.ts'
import { dateInZone } from '#contract/kit/time/zone.ts'
import { firstWeek } from '#contract/limits.ts'
import type { AddableRole, Role } from '#contract/roles.ts'
import { isUniqueViolation } from '#server/database/errors/constraint-errors.ts'
import { peopleKeys } from '#server/database/list/order-keys.ts'
import type { Tx } from '#server/database/transaction.ts'
import * as domains from '#server/domains/actions.ts'
import { audited, recordAudit } from '#server/kit/call/audit.ts'
import { Refused, refuseOnViolation } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import { toStoredNumber } from './phone-number.ts'
import {
  blockAndClearPassword,
  countOutsideEmailDomain,
  deleteReviewerDomains,
  hasActiveAdmin,
  hasAnyPerson,
  hasPerson,
  insertPerson,
  insertReviewerDomains,
  isEmailTaken,
  lockAccount,
  readAccount,
  readAccountByEmail,
  readByEmailInAnyRole,
  readPeopleWithEmailDomain,
  readProfile,
  readReviewerDomains,
  updateBlocked,
  updateCompletedProfile,
  updateDetails,
  updateEmail,
  updateInvitedAt,
  updateInvitedPassword,
  updatePassword,
  updateWeek,
} from './queries.ts'

/** A person as the other rooms know them; without a password until the first one is set. */
export type Person = NonNullable<Awaited<ReturnType<typeof readAccount>>>

/** The person of a role with an id or an email; undefined if there is none. */
export function findPerson(
  { db }: Context,
  role: Role,
  by: { id: string } | { email: string },
): Promise<Person | undefined> {
  return 'id' in by ? readAccount(db, { role, ...by }) : readAccountByEmail(db, { role, ...by })
}

/** The person with an email, of whatever role; undefined if there is none. */
export function findByEmail({ db }: Context, email: string): Promise<Person | undefined> {
  return readByEmailInAnyRole(db, { email })
}

/**
 * Reads a person whom nobody else changes before the transaction is over, so that what is decided
 * by their state still holds at the commit.
 */
export function lockPerson({ db }: Context<Tx>, id: string): Promise<Person | undefined> {
  return lockAccount(db, { id })
}

/** Whether there is somebody with this id, of whatever role. */
export function personExists({ db }: Context, id: string): Promise<boolean> {
  return hasPerson(db, { id })
}

/** Whether anybody has been added yet. */
export function hasPeople({ db }: Context): Promise<boolean> {
  return hasAnyPerson(db)
}

/**
 * Adds a person, who is verified only if a password comes along. Refuses an email that is in use
 * by any role (contract, section 2).
 */
export async function createPerson(
  context: Context<Tx>,
  { id = newId(), role, name, email }: { id?: string; role: Role; name: string; email: string },
  passwordHash: string | null = null,
): Promise<Pick<Person, 'id' | 'role' | 'name' | 'email'>> {
  const now = context.clock()
  const row = {
    ...{ id, role, name, email },
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

/** Refuses an email that somebody has, of any role; who is faster to take it, a change decides. */
export async function refuseTakenEmail({ db }: Context, email: string): Promise<void> {
  if (await isEmailTaken(db, { email })) throw new Refused(accountRefusals.emailTaken)
}

/** Gives a person another email. Refuses one that is in use. */
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

/** What of a person an admin corrects, beside the email: domains by their ids. */
export type DetailsEdit = {
  name?: string | undefined
  domain?: string | undefined
  week?: number | undefined
  domains?: string[] | undefined
}

/**
 * Corrects a person whom the caller has locked, and returns what differs since: domains by their
 * names. Refuses a domain that does not exist (400).
 */
export async function editDetails(
  context: Context<Tx>,
  { id, email, role }: Pick<Person, 'id' | 'email' | 'role'>,
  { name, domain, week, domains: domainIds }: DetailsEdit,
): Promise<{ name?: string; domain?: string; week?: number; domains?: string[] }> {
  const before = await readProfile(context.db, { id })
  const isNewName = name !== undefined && name !== before.name
  const isNewDomain = domain !== undefined && domain !== before.domain_id
  const isNewWeek = week !== undefined && week !== before.week
  const newDomain = isNewDomain ? await findDomains(context, [domain]) : []
  const details = {
    name: name ?? before.name,
    domain_id: domain ?? before.domain_id,
  }
  const keys = peopleKeys({ name: details.name, email }, context.settings.language)
  await audited(context, { kind: 'people', id }, () =>
    updateDetails(context.db, { id, ...details, ...keys }),
  )
  if (isNewWeek) await moveStudentToWeek(context, id, week)
  const newDomains =
    role === 'reviewer' && domainIds ? await changeDomains(context, id, domainIds) : undefined
  return {
    ...(isNewName && { name }),
    ...(newDomain[0] && { domain: newDomain[0].name }),
    ...(isNewWeek && { week }),
    ...(newDomains && { domains: newDomains }),
  }
}

/** The domains with these ids. Refuses one that does not exist (400). */
async function findDomains(context: Context, ids: string[]): Promise<DomainName[]> {
  const known = await domains.findDomains(context, ids)
  if (known.length < ids.length) throw new Refused(accountRefusals.unknownDomain)
  return known
}

/** Gives a reviewer other domains, and returns their names; undefined where they are the same. */
async function changeDomains(
  context: Context<Tx>,
  reviewerId: string,
  domainIds: string[],
): Promise<string[] | undefined> {
  const { db } = context
  const [before, ids] = [await readReviewerDomains(db, { reviewerId }), new Set(domainIds)]
  await findDomains(context, [...ids])
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

/** Gives a person another password; with null there is none, until one is set by a link. */
export function changePassword(
  context: Context<Tx>,
  id: string,
  hash: string | null,
): Promise<void> {
  return audited(context, { kind: 'people', id }, () => updatePassword(context.db, { id, hash }))
}

/**
 * Sets the password of somebody whose profile is not complete, or takes it away with null;
 * returns them, or undefined if there is no such person.
 */
export function setInvitedPassword(
  { db }: Context<Tx>,
  role: AddableRole,
  id: string,
  hash: string | null,
): Promise<Person | undefined> {
  return updateInvitedPassword(db, { role, id, hash })
}

/** Notes that somebody is sent an invitation now. */
export function recordInvitationSent({ db, clock }: Context<Tx>, id: string): Promise<void> {
  return updateInvitedAt(db, { id, now: clock() })
}

/** What a person says of themselves to complete the profile. */
export type ProfileInput = z.output<typeof ProfileCompletion.advisor> & {
  domain?: string
  domains?: string[]
}

/**
 * Completes a profile, which makes the person verified and puts a student into week 1; returns
 * them, or undefined if there is nobody whose profile waits. Refuses a domain that does not exist,
 * and a date of birth that cannot be or does not go with the age (400).
 */
export async function completeProfile(
  context: Context<Tx>,
  role: AddableRole,
  id: string,
  { domain, domains: several = [], ...profile }: ProfileInput,
): Promise<Person | undefined> {
  const problem = birthProblem(profile, dateInZone(context.clock(), context.settings.timeZone))
  if (problem) {
    const { field, message } = problem
    throw new Refused(refusal(400, message), { errors: { [field]: message } })
  }
  const number = await toStoredNumber(context, profile.number)
  const domainIds = [...new Set(domain === undefined ? several : [domain])]
  await findDomains(context, domainIds)
  const isStudent = role === 'student'
  const row = await updateCompletedProfile(context.db, {
    ...{ role, id, ...profile, number },
    domain_id: isStudent ? (domain ?? null) : null,
    week: isStudent ? firstWeek : null,
    verified_at: context.clock(),
  })
  if (row && role === 'reviewer') await insertReviewerDomains(context.db, id, domainIds)
  return row
}

/** Blocks or unblocks a verified person; returns them, or undefined if there is none. */
export function setBlocked(
  { db, clock }: Context<Tx>,
  role: AddableRole,
  id: string,
  blocked: boolean,
): Promise<Person | undefined> {
  return updateBlocked(db, { role, id, blockedAt: blocked ? clock() : null })
}

/**
 * Blocks all whose email is at a domain or below it, and takes their passwords away, also of those
 * who are blocked already: whoever unblocks one does not let in who knew the password. Returns the
 * ids of all, and how many were not blocked before.
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

/** How many people have their email elsewhere than at a domain or below it. */
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

/** Moves a student to a week. */
export function moveStudentToWeek(context: Context<Tx>, id: string, week: number): Promise<void> {
  return audited(context, { kind: 'people', id }, () => updateWeek(context.db, { id, week }))
}
