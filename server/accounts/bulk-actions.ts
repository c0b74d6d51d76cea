import { type BulkAction, bulkRefusals, getBulkRefusal } from '#contract/accounts/bulk-actions.ts'
import type { AddableRole } from '#contract/roles.ts'
import { lockForRebooking } from '#server/availability/rebooking/rebook-affected-reviews.ts'
import type { Tx } from '#server/database/transaction.ts'
import { skipAudit } from '#server/kit/call/audit.ts'
import type { Context } from '#server/kit/context.ts'
import * as people from '#server/people/actions.ts'
import { blockOrUnblock } from './actions.ts'

type BulkRequest = { ids: string[]; action: BulkAction }
type Outcome = { done: string[]; refused: { id: string; message: string }[] }

/**
 * Blocks, unblocks or re-invites several people of a role, by the same rules as for one person.
 * Returns who was changed, and for each of the others why not.
 */
export async function applyBulkAction(
  context: Context<Tx>,
  role: AddableRole,
  { ids, action }: BulkRequest,
): Promise<Outcome> {
  const outcome: Outcome = { done: [], refused: [] }
  if (role === 'reviewer') await lockForRebooking(context)
  // Always in the same order, so that two admins changing the same people cannot deadlock.
  for (const id of [...new Set(ids)].toSorted()) {
    const message = await findRefusalMessage(context, role, { id, action })
    if (message === undefined) {
      await blockOrUnblock(context, role, { id, action: action === 'block' ? 'block' : 'unblock' })
      outcome.done.push(id)
    } else outcome.refused.push({ id, message })
  }
  if (outcome.done.length === 0) skipAudit(context)
  return outcome
}

async function findRefusalMessage(
  context: Context<Tx>,
  role: AddableRole,
  { id, action }: { id: string; action: BulkAction },
): Promise<string | undefined> {
  const person = await people.lockPerson(context, id)
  if (person?.role !== role) return bulkRefusals.unknown
  const { verified_at, blocked_at } = person
  return getBulkRefusal(action, {
    isProfileVerified: verified_at !== null,
    isBlocked: blocked_at !== null,
  })
}
