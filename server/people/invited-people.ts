import { sql } from 'kysely'
import { accountRefusals } from '#contract/accounts/accounts.ts'
import type { ProfileRole } from '#contract/roles.ts'
import type { Db } from '#server/database/connect.ts'
import { makeUniqueViolationMatcher } from '#server/database/errors/constraint-errors.ts'
import { isInJsonList } from '#server/database/list/search.ts'
import type { computePersonKeys } from '#server/database/list/search-and-sort-keys.ts'
import { all, insertMany, run, type Values } from '#server/database/query.ts'
import type { Tx } from '#server/database/transaction.ts'
import { recordAudits } from '#server/kit/call/audit.ts'
import { refuseOnViolation } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { publishAddedToWebhooks, publishErasedToWebhooks } from './events/people-webhooks.ts'
import { updateInitialAdvisors } from './queries.ts'

/** A person to invite. A student's domain, week and advisor hold from the first review. */
export type NewInvitee = {
  id: string
  name: string
  email: string
  domainId: string | null
  week: number | null
  advisorId: string | null
  domainIds: string[]
  keys: ReturnType<typeof computePersonKeys>
}

const insertPeople = insertMany('people', {
  id: 'text',
  role: 'text',
  name: 'text',
  email: 'text',
  search_key: 'text',
  sort_key: 'text',
  domain_id: 'text',
  week: 'bigint',
  first_advisor_id: 'text',
  created_at: 'bigint',
  invited_at: 'bigint',
  import_id: 'text',
})

const insertDomains = insertMany('reviewer_domains', { reviewer_id: 'text', domain_id: 'text' })

/**
 * Adds people of a role without passwords. Refuses if an email is in use by any role (409).
 */
export async function createInvitedPeople(
  context: Context<Tx>,
  { role, importId, people }: { role: ProfileRole; importId: string; people: NewInvitee[] },
): Promise<void> {
  const now = context.clock()
  const added = people.map(({ id, name, email, domainId, week, advisorId, domainIds, keys }) => ({
    row: {
      id,
      role,
      name,
      email,
      domain_id: domainId,
      week,
      first_advisor_id: advisorId,
      created_at: now,
      invited_at: now,
      import_id: importId,
    },
    domainIds,
    keys,
  }))
  const rows = added.map(({ row, keys }) => ({ ...row, ...keys }))
  await refuseOnViolation(
    makeUniqueViolationMatcher('people', 'email'),
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
      kind: 'people',
      id: after.id,
      after,
    })),
  )
  await publishAddedToWebhooks(
    context,
    role,
    people.map(({ id }) => id),
  )
}

/**
 * Locks and returns the ids of the people whom an import added and who have not set a password yet.
 * Those who had set one have acted, which the audit log keeps, so they stay.
 */
export const lockImportedInvitees = all((db, { importId }: Values<{ importId: string }>) =>
  selectPendingInvitees(db)
    .select('people.id')
    .where('people.import_id', '=', importId)
    .orderBy('people.id')
    .forUpdate(),
)

/** Locks and returns the invited students who are to start with this advisor. */
export const lockInviteesOfAdvisor = all((db, { advisorId }: Values<{ advisorId: string }>) =>
  db
    .selectFrom('people')
    .select(['id as student_id', 'name as student', 'first_advisor_id as advisor_id'])
    .select(['blocked_at', 'paused_at'])
    .where('role', '=', sql.lit('student'))
    .where('first_advisor_id', '=', advisorId)
    .where('verified_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate(),
)

/**
 * Locks and returns those of these students who have not joined. Skips those whom another transaction
 * has locked, as they may be joining now.
 */
export const lockInvitees = all((db, { ids }: Values<{ ids: string }>) =>
  db
    .selectFrom('people')
    .select('id')
    .where('role', '=', sql.lit('student'))
    .where(isInJsonList(db, 'id', ids))
    .where('verified_at', 'is', null)
    .forNoKeyUpdate()
    .skipLocked(),
)

/** Changes who will advise invited students. The caller has locked them. */
export async function moveInvitees(
  context: Context<Tx>,
  invitees: readonly { student_id: string; advisor_id: string | null }[],
  advisorId: string,
): Promise<void> {
  if (invitees.length === 0) return
  const ids = JSON.stringify(invitees.map(({ student_id }) => student_id))
  await updateInitialAdvisors(context.db, { ids, advisorId })
  await recordAudits(
    context,
    invitees.map(({ student_id: id, advisor_id }) => ({
      kind: 'people',
      id,
      before: { first_advisor_id: advisor_id },
      after: { first_advisor_id: advisorId },
    })),
  )
}

/** Selects the people who were invited and have not set a password yet. */
export function selectPendingInvitees(db: Db) {
  return db
    .selectFrom('people')
    .where('people.password_hash', 'is', null)
    .where('people.verified_at', 'is', null)
    .where(({ not }) => not(hasActed))
}

/**
 * For a row of `people`: the audit log has an entry of theirs. The least id from theirs on is
 * always found by the index; where few people have acted, PostgreSQL looks for the very id by
 * reading the whole log for each person.
 */
const hasActed = sql<boolean>`(people.id is not distinct from (
  select min(person_id) from audit_log where person_id >= people.id))`

const deleteDomainsOf = run((db, { ids }: Values<{ ids: string }>) =>
  db.deleteFrom('reviewer_domains').where(isInJsonList(db, 'reviewer_id', ids)),
)

const deletePeople = all((db, { ids }: Values<{ ids: string }>) =>
  db
    .deleteFrom('people')
    .where(isInJsonList(db, 'id', ids))
    .returningAll(),
)

/**
 * Deletes people. The caller has locked them, knows that they are not verified, and has deleted
 * what refers to them in other rooms.
 */
export async function removeInvitedPeople(context: Context<Tx>, people: string[]): Promise<void> {
  const ids = JSON.stringify(people)
  await deleteDomainsOf(context.db, { ids })
  const removed = await deletePeople(context.db, { ids })
  await recordAudits(
    context,
    removed.map((before) => ({ kind: 'people', id: before.id, before })),
  )
  await publishErasedToWebhooks(
    context,
    removed.map(({ id: _id, role }) => ({ _id, role })),
  )
}
