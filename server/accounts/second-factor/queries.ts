import type { Role } from '#contract/roles.ts'
import type { Db } from '#server/database/open.ts'
import { type Gaps, prepared } from '#server/database/prepared.ts'

/** The second factor of a person, also one that is being set up. */
export function readSecondFactor(db: Db, personId: string) {
  return factor.first(db, { personId })
}

type Whose = { personId: string }

const factor = prepared(['personId'], (db, { personId }: Gaps<Whose>) =>
  db.selectFrom('second_factors').selectAll().where('person_id', '=', personId),
)

/**
 * Since when a person's second factor is on (null while it is not), how many recovery codes are
 * left, and the person's role if it must have a second factor, else null.
 */
export function readStanding(db: Db, personId: string) {
  return standing.one(db, { personId })
}

const standing = prepared(['personId'], (db, { personId }: Gaps<Whose>) =>
  db
    .selectFrom('people')
    .leftJoin('second_factors', 'second_factors.person_id', 'people.id')
    .leftJoin('second_factor_roles', 'second_factor_roles.role', 'people.role')
    .select(['second_factors.confirmed_at', 'second_factor_roles.role as required_role'])
    .select(countCodes(db, personId).$asScalar().$notNull().as('codes_left'))
    .where('people.id', '=', personId),
)

/** How many recovery codes a person has left. */
export async function countRecoveryCodes(db: Db, personId: string): Promise<number> {
  return (await codesLeft.one(db, { personId })).count
}

const codesLeft = prepared(['personId'], (db, { personId }: Gaps<Whose>) =>
  countCodes(db, personId),
)

function countCodes(db: Db, personId: Gaps<Whose>['personId']) {
  return db
    .selectFrom('recovery_codes')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('person_id', '=', personId)
}

/** Keeps a key that waits for its first code; false if the person has a second factor already. */
export async function upsertPending(
  db: Db,
  personId: string,
  { secret, now }: { secret: string; now: number },
): Promise<boolean> {
  return (await pending.first(db, { personId, secret, now })) !== undefined
}

const pending = prepared(
  ['personId', 'secret', 'now'],
  (db, { personId, secret, now }: Gaps<Whose & { secret: string; now: number }>) =>
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
      )
      .returning('person_id'),
)

/** A key with the time step of a code of it. */
type Step = { secret: string; step: number }

/** Switches a second factor on; false if it is another one by now, or on already. */
export async function confirmPending(
  db: Db,
  personId: string,
  { secret, step, now }: Step & { now: number },
): Promise<boolean> {
  return (await confirmed.first(db, { personId, secret, step, now })) !== undefined
}

const confirmed = prepared(
  ['personId', 'secret', 'step', 'now'],
  (db, { personId, secret, step, now }: Gaps<Whose & Step & { now: number }>) =>
    db
      .updateTable('second_factors')
      .set({ confirmed_at: now, last_step: step })
      .where('person_id', '=', personId)
      .where('secret', '=', secret)
      .where('confirmed_at', 'is', null)
      .returning('person_id'),
)

/**
 * Takes the code of a time step; false if it, or a later one up to the `last` that there can be by
 * now, was taken before.
 */
export async function takeStep(
  db: Db,
  personId: string,
  step: Step & { last: number },
): Promise<boolean> {
  return (await takenStep.first(db, { personId, ...step })) !== undefined
}

const takenStep = prepared(
  ['personId', 'secret', 'step', 'last'],
  (db, { personId, secret, step, last }: Gaps<Whose & Step & { last: number }>) =>
    db
      .updateTable('second_factors')
      .set({ last_step: step })
      .where('person_id', '=', personId)
      .where('secret', '=', secret)
      .where((where) => where.or([where('last_step', '<', step), where('last_step', '>', last)]))
      .returning('person_id'),
)

type Code = Whose & { codeHash: string }

/** Whether a person has this recovery code left. */
export async function hasRecoveryCode(
  db: Db,
  personId: string,
  codeHash: string,
): Promise<boolean> {
  return (await code.first(db, { personId, codeHash })) !== undefined
}

const code = prepared(['personId', 'codeHash'], (db, { personId, codeHash }: Gaps<Code>) =>
  db
    .selectFrom('recovery_codes')
    .select('code_hash')
    .where('person_id', '=', personId)
    .where('code_hash', '=', codeHash),
)

/** Takes a recovery code; false if there is no such code, or no longer. */
export async function takeRecoveryCode(
  db: Db,
  personId: string,
  codeHash: string,
): Promise<boolean> {
  return (await takenCode.first(db, { personId, codeHash })) !== undefined
}

const takenCode = prepared(['personId', 'codeHash'], (db, { personId, codeHash }: Gaps<Code>) =>
  db
    .deleteFrom('recovery_codes')
    .where('person_id', '=', personId)
    .where('code_hash', '=', codeHash)
    .returning('code_hash'),
)

/** Puts recovery codes in the place of the older ones. */
export async function replaceRecoveryCodes(
  db: Db,
  personId: string,
  hashes: string[],
): Promise<void> {
  await removedCodes.all(db, { personId })
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ person_id: personId, code_hash })))
    .execute()
}

/** Removes a second factor with its recovery codes; false if none was on. */
export async function deleteSecondFactor(db: Db, personId: string): Promise<boolean> {
  await removedCodes.all(db, { personId })
  return (await removed.first(db, { personId })) !== undefined
}

const removedCodes = prepared(['personId'], (db, { personId }: Gaps<Whose>) =>
  db.deleteFrom('recovery_codes').where('person_id', '=', personId),
)

const removed = prepared(['personId'], (db, { personId }: Gaps<Whose>) =>
  db
    .deleteFrom('second_factors')
    .where('person_id', '=', personId)
    .where('confirmed_at', 'is not', null)
    .returning('person_id'),
)

/** The roles that must have a second factor. */
export async function readRequiredRoles(db: Db): Promise<Role[]> {
  return (await requiredRoles.all(db, {})).map(({ role }) => role)
}

const requiredRoles = prepared([], (db) => db.selectFrom('second_factor_roles').select('role'))

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
