import { z } from 'zod'
import { enrolmentRefusals, Finish, Pause } from '../enrolment.ts'
import { defineEndpoint } from '../kit/endpoint.ts'
import type { Refusal } from '../kit/refusal.ts'
import { formatCount } from '../kit/text/plural.ts'
import { bulkActionPeopleMax } from '../limits/accounts.ts'
import { undoMinutes } from '../limits/reviews.ts'
import type { ListedPerson } from '../people/people.ts'
import { handOverRefusals, shareEvenlyOption } from '../reviews/hand-over-students.ts'
import { studentRefusals } from '../reviews/scheduling/booking.ts'
import { mapRoles, type ProfileRole, profileRoles } from '../roles.ts'
import { accountRefusals, SharedInvitations } from './accounts.ts'

/** Why a bulk action skipped a person, if a call for one person does not refuse it. */
export const bulkRefusals = {
  unknown: 'This person no longer exists',
  notVerified: 'Has not completed the profile yet',
  verified: 'Has already completed the profile',
  blocked: 'Is already blocked',
  notBlocked: 'Is not blocked',
  takesNoPart: 'Is blocked',
  sameAdvisor: 'Already has this advisor',
  withoutAdvisor: 'Already has no advisor',
  sameDomain: 'Is already in this domain',
  reviewsDomain: 'Already reviews this domain',
  otherDomains: 'Does not review this domain',
  lastDomain: 'Reviews no other domain',
}

const id = z.string().max(100)
const many = { ids: z.array(id).min(1).max(bulkActionPeopleMax) }
const toDomain = { domain: id, undo: z.boolean().optional() }
const forAnyone = z.object({ ...many, action: z.enum(['block', 'unblock', 'invite']) })

const requests = {
  student: z.discriminatedUnion('action', [
    forAnyone,
    z.object({ ...many, action: z.literal('pause'), ...Pause.shape }),
    z.object({ ...many, action: z.literal('finish'), ...Finish.shape }),
    z.object({ ...many, action: z.enum(['resume', 'reopen', 'undo-pause', 'undo-finish']) }),
    /** An advisor's id; `share` shares the students evenly among all others, null leaves nobody. */
    z.object({ ...many, action: z.literal('advisor'), advisor: id.nullable() }),
    z.object({ ...many, action: z.literal('domain'), ...toDomain }),
  ]),
  advisor: forAnyone,
  reviewer: z.discriminatedUnion('action', [
    forAnyone,
    z.object({ ...many, action: z.enum(['add-domain', 'remove-domain']), ...toDomain }),
  ]),
} satisfies Record<ProfileRole, z.ZodType>

/** A bulk action with the ids of the people, and what it needs to know beside. */
export type BulkRequest = z.output<(typeof requests)[ProfileRole]>
/** The same before it is known for whom. */
export type BulkChange = WithoutIds<BulkRequest>
type WithoutIds<Request> = Request extends unknown ? Omit<Request, 'ids'> : never
export type BulkAction = BulkChange['action']

/** What decides whether a bulk action applies to a person. */
type Concerned = Pick<
  ListedPerson,
  'isProfileVerified' | 'isBlocked' | 'isPaused' | 'finished' | 'advisor' | 'domains'
>

/** Why an action does not apply to a person; undefined if it does. */
export function getBulkRefusal(change: BulkChange, person: Concerned): string | undefined {
  const { isProfileVerified, isBlocked, isPaused, finished } = person
  switch (change.action) {
    case 'block':
    case 'unblock':
    case 'invite':
      return getAccountRefusal(change.action, person)
  }
  if (!isProfileVerified) return bulkRefusals.notVerified
  switch (change.action) {
    case 'pause':
      if (finished) return studentRefusals.finished.message
      if (isBlocked) return bulkRefusals.takesNoPart
      return isPaused ? enrolmentRefusals.alreadyPaused.message : undefined
    case 'resume':
      return isPaused ? undefined : enrolmentRefusals.notPaused.message
    case 'finish':
      return finished ? studentRefusals.finished.message : undefined
    case 'reopen':
      return finished ? undefined : enrolmentRefusals.notFinished.message
    case 'advisor':
      return finished ? studentRefusals.finished.message : findSameAdvisor(change.advisor, person)
    case 'domain':
      return hasDomain(person, change.domain) ? bulkRefusals.sameDomain : undefined
    case 'add-domain':
      return hasDomain(person, change.domain) ? bulkRefusals.reviewsDomain : undefined
    case 'remove-domain':
      if (!hasDomain(person, change.domain)) return bulkRefusals.otherDomains
      return person.domains.length === 1 ? bulkRefusals.lastDomain : undefined
    default:
      // Undone only for those for whom it was done.
      return undefined
  }
}

/** The same for an action that concerns the account alone. */
export function getAccountRefusal(
  action: 'block' | 'unblock' | 'invite',
  { isProfileVerified, isBlocked }: Pick<Concerned, 'isProfileVerified' | 'isBlocked'>,
): string | undefined {
  if (action === 'invite') return isProfileVerified ? bulkRefusals.verified : undefined
  if (!isProfileVerified) return bulkRefusals.notVerified
  if (action === 'block') return isBlocked ? bulkRefusals.blocked : undefined
  return isBlocked ? undefined : bulkRefusals.notBlocked
}

const hasDomain = ({ domains }: Pick<Concerned, 'domains'>, domain: string) =>
  domains.some(({ _id }) => _id === domain)

function findSameAdvisor(to: string | null, { advisor }: Pick<Concerned, 'advisor'>) {
  if (to === null) return advisor === null ? bulkRefusals.withoutAdvisor : undefined
  return to !== shareEvenlyOption && advisor?._id === to ? bulkRefusals.sameAdvisor : undefined
}

/** Returns, for example, 'Done for 3 of 4.' */
export const describeBulkResult = (done: number, all: number) => `Done for ${done} of ${all}.`

/** Returns, for example, 'Undone for 3 of 3. 1 slot is no longer free.' */
export function describeBulkUndoResult(done: number, all: number, slotsLost: number): string {
  const lost = formatCount(slotsLost, 'slot is', 'slots are')
  return `Undone for ${done} of ${all}.${slotsLost > 0 ? ` ${lost} no longer free.` : ''}`
}

const summaries: Record<ProfileRole, string> = {
  student: `Blocks, unblocks, re-invites, pauses, resumes, finishes or reopens several students, or changes their domain or advisor. \`undo-pause\` and \`undo-finish\` take back what was done in the last ${undoMinutes} minutes. With \`undo\` also to an archived domain`,
  advisor: 'Blocks, unblocks or re-invites several advisors',
  reviewer:
    'Blocks, unblocks or re-invites several reviewers, or adds or removes one of their domains. With `undo` also adds an archived one',
}

/** What refuses the whole call. */
const { notAhead } = enrolmentRefusals
const { unknown: unknownAdvisor, cannotTake, nobody } = handOverRefusals
const { unknownDomain } = accountRefusals
const refusals: Record<ProfileRole, Refusal[]> = {
  student: [notAhead, unknownDomain, unknownAdvisor, cannotTake, nobody],
  advisor: [],
  reviewer: [unknownDomain],
}

export const runBulkAction = mapRoles(profileRoles, (concerned) =>
  defineEndpoint({
    role: 'admin',
    may: 'manage people',
    method: 'PATCH',
    path: `/change-many-${concerned}`,
    summary: `${summaries[concerned]}. People the action does not apply to are skipped`,
    body: requests[concerned],
    reply: z.object({
      message: z.string(),
      /** The ids of the people it was done for. */
      done: z.array(z.string()),
      refused: z.array(z.object({ id: z.string(), message: z.string() })),
      /** How many slots an undo could not restore. */
      slotsLost: z.number(),
      /** While no mail server is set up: the new links of those who were invited again. */
      invitations: SharedInvitations.optional(),
    }),
    refuses: refusals[concerned],
  }),
)
