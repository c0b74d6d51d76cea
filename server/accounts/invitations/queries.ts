import type { AddableRole } from '#contract/roles.ts'
import type { Db } from '#server/kit/database.ts'

/** What is stored of an invitation. */
export type InvitationRow = { person_id: string; secret_hash: string; expires_at: number }

/** Stores a person's invitation in the place of the one before it. */
export async function upsertInvitation(db: Db, invitation: InvitationRow): Promise<void> {
  const { person_id, ...renewed } = invitation
  await db
    .insertInto('invitations')
    .values(invitation)
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(renewed))
    .execute()
}

/** Whom a secret invites, if it is good at this time, for this role, and not yet made use of. */
export function readInvited(db: Db, role: AddableRole, secretHash: string, now: number) {
  return db
    .selectFrom('invitations')
    .innerJoin('people', 'people.id', 'invitations.person_id')
    .select(['people.id', 'people.password_hash'])
    .where('invitations.secret_hash', '=', secretHash)
    .where('invitations.expires_at', '>', now)
    .where('people.role', '=', role)
    .where('people.verified_at', 'is', null)
    .executeTakeFirst()
}

/** Removes an invitation that is still good; false if there is none. */
export async function deleteInvitation(db: Db, secretHash: string, now: number): Promise<boolean> {
  const removed = await db
    .deleteFrom('invitations')
    .where('secret_hash', '=', secretHash)
    .where('expires_at', '>', now)
    .returning('person_id')
    .executeTakeFirst()
  return removed !== undefined
}
