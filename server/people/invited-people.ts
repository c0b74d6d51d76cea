import { accountRefusals } from '#contract/accounts.ts'
import type { AddableRole } from '#contract/roles.ts'
import { isUniqueViolation } from '#server/database/errors/constraint-errors.ts'
import { peopleKeys } from '#server/database/list/order-keys.ts'
import { insertMany } from '#server/database/query.ts'
import type { Tx } from '#server/database/transaction.ts'
import { recordAudits } from '#server/kit/call/audit.ts'
import { refuseOnViolation } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'

/** A person to invite. A student's domain, week and advisor hold from the first review. */
export type NewInvited = {
  name: string
  email: string
  domainId: string | null
  week: number | null
  advisorId: string | null
  /** A reviewer's domains. */
  domainIds: string[]
}

const insertPeople = insertMany('people', {
  ...{ id: 'text', role: 'text', name: 'text', email: 'text', search_key: 'text' },
  ...{ sort_key: 'text', domain_id: 'text', week: 'bigint', first_advisor_id: 'text' },
  ...{ created_at: 'bigint', invited_at: 'bigint', import_id: 'text' },
})

const insertDomains = insertMany('reviewer_domains', { reviewer_id: 'text', domain_id: 'text' })

/**
 * Adds people of a role without passwords and returns them. Refuses if an email is in use by any
 * role (409).
 */
export async function createInvitedPeople(
  context: Context<Tx>,
  { role, importId, people }: { role: AddableRole; importId: string; people: NewInvited[] },
): Promise<{ id: string; role: AddableRole; name: string; email: string }[]> {
  const now = context.clock()
  const added = people.map(({ name, email, domainId, week, advisorId, domainIds }) => ({
    row: {
      ...{ id: newId(), role, name, email, domain_id: domainId, week },
      ...{ first_advisor_id: advisorId, created_at: now, invited_at: now, import_id: importId },
    },
    domainIds,
  }))
  const rows = added.map(({ row }) => ({ ...row, ...peopleKeys(row, context.settings.language) }))
  await refuseOnViolation(
    isUniqueViolation('people', 'email'),
    accountRefusals.emailTaken,
    insertPeople(context.db, rows),
  )
  await insertDomains(
    context.db,
    added.flatMap(({ row, domainIds }) =>
      domainIds.map((domain_id) => ({ reviewer_id: row.id, domain_id })),
    ),
  )
  await recordAudits(
    context,
    added.map(({ row: { created_at, invited_at, ...after } }) => ({
      ...{ kind: 'people', id: after.id, after },
    })),
  )
  return added.map(({ row: { id, role, name, email } }) => ({ id, role, name, email }))
}
