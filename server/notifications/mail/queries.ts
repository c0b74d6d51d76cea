import { type RawBuilder, sql } from 'kysely'
import { batchedKinds } from '#contract/notifications.ts'
import { type Db, isPostgres } from '#server/database/open.ts'
import { all, allByIds, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'
import { selectNotifications } from '../queries.ts'

/** So many are read at a time. */
export const duePeopleMax = 100

/** As no index has it: SQLite would go through all notices by their people, due or not. */
const person = sql<string>`coalesce(person_id, '')`

/** Who has notices whose mail is due, the longest waiting first. */
export const readDuePeople = all((db, { now }: Values<{ now: number }>) =>
  db
    .selectFrom('notifications')
    .select(person.as('person_id'))
    .where('mail_due_at', '<=', now)
    .groupBy(person)
    .orderBy(db.fn.min('mail_due_at'))
    .orderBy(person)
    .limit(duePeopleMax),
)

/** Takes on what is to be mailed to these people by now, and answers what that is. */
export const claimDue = allByIds((db, people, { now }: Values<{ now: number }>) =>
  take(db, selectOf(db, people).where('mail_due_at', '<=', now)),
)

/** The same of what can be gathered, also where it is not due yet. */
export const claimBatched = allByIds((db, people) => {
  const batched = selectOf(db, people).where('kind', 'in', batchedKinds)
  return take(db, batched.where('mail_due_at', 'is not', null))
})

export type ClaimedNotification = Pick<Tables['notifications'], 'id' | 'kind' | 'person_id' | 'at'>

const selectOf = (db: Db, people: RawBuilder<string>[]) =>
  db.selectFrom('notifications').select('id').where('person_id', 'in', people)

/** What somebody is just changing is left for the next time: whoever waits for nobody holds nobody up. */
function take(db: Db, due: ReturnType<typeof selectOf>) {
  return db
    .updateTable('notifications')
    .set({ mail_due_at: null })
    .where('id', 'in', isPostgres(db) ? due.forUpdate().skipLocked() : due)
    .returning(['id', 'kind', 'person_id', 'at'])
}

/** Puts mails off until then. */
export async function postponeMails(db: Db, { ids, until }: { ids: string[]; until: number }) {
  await db.updateTable('notifications').set({ mail_due_at: until }).where('id', 'in', ids).execute()
}

/** Those of these people who can be written to: who are neither blocked nor only invited. */
export const readRecipients = allByIds((db, people) =>
  db
    .selectFrom('people')
    .select(['id', 'name', 'email', 'role'])
    .where('id', 'in', people)
    .where('verified_at', 'is not', null)
    .where('blocked_at', 'is', null),
)

/** These notices, the oldest first, each with the review where it is its reader's. */
export const readClaimed = allByIds((db, ids) =>
  selectNotifications(db)
    .select('notifications.person_id')
    .where('notifications.id', 'in', ids)
    .orderBy('notifications.id'),
)
