import { isPostgres } from '#server/database/connect.ts'
import { inBatches } from '#server/database/query.ts'
import type { Tx } from '#server/database/transaction.ts'
import type { Context } from '#server/kit/context.ts'
import { dropMailToRemovedPeople } from '#server/kit/mail/outbox.ts'
import { pauseBetweenSlices } from '#server/kit/pause-between-slices.ts'
import { removeInvitedPeople } from '#server/people/invited-people.ts'
import { invitations } from '../link-queries.ts'

/**
 * Removes people who have not joined yet, whom the caller has locked: their links are dead, unsent
 * mails to them are dropped, and their emails are free (contract, section 11). The audit log keeps
 * what they did.
 */
export async function removeInvited(context: Context<Tx>, ids: string[]): Promise<void> {
  // All at once, so that none is sent meanwhile: with thousands that would take the most time.
  await dropMailToRemovedPeople(context, ids)
  const remove = async (batch: string[]) => {
    await invitations.removeMany(context.db, { ids: JSON.stringify(batch) })
    await removeInvitedPeople(context, batch)
  }
  // In SQLite other changes wait for this one; in PostgreSQL only these people would.
  await inBatches(
    ids,
    remove,
    isPostgres(context.db) ? { size: 50, pause: pauseBetweenSlices } : {},
  )
}
