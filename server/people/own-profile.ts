import { getAge, isPlausibleAge } from '#contract/accounts/birth-date.ts'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import { firstWeek } from '#contract/limits/limits.ts'
import { Gender, type Profile } from '#contract/people/profile.ts'
import type { Role } from '#contract/roles.ts'
import { parseEnum, toReference } from '#server/database/column-values.ts'
import type { Tx } from '#server/database/transaction.ts'
import type { Context } from '#server/kit/context.ts'
import { changeContact } from './change-contact.ts'
import { formatPhoneNumber } from './phone-number.ts'
import { readProfile, readReviewerDomains } from './queries.ts'

/** Returns a person's profile (specification, section 3). */
export async function getProfile(
  { db, clock, settings }: Context,
  { personId, role }: { personId: string; role: Role },
): Promise<Profile> {
  const row = await readProfile(db, { id: personId })
  const { name, email, dob, number, address, qualification } = row
  const today = getDateInZone(clock(), settings.timeZone)
  // The typed age becomes outdated; it is shown only without a valid date of birth.
  const years = dob === null ? null : getAge(today, dob)
  const age = years !== null && isPlausibleAge(years) ? years : row.age
  return {
    _id: row.id,
    name,
    email,
    dob,
    age,
    number,
    address,
    qualification,
    shownNumber: await formatPhoneNumber(number),
    phoneNumbers: settings.phoneNumbers,
    gender: row.gender === null ? null : parseEnum(Gender.options, row.gender),
    isProfileVerified: row.verified_at !== null,
    isBlocked: row.blocked_at !== null,
    ...(role === 'student' ? { domain: toDomainReference(row), week: row.week ?? firstWeek } : {}),
    ...(role === 'reviewer'
      ? { domain: await readReviewerDomains(db, { reviewerId: personId }) }
      : {}),
  }
}

/** Returns a row's domain with its name; null without one. */
export function toDomainReference(row: { domain_id: string | null; domain_name: string | null }) {
  return toReference(row.domain_id, row.domain_name)
}

/** Changes only number and address, and returns the profile (contract, section 2). */
export async function editProfile(
  context: Context<Tx>,
  who: { personId: string; role: Role },
  given: { number: string; address: string },
): Promise<Profile> {
  await changeContact(context, await readProfile(context.db, { id: who.personId }), given)
  return getProfile(context, who)
}
