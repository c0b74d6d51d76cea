import type { Role } from '#contract/roles.ts'
import type { Tx } from '#server/database/transaction.ts'
import { audited } from '#server/kit/call/audit.ts'
import type { Context } from '#server/kit/context.ts'
import type { Person } from './actions.ts'
import {
  blockAndClearPassword,
  hasOtherActiveAdmin,
  readPeopleWithEmailDomain,
  updateBlocked,
} from './queries.ts'

/** Whether there is an admin beside this one who is not blocked. */
export function hasOtherAdmin({ db }: Context, id: string): Promise<boolean> {
  return hasOtherActiveAdmin(db, { id })
}

/** Blocks or unblocks a verified person and returns them; undefined if there is none. */
export function setBlocked(
  { db, clock }: Context<Tx>,
  role: Role,
  id: string,
  blocked: boolean,
): Promise<Person | undefined> {
  return updateBlocked(db, { role, id, blockedAt: blocked ? clock() : null })
}

/**
 * Blocks everyone whose email is at a domain or a subdomain of it, and removes all their passwords:
 * unblocking one of them must not let in those who knew it. Returns their ids, and how many were
 * not blocked before.
 */
export async function blockAllWithEmailDomain(
  context: Context<Tx>,
  domain: string,
): Promise<{ ids: string[]; blocked: number }> {
  const { db, clock } = context
  const all = await readPeopleWithEmailDomain(db, { domain })
  for (const { id, blocked_at } of all) {
    await audited(context, { kind: 'people', id }, () =>
      blockAndClearPassword(db, { id, blockedAt: blocked_at ?? clock() }),
    )
  }
  const blocked = all.filter(({ blocked_at }) => blocked_at === null).length
  return { ids: all.map(({ id }) => id), blocked }
}
