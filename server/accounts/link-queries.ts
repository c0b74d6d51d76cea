import type { Role } from '#contract/roles.ts'
import { isInJsonList } from '#server/database/list/search.ts'
import { didChange, first, insertMany, run, type Values } from '#server/database/query.ts'
import { saveSecretIn } from '#server/database/save-link-secret.ts'

type Asked = { secretHash: string; now: number }

/**
 * Makes the queries for a table of mailed links: one link a person, stored as a hash, with an
 * expiry time.
 */
function makeLinkQueries(table: 'invitations' | 'password_resets') {
  return {
    /** Stores a person's link, replacing the old one. */
    save: saveSecretIn(table),
    /** Returns the person whose link it is, if it is valid at `now` and for this role. */
    read: first((db, { role, secretHash, now }: Values<Asked & { role: Role }>) =>
      db
        .selectFrom('people')
        .innerJoin(db.selectFrom(table).selectAll().as('links'), 'links.person_id', 'people.id')
        // An archived domain cannot be chosen any more.
        .leftJoin('domains', (join) =>
          join.onRef('domains.id', '=', 'people.domain_id').on('domains.archived_at', 'is', null),
        )
        .select(['people.id', 'people.password_hash', 'people.verified_at'])
        .select(['people.role', 'people.email'])
        .select(['domains.id as domain_id', 'domains.name as domain_name'])
        .where('links.secret_hash', '=', secretHash)
        .where('links.expires_at', '>', now)
        .where('people.role', '=', role),
    ),
    /** Deletes a link that is still valid; false if there is none. */
    consume: didChange((db, { secretHash, now }: Values<Asked>) =>
      db.deleteFrom(table).where('secret_hash', '=', secretHash).where('expires_at', '>', now),
    ),
    /** Deletes a person's link, if there is one. */
    remove: run((db, { personId }: Values<{ personId: string }>) =>
      db.deleteFrom(table).where('person_id', '=', personId),
    ),
  }
}

export const invitations = {
  ...makeLinkQueries('invitations'),
  /**
   * Locks the person whose link it is until the transaction ends. Both databases lock a row when a
   * column is set to its own value.
   */
  lockPerson: run((db, { secretHash }: Values<{ secretHash: string }>) =>
    db
      .updateTable('people')
      .set((set) => ({ password_hash: set.ref('password_hash') }))
      .where('id', 'in', (within) =>
        within.selectFrom('invitations').select('person_id').where('secret_hash', '=', secretHash),
      ),
  ),
  /** Stores the links of people who have none. */
  saveMany: insertMany('invitations', {
    person_id: 'text',
    secret_hash: 'text',
    expires_at: 'bigint',
  }),
  /** Deletes the links of the people in a JSON list. */
  removeMany: run((db, { ids }: Values<{ ids: string }>) =>
    db.deleteFrom('invitations').where(isInJsonList(db, 'person_id', ids)),
  ),
}

export const passwordResets = {
  ...makeLinkQueries('password_resets'),
  /** Whether a person has a valid link that an admin sent, not one requested at the login. */
  hasLinkFromAdmin: didChange((db, { personId, now }: Values<{ personId: string; now: number }>) =>
    db
      .selectFrom('password_resets')
      .select('person_id')
      .where('person_id', '=', personId)
      .where('expires_at', '>', now)
      .where('asked_at_login', 'is', null),
  ),
}
