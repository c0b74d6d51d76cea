import { run, type Values } from './query.ts'
import type { Tables } from './tables.ts'

/** The tables of secret links: one row for each person, with the hash of the secret. */
type SecretTable = 'invitations' | 'password_resets' | 'calendar_feeds'

/** Defines the statement that stores a person's secret in place of the previous one. */
export function saveSecretIn(table: SecretTable) {
  return run((db, { person_id, ...renewed }: Values<Tables[typeof table]>) =>
    db
      .insertInto(table)
      .values({ person_id, ...renewed })
      .onConflict((conflict) => conflict.column('person_id').doUpdateSet(renewed)),
  )
}
