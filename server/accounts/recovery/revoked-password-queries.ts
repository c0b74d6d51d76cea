import { first, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'

type Of = Values<{ personId: string }>

/** Stores a person's revoked password hash, replacing an older one. */
export const saveRevokedPassword = run(
  (db, { person_id, password_hash }: Values<Tables['ended_passwords']>) =>
    db
      .insertInto('ended_passwords')
      .values({ person_id, password_hash })
      .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ password_hash })),
)

/** Returns a person's last revoked password hash, if they have set no other since. */
export const readRevokedPassword = first((db, { personId }: Of) =>
  db.selectFrom('ended_passwords').select('password_hash').where('person_id', '=', personId),
)

export const deleteRevokedPassword = run((db, { personId }: Of) =>
  db.deleteFrom('ended_passwords').where('person_id', '=', personId),
)
