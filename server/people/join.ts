import type { z } from 'zod'
import type { ProfileCompletion } from '#contract/accounts/accounts.ts'
import { findBirthDateProblem } from '#contract/accounts/birth-date.ts'
import type { DomainName } from '#contract/domains/domain.ts'
import { defineRefusal } from '#contract/kit/refusal.ts'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import { firstWeek } from '#contract/limits/limits.ts'
import type { ProfileRole, Role } from '#contract/roles.ts'
import type { Tx } from '#server/database/transaction.ts'
import { requireAssignableDomains } from '#server/domains/actions.ts'
import { audited } from '#server/kit/call/audit.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import type { Person } from './actions.ts'
import { publishUpdatedToWebhooks } from './events/people-webhooks.ts'
import { toStoredNumber } from './phone-number.ts'
import {
  deleteReviewerDomains,
  insertReviewerDomains,
  readActiveReviewerDomains,
  updateCompletedProfile,
  updateInvitedAt,
  updateInvitedPassword,
  updateInvitedRole,
  updateJoinedAdmin,
} from './queries.ts'

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
 * Sets the password of an invited admin, null for one who signs in without; they have joined with
 * it. Returns them, or undefined if there is no such admin.
 */
export async function joinAsAdmin(
  context: Context<Tx>,
  id: string,
  hash: string | null,
): Promise<Person | undefined> {
  const { db, clock } = context
  const admin = await updateJoinedAdmin(db, { role: 'admin', id, hash, now: clock() })
  if (admin) await publishUpdatedToWebhooks(context, 'person.changed', [id])
  return admin
}

/**
 * Changes the role of a person who is not verified, and removes the password set through the old
 * invitation. The caller has locked the person.
 */
export function changeInvitedRole(context: Context<Tx>, id: string, role: ProfileRole) {
  return audited(context, { kind: 'people', id }, async () => {
    await deleteReviewerDomains(context.db, { reviewerId: id })
    await updateInvitedRole(context.db, { id, role })
    await publishUpdatedToWebhooks(
      context,
      role === 'student' ? 'student.added' : 'person.changed',
      [id],
    )
  })
}

export function recordInvitationSent({ db, clock }: Context<Tx>, id: string): Promise<void> {
  return updateInvitedAt(db, { id, now: clock() })
}

/** Returns the domains that an invited reviewer already has, by name, without archived ones. */
export function listAssignedDomains({ db }: Context, id: string): Promise<DomainName[]> {
  return readActiveReviewerDomains(db, { reviewerId: id })
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
  role: ProfileRole,
  id: string,
  { domain, domains: several = [], ...profile }: ProfileInput,
): Promise<Person | undefined> {
  const problem = findBirthDateProblem(
    profile,
    getDateInZone(context.clock(), context.settings.timeZone),
  )
  if (problem) {
    const { field, message } = problem
    throw new Refused(defineRefusal(400, message), { errors: { [field]: message } })
  }
  const number = await toStoredNumber(context, profile.number)
  const domainIds = [...new Set(domain === undefined ? several : [domain])]
  await requireAssignableDomains(context, domainIds)
  const isStudent = role === 'student'
  const row = await updateCompletedProfile(context.db, {
    role,
    id,
    ...profile,
    number,
    domain_id: isStudent ? (domain ?? null) : null,
    week: isStudent ? firstWeek : null,
    verified_at: context.clock(),
  })
  if (row && role === 'reviewer' && domainIds.length > 0) {
    await deleteReviewerDomains(context.db, { reviewerId: id })
    await insertReviewerDomains(context.db, id, domainIds)
  }
  if (row) await publishUpdatedToWebhooks(context, 'person.changed', [id])
  return row
}
