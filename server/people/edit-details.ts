import { accountRefusals } from '#contract/accounts/accounts.ts'
import type { DomainName } from '#contract/domains/domain.ts'
import type { CorrectedDetails } from '#contract/notifications/person-details-changed.ts'
import { makeUniqueViolationMatcher } from '#server/database/errors/constraint-errors.ts'
import { computePersonKeys } from '#server/database/list/search-and-sort-keys.ts'
import type { Tx } from '#server/database/transaction.ts'
import { requireAssignableDomains } from '#server/domains/actions.ts'
import { audited, recordAudit } from '#server/kit/call/audit.ts'
import { Refused, refuseOnViolation } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import type { Person } from './actions.ts'
import { changeContact } from './change-contact.ts'
import { publishUpdatedToWebhooks } from './events/people-webhooks.ts'
import {
  deleteReviewerDomains,
  insertReviewerDomains,
  isEmailTaken,
  readProfile,
  readReviewerDomains,
  updateDetails,
  updateEmail,
  updateInitialAdvisors,
  updateWeek,
} from './queries.ts'

/** Refuses an email in use by any role. The unique index decides between concurrent changes. */
export async function refuseTakenEmail({ db }: Context, email: string): Promise<void> {
  if (await isEmailTaken(db, { email })) throw new Refused(accountRefusals.emailTaken)
}

/** Changes a person's email. Refuses one that is in use. */
export async function saveEmail(
  context: Context<Tx>,
  { id, name }: Pick<Person, 'id' | 'name'>,
  email: string,
): Promise<void> {
  const change = () =>
    updateEmail(context.db, {
      id,
      email,
      ...computePersonKeys({ name, email }, context.settings.language),
    })
  await refuseOnViolation(
    makeUniqueViolationMatcher('people', 'email'),
    accountRefusals.emailTaken,
    audited(context, { kind: 'people', id }, change),
  )
  await publishUpdatedToWebhooks(context, 'person.changed', [id])
}

/** A reviewer's domains by id, or how they follow from the ones until now. */
type DomainsEdit = string[] | ((before: string[]) => string[])

/** The details that an admin can correct, except the email; domains by id. */
export type DetailsEdit = {
  name?: string | undefined
  number?: string | undefined
  address?: string | undefined
  /** Null removes it. */
  domain?: string | null | undefined
  week?: number | undefined
  domains?: DomainsEdit | undefined
  /** Also allows archived domains. */
  undo?: boolean | undefined
}

/**
 * Corrects a person's details and returns those that changed, with domains by name. The caller has
 * locked the person. Refuses an invalid number (400), and a new domain that is unknown (400) or
 * archived (409, except with `undo`).
 */
export async function editDetails(
  context: Context<Tx>,
  { id, email, role }: Pick<Person, 'id' | 'email' | 'role'>,
  { name, number, address, domain, week, domains: newIds, undo }: DetailsEdit,
): Promise<Omit<CorrectedDetails, 'by' | 'student'>> {
  const before = await readProfile(context.db, { id })
  const isNewName = name !== undefined && name !== before.name
  const isNewDomain = domain !== undefined && domain !== before.domain_id
  const isNewWeek = week !== undefined && week !== before.week
  const newDomain =
    isNewDomain && domain !== null
      ? await requireAssignableDomains(context, [domain], { undo })
      : []
  if (isNewName || isNewDomain) {
    const details = {
      name: name ?? before.name,
      domain_id: isNewDomain ? domain : before.domain_id,
    }
    const keys = computePersonKeys({ name: details.name, email }, context.settings.language)
    await audited(context, { kind: 'people', id }, () =>
      updateDetails(context.db, { id, ...details, ...keys }),
    )
  }
  const contact = await changeContact(context, before, { number, address })
  if (isNewWeek) await moveStudentToWeek(context, id, week)
  const newDomains =
    role === 'reviewer' && newIds ? await changeDomains(context, id, newIds, undo) : undefined
  if (isNewName || isNewDomain || newDomains)
    await publishUpdatedToWebhooks(context, 'person.changed', [id])
  return {
    ...(isNewName && { name }),
    ...contact,
    ...(newDomain[0] && { domain: newDomain[0].name }),
    ...(isNewWeek && { week }),
    ...(newDomains && { domains: newDomains }),
  }
}

/** Changes a reviewer's domains and returns their names; undefined if nothing changed. */
async function changeDomains(
  context: Context<Tx>,
  reviewerId: string,
  newIds: DomainsEdit,
  undo: boolean | undefined,
): Promise<string[] | undefined> {
  const { db } = context
  const before = await readReviewerDomains(db, { reviewerId })
  const isKept = new Set(before.map(({ _id }) => _id))
  const ids = new Set(typeof newIds === 'function' ? newIds([...isKept]) : newIds)
  await requireAssignableDomains(
    context,
    [...ids].filter((id) => !isKept.has(id)),
    { undo },
  )
  if (before.length === ids.size && before.every(({ _id }) => ids.has(_id))) return undefined
  await deleteReviewerDomains(db, { reviewerId })
  await insertReviewerDomains(db, reviewerId, [...ids])
  const after = await readReviewerDomains(db, { reviewerId })
  const toNames = (some: DomainName[]) => some.map(({ name }) => name).join(', ')
  await recordAudit(context, {
    kind: 'people',
    id: reviewerId,
    before: { domains: toNames(before) },
    after: { domains: toNames(after) },
  })
  return after.map(({ name }) => name)
}

/** Moves a student to a week, if they are in another. */
export async function moveStudentToWeek(
  context: Context<Tx>,
  id: string,
  week: number,
): Promise<void> {
  const isMoved = await audited(context, { kind: 'people', id }, () =>
    updateWeek(context.db, { id, week }),
  )
  if (isMoved) await publishUpdatedToWebhooks(context, 'student.week-changed', [id])
}

/** Changes who will advise an invited student; with null, whoever then has the fewest reviews. */
export function changeInviteeAdvisor(
  context: Context<Tx>,
  id: string,
  advisorId: string | null,
): Promise<void> {
  return audited(context, { kind: 'people', id }, () =>
    updateInitialAdvisors(context.db, { ids: JSON.stringify([id]), advisorId }),
  )
}
