import type { Role } from '#contract/roles.ts'
import type { Db } from '#server/kit/database.ts'

/** The second factor of a person, also one that is being set up. */
export function readSecondFactor(db: Db, personId: string) {
  return db
    .selectFrom('second_factors')
    .selectAll()
    .where('person_id', '=', personId)
    .executeTakeFirst()
}

/** Keeps a key that waits for its first code; false if the person has a second factor already. */
export async function upsertPending(
  db: Db,
  personId: string,
  { secret, now }: { secret: string; now: number },
): Promise<boolean> {
  const kept = await db
    .insertInto('second_factors')
    .values({
      person_id: personId,
      secret,
      confirmed_at: null,
      last_step: 0,
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .column('person_id')
        .doUpdateSet({ secret, created_at: now })
        .where('second_factors.confirmed_at', 'is', null),
    )
    .returning('person_id')
    .executeTakeFirst()
  return kept !== undefined
}

/** Switches a second factor on; false if it is another one by now, or on already. */
export async function confirmPending(
  db: Db,
  personId: string,
  { secret, step, now }: { secret: string; step: number; now: number },
): Promise<boolean> {
  const confirmed = await db
    .updateTable('second_factors')
    .set({ confirmed_at: now, last_step: step })
    .where('person_id', '=', personId)
    .where('secret', '=', secret)
    .where('confirmed_at', 'is', null)
    .returning('person_id')
    .executeTakeFirst()
  return confirmed !== undefined
}

/** Takes the code of a time step; false if it, or a later one, was taken before. */
export async function takeStep(
  db: Db,
  personId: string,
  { secret, step }: { secret: string; step: number },
): Promise<boolean> {
  const taken = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('person_id', '=', personId)
    .where('secret', '=', secret)
    .where('last_step', '<', step)
    .returning('person_id')
    .executeTakeFirst()
  return taken !== undefined
}

/** Whether a person has this recovery code left. */
export async function hasRecoveryCode(
  db: Db,
  personId: string,
  codeHash: string,
): Promise<boolean> {
  const found = await db
    .selectFrom('recovery_codes')
    .select('code_hash')
    .where('person_id', '=', personId)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst()
  return found !== undefined
}

/** Takes a recovery code; false if there is no such code, or no longer. */
export async function takeRecoveryCode(
  db: Db,
  personId: string,
  codeHash: string,
): Promise<boolean> {
  const taken = await db
    .deleteFrom('recovery_codes')
    .where('person_id', '=', personId)
    .where('code_hash', '=', codeHash)
    .returning('code_hash')
    .executeTakeFirst()
  return taken !== undefined
}

/** Puts recovery codes in the place of the older ones. */
export async function replaceRecoveryCodes(
  db: Db,
  personId: string,
  hashes: string[],
): Promise<void> {
  await db.deleteFrom('recovery_codes').where('person_id', '=', personId).execute()
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ person_id: personId, code_hash })))
    .execute()
}

/** How many recovery codes a person has left. */
export async function countRecoveryCodes(db: Db, personId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  return count
}

/** Removes a second factor with its recovery codes; false if none was on. */
export async function deleteSecondFactor(db: Db, personId: string): Promise<boolean> {
  await db.deleteFrom('recovery_codes').where('person_id', '=', personId).execute()
  const removed = await db
    .deleteFrom('second_factors')
    .where('person_id', '=', personId)
    .where('confirmed_at', 'is not', null)
    .returning('person_id')
    .executeTakeFirst()
  return removed !== undefined
}

/** The roles that must have a second factor. */
export async function readRequiredRoles(db: Db): Promise<Role[]> {
  const rows = await db.selectFrom('second_factor_roles').select('role').execute()
  return rows.map(({ role }) => role)
}

/** Says which roles must have one. */
export async function replaceRequiredRoles(db: Db, roles: Role[]): Promise<void> {
  await db.deleteFrom('second_factor_roles').execute()
  if (roles.length === 0) return
  await db
    .insertInto('second_factor_roles')
    .values(roles.map((role) => ({ role })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
