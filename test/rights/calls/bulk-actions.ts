import { dayMs } from '#contract/kit/time/durations.ts'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import { type ProfileRole, profileRoles } from '#contract/roles.ts'
import { blockOrUnblock } from '#server/accounts/actions.ts'
import { computeDomainKeys } from '#server/database/list/search-and-sort-keys.ts'
import { finishStudent } from '#server/enrolment/finish.ts'
import { pauseStudent } from '#server/enrolment/pause.ts'
import { inTransaction } from '#server/kit/context.ts'
import { makePerson, type WithContext } from '#test/factories.ts'
import { getInvitedId, type KnownCall, reachesEveryone } from '../describe-call.ts'
import type { RelatedPeople } from '../related-people.ts'

export const makePausedStudent: NonNullable<KnownCall['before']> = async (
  { context },
  { people },
) => {
  await inTransaction(context, (tx) =>
    pauseStudent(tx, { id: people.student, reason: 'Ill', until: null }),
  )
}

const finish: NonNullable<KnownCall['before']> = async ({ context }, { people }) => {
  const how = { id: people.student, outcome: 'left', reason: 'Moved' } as const
  await inTransaction(context, (tx) =>
    finishStudent(tx, { role: 'admin', personId: people.admin }, how),
  )
}

export const blockPerson = ({ context }: WithContext, role: ProfileRole, id: string) =>
  inTransaction(context, (tx) => blockOrUnblock(tx, role, { id, action: 'block' }))

const getOtherAdvisorId = ({ review }: RelatedPeople) => `other-advisor-of-${review}`
const getOtherDomainId = ({ domain }: RelatedPeople) => `other-${domain}`
const makeOtherDomain: NonNullable<KnownCall['before']> = ({ context }, of) => {
  const name = `Other than ${of.domain}`
  const keys = computeDomainKeys({ name }, context.settings.language)
  return context.db
    .insertInto('domains')
    .values({ id: getOtherDomainId(of), name, ...keys, created_at: of.now })
    .execute()
}

/** A bulk action on the person of the role, unless `value` names others. */
function changeMany(
  role: ProfileRole,
  before: KnownCall['before'],
  value: (of: RelatedPeople) => Record<string, unknown>,
): [string, KnownCall] {
  const input = reachesEveryone((of) => ({ body: { ids: [of.people[role]], ...value(of) } }))
  return [`PATCH /admin/change-many-${role}`, { ...(before && { before }), ...input }]
}

/** Bulk actions on people. */
export const bulkCalls: [string, KnownCall][] = [
  ...profileRoles.flatMap((role) => [
    changeMany(role, undefined, () => ({ action: 'block' })),
    changeMany(
      role,
      (app, { people }) => blockPerson(app, role, people[role]),
      () => ({ action: 'unblock' }),
    ),
    changeMany(
      role,
      (app, of) => makePerson(app, role, { id: getInvitedId(of), verified: false }),
      (of) => ({ ids: [getInvitedId(of)], action: 'invite' }),
    ),
  ]),
  changeMany('student', undefined, ({ now }) => ({
    action: 'pause',
    reason: 'Ill',
    until: getDateInZone(now + 30 * dayMs, 'America/New_York'),
  })),
  changeMany('student', makePausedStudent, () => ({ action: 'undo-pause' })),
  changeMany('student', makePausedStudent, () => ({ action: 'resume' })),
  changeMany('student', undefined, () => ({ action: 'finish', outcome: 'left', reason: 'Moved' })),
  changeMany('student', finish, () => ({ action: 'undo-finish' })),
  changeMany('student', finish, () => ({ action: 'reopen' })),
  changeMany(
    'student',
    (app, of) => makePerson(app, 'advisor', { id: getOtherAdvisorId(of) }),
    (of) => ({ action: 'advisor', advisor: getOtherAdvisorId(of) }),
  ),
  changeMany('student', makeOtherDomain, (of) => ({
    action: 'domain',
    domain: getOtherDomainId(of),
  })),
  changeMany('reviewer', makeOtherDomain, (of) => ({
    action: 'add-domain',
    domain: getOtherDomainId(of),
  })),
  changeMany(
    'reviewer',
    async (app, of) => {
      await makeOtherDomain(app, of)
      const both = { reviewer_id: of.people.reviewer, domain_id: getOtherDomainId(of) }
      await app.context.db.insertInto('reviewer_domains').values(both).execute()
    },
    (of) => ({ action: 'remove-domain', domain: getOtherDomainId(of) }),
  ),
]
