import type { AddableRole } from '#contract/roles.ts'
import type { Db } from '#server/database/open.ts'
import { type Gaps, prepared } from '#server/database/prepared.ts'

/** What is stored of an invitation. */
export type InvitationRow = { person_id: string; secret_hash: string; expires_at: number }

/** Stores a person's invitation in the place of the one before it. */
export async function upsertInvitation(db: Db, invitation: InvitationRow): Promise<void> {
  await upserted.all(db, invitation)
}

const upserted = prepared(
  ['person_id', 'secret_hash', 'expires_at'],
  (db, { person_id, ...renewed }: Gaps<InvitationRow>) =>
    db
      .insertInto('invitations')
      .values({ person_id, ...renewed })
      .onConflict((conflict) => conflict.column('person_id').doUpdateSet(renewed)),
)

/** Whom a secret invites, if it is good at this time, for this role, and not yet made use of. */
export function readInvited(db: Db, role: AddableRole, secretHash: string, now: number) {
  return invited.first(db, { role, secretHash, now })
}

type Held = { secretHash: string; now: number }

const invited = prepared(
  ['role', 'secretHash', 'now'],
  (db, { role, secretHash, now }: Gaps<Held & { role: AddableRole }>) =>
    db
      .selectFrom('invitations')
      .innerJoin('people', 'people.id', 'invitations.person_id')
      .select(['people.id', 'people.password_hash'])
      .where('invitations.secret_hash', '=', secretHash)
      .where('invitations.expires_at', '>', now)
      .where('people.role', '=', role)
      .where('people.verified_at', 'is', null),
)

/** Removes whatever invitation a person has. */
export async function deleteInvitationOf(db: Db, personId: string): Promise<void> {
  await db.deleteFrom('invitations').where('person_id', '=', personId).execute()
}

/** Removes an invitation that is still good; false if there is none. */
export async function deleteInvitation(db: Db, secretHash: string, now: number): Promise<boolean> {
  return (await removed.first(db, { secretHash, now })) !== undefined
}

const removed = prepared(['secretHash', 'now'], (db, { secretHash, now }: Gaps<Held>) =>
  db
    .deleteFrom('invitations')
    .where('secret_hash', '=', secretHash)
    .where('expires_at', '>', now)
    .returning('person_id'),
)
