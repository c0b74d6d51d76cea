import { gatheredKinds } from '#contract/notices.ts'
import { type Db, isPostgres } from '#server/database/open.ts'
import { all, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Tx } from '#server/database/transaction.ts'
import { selectNotices } from '../queries.ts'

/** So many are read at a time. */
export const mostPeople = 100

/** Who has notices whose mail is due, the longest waiting first. */
export const readDuePeople = all((db, { now }: Values<{ now: number }>) =>
  db
    .selectFrom('notices')
    .select('person_id')
    .where('mail_due_at', '<=', now)
    .groupBy('person_id')
    .orderBy(db.fn.min('mail_due_at'))
    .orderBy('person_id')
    .limit(mostPeople),
)

type Of = { people: string[] }

/** Takes on what is to be mailed to these people by now, and answers what that is. */
export function takeDue(db: Tx, { people, now }: Of & { now: number }): Promise<Taken[]> {
  return take(db, selectOf(db, people).where('mail_due_at', '<=', now))
}

/** The same of what can be gathered, also where it is not due yet. */
export function takeGathered(db: Tx, { people }: Of): Promise<Taken[]> {
  const gathered = selectOf(db, people).where('kind', 'in', gatheredKinds)
  return take(db, gathered.where('mail_due_at', 'is not', null))
}

export type Taken = Pick<Tables['notices'], 'id' | 'kind' | 'person_id'>

const selectOf = (db: Tx, people: string[]) =>
  db.selectFrom('notices').select('id').where('person_id', 'in', people)

/** What somebody is just changing is left for the next time: whoever waits for nobody holds nobody up. */
function take(db: Tx, due: ReturnType<typeof selectOf>): Promise<Taken[]> {
  return db
    .updateTable('notices')
    .set({ mail_due_at: null })
    .where('id', 'in', isPostgres(db) ? due.forUpdate().skipLocked() : due)
    .returning(['id', 'kind', 'person_id'])
    .execute()
}

/** Puts mails off until then. */
export async function putOff(db: Db, { ids, until }: { ids: string[]; until: number }) {
  await db.updateTable('notices').set({ mail_due_at: until }).where('id', 'in', ids).execute()
}

/** Those of these people who can be written to: who are neither blocked nor only invited. */
export function readRecipients(db: Db, { people }: Of) {
  return db
    .selectFrom('people')
    .select(['id', 'name', 'email', 'role'])
    .where('id', 'in', people)
    .where('verified_at', 'is not', null)
    .where('blocked_at', 'is', null)
    .execute()
}

/** These notices, the oldest first, each with the review where it is its reader's. */
export async function readTaken(db: Db, { ids }: { ids: string[] }) {
  if (ids.length === 0) return []
  const told = selectNotices(db).select('notices.person_id')
  return await told.where('notices.id', 'in', ids).orderBy('notices.id').execute()
}
