import type { SharedInvitation } from '#contract/accounts/accounts.ts'
import {
  type BulkChange,
  type BulkRequest,
  bulkRefusals,
  getAccountRefusal,
} from '#contract/accounts/bulk-actions.ts'
import { defineRefusal } from '#contract/kit/refusal.ts'
import { undoMs } from '#contract/limits/reviews.ts'
import { editPersonRefusals } from '#contract/people/edit-person.ts'
import type { ProfileRole } from '#contract/roles.ts'
import { lockForRebooking } from '#server/availability/rebooking/rebook-affected-reviews.ts'
import { type Tx, withinSavepoint } from '#server/database/transaction.ts'
import { finishStudent, reopenStudent, undoFinish } from '#server/enrolment/finish.ts'
import { pauseStudent, resumeStudent, undoPause } from '#server/enrolment/pause.ts'
import { skipAudit } from '#server/kit/call/audit.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import * as people from '#server/people/actions.ts'
import { assignStudents } from '#server/reviews/advisors/assign-advisor.ts'
import { lockStudents } from '#server/reviews/lock-students.ts'
import { blockOrUnblock } from './actions.ts'
import { editPerson } from './edit-person.ts'

type Outcome = {
  done: string[]
  refused: { id: string; message: string }[]
  /** How many slots an undo could not restore. */
  slotsLost: number
  /** The new links of those who were invited again, while they are not sent by email. */
  invitations?: SharedInvitation[]
}
/** What else there is to say of a change of one person. */
type Changed = { isSlotLost?: boolean; invitation?: SharedInvitation }
type Caller = { adminId: string; role: ProfileRole }
/** Students get an advisor together, so that they can be shared evenly. */
type EachChange = Exclude<BulkChange, { action: 'advisor' }>

/**
 * Changes several people of a role, by the same rules as for one person. Returns who was changed,
 * and for each of the others why not. Refuses an advisor who cannot take students, like a change of
 * one student's advisor.
 */
export async function applyBulkAction(
  context: Context<Tx>,
  caller: Caller,
  request: BulkRequest,
): Promise<Outcome> {
  // Always in the same order, so that two admins changing the same people cannot deadlock.
  const ids = [...new Set(request.ids)].toSorted()
  const outcome =
    request.action === 'advisor'
      ? await assignMany(context, caller, { ids, to: request.advisor })
      : await changeEach(context, caller, { ...request, ids })
  if (outcome.done.length === 0) skipAudit(context)
  return outcome
}

async function changeEach(
  context: Context<Tx>,
  caller: Caller,
  { ids, ...change }: EachChange & { ids: string[] },
): Promise<Outcome> {
  const outcome: Outcome = { done: [], refused: [], slotsLost: 0 }
  if (caller.role === 'reviewer') await lockForRebooking(context)
  if (caller.role === 'student') {
    const isUndo = change.action === 'undo-pause' || change.action === 'undo-finish'
    await lockStudents(context.db, ids, isUndo ? context.clock() - undoMs : undefined)
  }
  const invitations: SharedInvitation[] = []
  for (const id of ids) {
    try {
      const { isSlotLost, invitation } = await withinSavepoint(context.db, () =>
        changeOne(context, caller, id, change),
      )
      outcome.done.push(id)
      if (isSlotLost) outcome.slotsLost += 1
      if (invitation) invitations.push(invitation)
    } catch (error) {
      // An invalid value is wrong for everybody.
      if (!(error instanceof Refused) || error.refusal.status === 400) throw error
      outcome.refused.push({ id, message: error.message })
    }
  }
  const isShared = change.action === 'invite' && context.settings.smtpUrl === undefined
  return { ...outcome, ...(isShared && { invitations }) }
}

/** Makes a change of one person. Refuses like the call for one person. */
async function changeOne(
  context: Context<Tx>,
  { adminId, role }: Caller,
  id: string,
  change: EachChange,
): Promise<Changed> {
  const admin = { role: 'admin', personId: adminId } as const
  switch (change.action) {
    case 'pause':
      await pauseStudent(context, { ...change, id })
      return {}
    case 'resume':
      await resumeStudent(context, { id })
      return {}
    case 'finish':
      await finishStudent(context, admin, { ...change, id })
      return {}
    case 'reopen':
      await reopenStudent(context, id)
      return {}
    case 'undo-pause':
      return undoPause(context, id)
    case 'undo-finish':
      return undoFinish(context, admin, id)
    case 'domain':
      await editPerson(context, adminId, role, { ...change, id })
      return {}
    case 'add-domain':
    case 'remove-domain': {
      const domains = (before: string[]) => getNewDomains(before, change)
      await editPerson(context, adminId, role, { id, domains, undo: change.undo })
      return {}
    }
    default:
      return blockOrInvite(context, role, id, change.action)
  }
}

type DomainChange = { action: 'add-domain' | 'remove-domain'; domain: string }

/**
 * The domains of a reviewer after a change. Refuses to remove one they do not have, or the last.
 */
function getNewDomains(before: string[], { action, domain }: DomainChange): string[] {
  if (action === 'add-domain') return [...new Set([...before, domain])]
  const after = before.filter((one) => one !== domain)
  const { otherDomains, lastDomain } = bulkRefusals
  if (after.length === before.length) throw new Refused(defineRefusal(409, otherDomains))
  if (after.length === 0) throw new Refused(defineRefusal(409, lastDomain))
  return after
}

async function blockOrInvite(
  context: Context<Tx>,
  role: ProfileRole,
  id: string,
  action: 'block' | 'unblock' | 'invite',
): Promise<Changed> {
  const person = await people.lockPerson(context, id)
  if (person?.role !== role) throw new Refused(defineRefusal(409, bulkRefusals.unknown))
  const { name, email, verified_at, blocked_at } = person
  const message = getAccountRefusal(action, {
    isProfileVerified: verified_at !== null,
    isBlocked: blocked_at !== null,
  })
  if (message !== undefined) throw new Refused(defineRefusal(409, message))
  const inviteUrl = await blockOrUnblock(context, role, {
    id,
    action: action === 'block' ? 'block' : 'unblock',
  })
  return inviteUrl === undefined ? {} : { invitation: { name, email, inviteUrl } }
}

/** Those who have no open review, or nobody to get it, are left as they are. */
async function assignMany(
  context: Context<Tx>,
  { adminId }: Caller,
  { ids, to }: { ids: string[]; to: string | null },
): Promise<Outcome> {
  const done = await assignStudents(context, adminId, { ids, to })
  const { message } = editPersonRefusals.noReview
  const rest = ids.filter((id) => !done.includes(id))
  return { done, refused: rest.map((id) => ({ id, message })), slotsLost: 0 }
}
