import { gatheredKinds } from '#contract/notices.ts'
import type { Db } from '#server/database/open.ts'
import { all, first, type Values } from '#server/database/query.ts'
import { selectTold } from '../queries.ts'

type DueTo = { personId: string; now: number }

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

/** Takes on what is to be mailed to a person by now, and answers what that is. */
export const takeDue = all((db, { personId, now }: Values<DueTo>) =>
  take(db, personId).where('mail_due_at', '<=', now),
)

/** The same of what can be gathered, also where it is not due yet. */
export const takeGathered = all((db, { personId }: Values<{ personId: string }>) =>
  take(db, personId).where('mail_due_at', 'is not', null).where('kind', 'in', gatheredKinds),
)

function take(db: Db, personId: Values<DueTo>['personId']) {
  return db
    .updateTable('notices')
    .set({ mail_due_at: null })
    .where('person_id', '=', personId)
    .returning(['id', 'kind'])
}

/** Puts mails off until then. */
export async function putOff(db: Db, { ids, until }: { ids: string[]; until: number }) {
  await db.updateTable('notices').set({ mail_due_at: until }).where('id', 'in', ids).execute()
}

/** Somebody who can be written to: who is neither blocked nor only invited. */
export const readRecipient = first((db, { personId }: Values<{ personId: string }>) =>
  db
    .selectFrom('people')
    .select(['id', 'name', 'email', 'role'])
    .where('id', '=', personId)
    .where('verified_at', 'is not', null)
    .where('blocked_at', 'is', null),
)

/** These notices of a person, the oldest first, each with the review where it is theirs. */
export function readTaken(db: Db, { personId, ids }: { personId: string; ids: string[] }) {
  return selectTold(db, personId).where('notices.id', 'in', ids).orderBy('notices.id').execute()
}
