import type { Role } from '#contract/roles.ts'
import { did, first, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'

/** Stores a person's link to a new password in the place of the one before it. */
export const saveReset = run((db, { person_id, ...renewed }: Values<Tables['password_resets']>) =>
  db
    .insertInto('password_resets')
    .values({ person_id, ...renewed })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(renewed)),
)

type Asked = { secretHash: string; now: number }

/** Whose new password a secret sets, if it is good at this time and for this role. */
export const readReset = first((db, { role, secretHash, now }: Values<Asked & { role: Role }>) =>
  db
    .selectFrom('password_resets')
    .innerJoin('people', 'people.id', 'password_resets.person_id')
    .select('people.id')
    .where('password_resets.secret_hash', '=', secretHash)
    .where('password_resets.expires_at', '>', now)
    .where('people.role', '=', role),
)

/** Takes a link that is still good; false if there is none. */
export const takeReset = did((db, { secretHash, now }: Values<Asked>) =>
  db
    .deleteFrom('password_resets')
    .where('secret_hash', '=', secretHash)
    .where('expires_at', '>', now),
)

/** Removes the link of a person, if there is one. */
export const deleteReset = run((db, { personId }: Values<{ personId: string }>) =>
  db.deleteFrom('password_resets').where('person_id', '=', personId),
)
