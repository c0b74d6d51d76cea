import { run, type Values } from './query.ts'
import type { Tables } from './tables.ts'

/** The tables of secret addresses: one for each person, by the hash of its secret. */
type SecretTable = 'invitations' | 'password_resets' | 'calendar_feeds'

/** Stores a person's secret in the place of the one before it. */
export function saveSecretIn(table: SecretTable) {
  return run((db, { person_id, ...renewed }: Values<Tables[typeof table]>) =>
    db
      .insertInto(table)
      .values({ person_id, ...renewed })
      .onConflict((conflict) => conflict.column('person_id').doUpdateSet(renewed)),
  )
}
