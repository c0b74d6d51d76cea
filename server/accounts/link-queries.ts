import type { Role } from '#contract/roles.ts'
import { saveSecretIn } from '#server/database/link-secrets.ts'
import { didChange, first, run, type Values } from '#server/database/query.ts'

type Asked = { secretHash: string; now: number }

/** A table of links in mails: one for each person, by the hash of its secret, and for a time. */
function makeLinkQueries(table: 'invitations' | 'password_resets') {
  return {
    /** Stores a person's link in the place of the one before it. */
    save: saveSecretIn(table),
    /** Whose link it is, if it is good at this time and for this role. */
    read: first((db, { role, secretHash, now }: Values<Asked & { role: Role }>) =>
      db
        .selectFrom('people')
        .innerJoin(db.selectFrom(table).selectAll().as('links'), 'links.person_id', 'people.id')
        .select(['people.id', 'people.password_hash', 'people.verified_at'])
        .where('links.secret_hash', '=', secretHash)
        .where('links.expires_at', '>', now)
        .where('people.role', '=', role),
    ),
    /** Takes a link that is still good; false if there is none. */
    consume: didChange((db, { secretHash, now }: Values<Asked>) =>
      db.deleteFrom(table).where('secret_hash', '=', secretHash).where('expires_at', '>', now),
    ),
    /** Removes the link of a person, if there is one. */
    remove: run((db, { personId }: Values<{ personId: string }>) =>
      db.deleteFrom(table).where('person_id', '=', personId),
    ),
  }
}

/** Links to begin with. */
export const invitations = makeLinkQueries('invitations')

/** Links to a new password. */
export const passwordResets = {
  ...makeLinkQueries('password_resets'),
  /** Whether a person has a link that is still good, and that nobody asked for at the login. */
  hasLinkFromAdmin: didChange((db, { personId, now }: Values<{ personId: string; now: number }>) =>
    db
      .selectFrom('password_resets')
      .select('person_id')
      .where('person_id', '=', personId)
      .where('expires_at', '>', now)
      .where('asked_at_login', 'is', null),
  ),
}
