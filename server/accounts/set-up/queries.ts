import { didChange, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'

type Asked = { secretHash: string; now: number }

/** Keeps one more link: each start has its own, and several servers can have one database. */
export const insertSetUpLink = run((db, link: Values<Tables['set_up_links']>) =>
  db.insertInto('set_up_links').values(link),
)

/** Deletes the links that have expired. */
export const deleteExpiredSetUpLinks = run((db, { now }: Values<{ now: number }>) =>
  db.deleteFrom('set_up_links').where('expires_at', '<=', now),
)

/** Whether a link is still good. */
export const isSetUpLinkValid = didChange((db, { secretHash, now }: Values<Asked>) =>
  db
    .selectFrom('set_up_links')
    .select('secret_hash')
    .where('secret_hash', '=', secretHash)
    .where('expires_at', '>', now),
)

/** Deletes them all: the school has somebody. */
export const deleteSetUpLinks = run((db) => db.deleteFrom('set_up_links'))

/**
 * Notes that the first admin is there; false where that was noted before. Of two at once one waits
 * for the other.
 */
export const claimFirstAdmin = didChange((db, { now }: Values<{ now: string }>) =>
  db
    .insertInto('facts')
    .values({ name: 'first-admin', value: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('name'),
)
