import type { Role } from '#contract/roles.ts'
import type { Db } from '#server/kit/database.ts'

/** What is stored of a link to a new password. */
export type ResetRow = { person_id: string; secret_hash: string; expires_at: number }

/** Stores a person's link in the place of the one before it. */
export async function upsertReset(db: Db, reset: ResetRow): Promise<void> {
  const { person_id, ...renewed } = reset
  await db
    .insertInto('password_resets')
    .values(reset)
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(renewed))
    .execute()
}

/** Whose new password a secret sets, if it is good at this time and for this role. */
export function readReset(db: Db, role: Role, secretHash: string, now: number) {
  return db
    .selectFrom('password_resets')
    .innerJoin('people', 'people.id', 'password_resets.person_id')
    .select('people.id')
    .where('password_resets.secret_hash', '=', secretHash)
    .where('password_resets.expires_at', '>', now)
    .where('people.role', '=', role)
    .executeTakeFirst()
}

/** Removes a link that is still good; false if there is none. */
export async function takeReset(db: Db, secretHash: string, now: number): Promise<boolean> {
  const taken = await db
    .deleteFrom('password_resets')
    .where('secret_hash', '=', secretHash)
    .where('expires_at', '>', now)
    .returning('person_id')
    .executeTakeFirst()
  return taken !== undefined
}

/** Removes the link of a person, if there is one. */
export async function deleteResetOf(db: Db, personId: string): Promise<void> {
  await db.deleteFrom('password_resets').where('person_id', '=', personId).execute()
}
