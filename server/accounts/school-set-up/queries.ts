import { didChange, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'

type Asked = { secretHash: string; now: number }

/** Stores another link: each start makes its own, and several servers can share a database. */
export const insertSchoolSetUpLink = run((db, link: Values<Tables['set_up_links']>) =>
  db.insertInto('set_up_links').values(link),
)

export const deleteExpiredSetUpLinks = run((db, { now }: Values<{ now: number }>) =>
  db.deleteFrom('set_up_links').where('expires_at', '<=', now),
)

/** Whether a link is still valid. */
export const isSetUpLinkValid = didChange((db, { secretHash, now }: Values<Asked>) =>
  db
    .selectFrom('set_up_links')
    .select('secret_hash')
    .where('secret_hash', '=', secretHash)
    .where('expires_at', '>', now),
)

/** Deletes all links once there is anyone. */
export const deleteSetUpLinks = run((db) => db.deleteFrom('set_up_links'))

/**
 * Records that the first admin exists; false if that was recorded before. Of two concurrent calls
 * one waits for the other.
 */
export const claimFirstAdmin = didChange((db, { now }: Values<{ now: string }>) =>
  db
    .insertInto('facts')
    .values({ name: 'first-admin', value: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('name'),
)
