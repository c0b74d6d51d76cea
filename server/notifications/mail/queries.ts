import { type RawBuilder, sql } from 'kysely'
import { batchedKinds } from '#contract/notifications/notifications.ts'
import type { Db } from '#server/database/connect.ts'
import { all, allByIds, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'
import { selectNotifications } from '../queries.ts'

/** The most people read at once. */
export const mailedPeopleMax = 100

/** Wrapped so that no index applies: SQLite would scan all notifications by person, due or not. */
const person = sql<string>`coalesce(person_id, '')`

/** Returns people with due mails, longest waiting first. */
export const readPeopleWithDueMail = all((db, { now }: Values<{ now: number }>) =>
  db
    .selectFrom('notifications')
    .select(person.as('person_id'))
    .where('mail_due_at', '<=', now)
    .groupBy(person)
    .orderBy(db.fn.min('mail_due_at'))
    .orderBy(person)
    .limit(mailedPeopleMax),
)

/** Claims and returns these people's due notifications. */
export const claimDue = allByIds((db, people, { now }: Values<{ now: number }>) =>
  take(db, selectOf(db, people).where('mail_due_at', '<=', now)),
)

/** Claims and returns these people's batched notifications, even if not due yet. */
export const claimBatched = allByIds((db, people) => {
  const batched = selectOf(db, people).where('kind', 'in', batchedKinds)
  return take(db, batched.where('mail_due_at', 'is not', null))
})

export type ClaimedNotification = Pick<Tables['notifications'], 'id' | 'kind' | 'person_id' | 'at'>

const selectOf = (db: Db, people: RawBuilder<string>[]) =>
  db.selectFrom('notifications').select('id').where('person_id', 'in', people)

/**
 * Skips rows that another transaction has locked; they are claimed next time. Not waiting avoids
 * deadlocks.
 */
function take(db: Db, due: ReturnType<typeof selectOf>) {
  return db
    .updateTable('notifications')
    .set({ mail_due_at: null })
    .where('id', 'in', due.forUpdate().skipLocked())
    .returning(['id', 'kind', 'person_id', 'at'])
}

/** Postpones mails until an instant (ms since 1970). */
export async function postponeMails(db: Db, { ids, until }: { ids: string[]; until: number }) {
  await db.updateTable('notifications').set({ mail_due_at: until }).where('id', 'in', ids).execute()
}

/** Returns those of these people who can be mailed: verified and not blocked. */
export const readMailablePeople = allByIds((db, people) =>
  db
    .selectFrom('people')
    .select(['id', 'name', 'email', 'role'])
    .where('id', 'in', people)
    .where('verified_at', 'is not', null)
    .where('blocked_at', 'is', null),
)

/** Returns notifications, oldest first, each with its review if the recipient takes part in it. */
export const readClaimed = allByIds((db, ids) =>
  selectNotifications(db)
    .select('notifications.person_id')
    .where('notifications.id', 'in', ids)
    .orderBy('notifications.id'),
)
