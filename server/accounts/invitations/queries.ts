import type { AddableRole } from '#contract/roles.ts'
import { did, first, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'

/** Stores a person's invitation in the place of the one before it. */
export const saveInvitation = run((db, { person_id, ...renewed }: Values<Tables['invitations']>) =>
  db
    .insertInto('invitations')
    .values({ person_id, ...renewed })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(renewed)),
)

type Asked = { secretHash: string; now: number }

/** Whom a secret invites, if it is good at this time, for this role, and not yet made use of. */
export const readInvited = first(
  (db, { role, secretHash, now }: Values<Asked & { role: AddableRole }>) =>
    db
      .selectFrom('invitations')
      .innerJoin('people', 'people.id', 'invitations.person_id')
      .select(['people.id', 'people.password_hash'])
      .where('invitations.secret_hash', '=', secretHash)
      .where('invitations.expires_at', '>', now)
      .where('people.role', '=', role)
      .where('people.verified_at', 'is', null),
)

/** Takes an invitation that is still good; false if there is none. */
export const takeInvitation = did((db, { secretHash, now }: Values<Asked>) =>
  db.deleteFrom('invitations').where('secret_hash', '=', secretHash).where('expires_at', '>', now),
)

/** Removes whatever invitation a person has. */
export const deleteInvitation = run((db, { personId }: Values<{ personId: string }>) =>
  db.deleteFrom('invitations').where('person_id', '=', personId),
)
