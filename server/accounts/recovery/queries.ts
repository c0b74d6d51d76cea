import type { Role } from '#contract/roles.ts'
import type { Db } from '#server/database/open.ts'
import { type Gaps, prepared } from '#server/database/prepared.ts'

/** What is stored of a link to a new password. */
export type ResetRow = { person_id: string; secret_hash: string; expires_at: number }

/** Stores a person's link in the place of the one before it. */
export async function upsertReset(db: Db, reset: ResetRow): Promise<void> {
  await upserted.all(db, reset)
}

const upserted = prepared(
  ['person_id', 'secret_hash', 'expires_at'],
  (db, { person_id, ...renewed }: Gaps<ResetRow>) =>
    db
      .insertInto('password_resets')
      .values({ person_id, ...renewed })
      .onConflict((conflict) => conflict.column('person_id').doUpdateSet(renewed)),
)

/** Whose new password a secret sets, if it is good at this time and for this role. */
export function readReset(db: Db, role: Role, secretHash: string, now: number) {
  return holder.first(db, { role, secretHash, now })
}

type Held = { secretHash: string; now: number }

const holder = prepared(
  ['role', 'secretHash', 'now'],
  (db, { role, secretHash, now }: Gaps<Held & { role: Role }>) =>
    db
      .selectFrom('password_resets')
      .innerJoin('people', 'people.id', 'password_resets.person_id')
      .select('people.id')
      .where('password_resets.secret_hash', '=', secretHash)
      .where('password_resets.expires_at', '>', now)
      .where('people.role', '=', role),
)

/** Removes a link that is still good; false if there is none. */
export async function takeReset(db: Db, secretHash: string, now: number): Promise<boolean> {
  return (await taken.first(db, { secretHash, now })) !== undefined
}

const taken = prepared(['secretHash', 'now'], (db, { secretHash, now }: Gaps<Held>) =>
  db
    .deleteFrom('password_resets')
    .where('secret_hash', '=', secretHash)
    .where('expires_at', '>', now)
    .returning('person_id'),
)

/** Removes the link of a person, if there is one. */
export async function deleteResetOf(db: Db, personId: string): Promise<void> {
  await removed.all(db, { personId })
}

const removed = prepared(['personId'], (db, { personId }: Gaps<{ personId: string }>) =>
  db.deleteFrom('password_resets').where('person_id', '=', personId),
)
