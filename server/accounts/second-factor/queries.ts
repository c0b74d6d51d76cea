import type { Role } from '#contract/roles.ts'
import type { Db } from '#server/database/connect.ts'
import { all, didChange, first, one, run, type Values } from '#server/database/query.ts'

type Whose = { personId: string }

/** Returns a person's second factor, including one that is being set up. */
export const readSecondFactor = first((db, { personId }: Values<Whose>) =>
  db.selectFrom('second_factors').selectAll().where('person_id', '=', personId),
)

/**
 * Returns since when a person's second factor is on (null if off), how many recovery codes are
 * left, and the person's role if it requires a second factor (else null).
 */
export const readSecondFactorStatus = one((db, whose: Values<Whose>) =>
  db
    .selectFrom('people')
    .leftJoin('second_factors', 'second_factors.person_id', 'people.id')
    .leftJoin('second_factor_roles', 'second_factor_roles.role', 'people.role')
    .select(['second_factors.confirmed_at', 'second_factor_roles.role as required_role'])
    .select(codesLeft(db, whose).$asScalar().$notNull().as('codes_left'))
    .where('people.id', '=', whose.personId),
)

export const countRecoveryCodes = one(codesLeft)

function codesLeft(db: Db, { personId }: Values<Whose>) {
  return db
    .selectFrom('recovery_codes')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('person_id', '=', personId)
}

/** Stores a key that awaits its first code; false if the person has a second factor already. */
export const savePendingFactor = didChange(
  (db, { personId, secret, now }: Values<Whose & { secret: string; now: number }>) =>
    db
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
      ),
)

/** A person's key and the time step of a code. */
type Step = Whose & { secret: string; step: number }

/** Switches a second factor on; false if its key has changed since or it is on already. */
export const confirmPendingFactor = didChange(
  (db, { personId, secret, step, now }: Values<Step & { now: number }>) =>
    db
      .updateTable('second_factors')
      .set({ confirmed_at: now, last_step: step })
      .where('person_id', '=', personId)
      .where('secret', '=', secret)
      .where('confirmed_at', 'is', null),
)

/**
 * Uses up the code of a time step; false if it or a later one was used before. Steps after `last`
 * are ignored.
 */
export const consumeTimeStep = didChange(
  (db, { personId, secret, step, last }: Values<Step & { last: number }>) =>
    db
      .updateTable('second_factors')
      .set({ last_step: step })
      .where('person_id', '=', personId)
      .where('secret', '=', secret)
      .where((where) => where.or([where('last_step', '<', step), where('last_step', '>', last)])),
)

type Code = Whose & { codeHash: string }

/** Whether a person has this recovery code left. */
export const hasRecoveryCode = didChange((db, { personId, codeHash }: Values<Code>) =>
  db
    .selectFrom('recovery_codes')
    .select('code_hash')
    .where('person_id', '=', personId)
    .where('code_hash', '=', codeHash),
)

/** Uses up a recovery code; false if the person does not have it. */
export const consumeRecoveryCode = didChange((db, { personId, codeHash }: Values<Code>) =>
  db
    .deleteFrom('recovery_codes')
    .where('person_id', '=', personId)
    .where('code_hash', '=', codeHash),
)

export async function addRecoveryCodes(db: Db, personId: string, hashes: string[]): Promise<void> {
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ person_id: personId, code_hash })))
    .execute()
}

export const deleteRecoveryCodes = run((db, { personId }: Values<Whose>) =>
  db.deleteFrom('recovery_codes').where('person_id', '=', personId),
)

/** Removes a second factor that is on; false if there is none. */
export const deleteSecondFactor = didChange((db, { personId }: Values<Whose>) =>
  db
    .deleteFrom('second_factors')
    .where('person_id', '=', personId)
    .where('confirmed_at', 'is not', null),
)

/**
 * Deletes a second factor that was switched on at `since` or later, or is being set up. Returns
 * when it was switched on, or null.
 */
export const deleteSecondFactorSince = first(
  (db, { personId, since }: Values<Whose & { since: number }>) =>
    db
      .deleteFrom('second_factors')
      .where('person_id', '=', personId)
      .where((where) =>
        where.or([where('confirmed_at', 'is', null), where('confirmed_at', '>=', since)]),
      )
      .returning('confirmed_at'),
)

export const readRequiredRoles = all((db) => db.selectFrom('second_factor_roles').select('role'))

export async function saveRequiredRoles(db: Db, roles: Role[]): Promise<void> {
  await db.deleteFrom('second_factor_roles').execute()
  if (roles.length === 0) return
  await db
    .insertInto('second_factor_roles')
    .values(roles.map((role) => ({ role })))
    .execute()
}
