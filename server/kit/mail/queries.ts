import { type MailKind, mailKindsWithoutSecret } from '#contract/kit/mail-kind.ts'
import type { Db } from '#server/database/open.ts'
import { all, first, one, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'

type Row = Tables['outbox']
type NewRow = Pick<
  Row,
  | ('id' | 'kind' | 'person_id' | 'recipient' | 'subject' | 'body')
  | ('created_at' | 'due_at' | 'claimed_until' | 'good_until')
>

/** Puts a mail into the outbox. */
export const insertMail = run((db, mail: Values<NewRow>) =>
  db.insertInto('outbox').values({ ...mail, attempts: 0 }),
)

type Dropping = { kind: MailKind; personId: string; now: number }

/** Lays the mails of a kind to a person aside that are not away. */
export const dropUnsent = run((db, mails: Values<Dropping>) => updateDropped(db, mails))

/** The same of those alone that were given up. */
export const dropFailed = run((db, mails: Values<Dropping>) =>
  updateDropped(db, mails).where('failed_at', 'is not', null),
)

function updateDropped(db: Db, { kind, personId, now }: Values<Dropping>) {
  return db
    .updateTable('outbox')
    .set({ dropped_at: now, body: '' })
    .where('person_id', '=', personId)
    .where('kind', '=', kind)
    .where('sent_at', 'is', null)
    .where('dropped_at', 'is', null)
}

/** How many mails are still to be sent, by this process or another. */
export const countWaitingMail = one((db) =>
  selectWaiting(db).select(db.fn.countAll<number>().as('waiting')),
)

/** So many are read at a time. */
export const mostDue = 500

/** The ids of the mails that are due, the longest waiting first. */
export const readDueMail = all((db, { now }: Values<{ now: number }>) =>
  selectWaiting(db).select('id').where('due_at', '<=', now).orderBy('due_at').limit(mostDue),
)

/** The unsent mails that nobody has given up or laid aside. */
function selectWaiting(db: Db) {
  return db
    .selectFrom('outbox')
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('body', '<>', '')
}

/**
 * Takes a due mail on; undefined when another process was faster. The database decides: it is no
 * longer due for anybody else until the claim runs out.
 */
export const claimMail = first(
  (db, { id, now, until }: Values<{ id: string; now: number; until: number }>) =>
    db
      .updateTable('outbox')
      .set({ due_at: until, claimed_until: until })
      .where('id', '=', id)
      .where('sent_at', 'is', null)
      .where('failed_at', 'is', null)
      .where('due_at', '<=', now)
      .where('body', '<>', '')
      .returning(['id', 'kind', 'person_id', 'recipient', 'subject', 'body'])
      .returning(['created_at', 'attempts', 'good_until']),
)

/**
 * Notes that a mail is away, and what the mail server said; its text, which holds a secret link, is
 * forgotten.
 */
export const noteSent = run(
  (db, { id, now, answer }: Values<{ id: string; now: number; answer: string }>) =>
    db
      .updateTable('outbox')
      .set({ sent_at: now, answer, body: '', last_error: null, claimed_until: null })
      .where('id', '=', id),
)

/** Lays a mail aside that has become of no use before it was away. */
export const dropLate = run((db, { id, now }: Values<{ id: string; now: number }>) =>
  db
    .updateTable('outbox')
    .set({ dropped_at: now, body: '', claimed_until: null })
    .where('id', '=', id),
)

type Failure = { id: string; attempts: number; reason: string; dueAt: number }

/** Notes that a mail could not be sent, and when it is tried again. */
export const noteFailure = run((db, failure: Values<Failure>) => updateFailed(db, failure))

/** Gives a mail up that could not be sent; its text stays only if it holds no secret. */
export const giveUp = run((db, { now, ...failure }: Values<Failure & { now: number }>) =>
  updateFailed(db, failure).set((set) => ({
    failed_at: now,
    body: set
      .case()
      .when('kind', 'in', mailKindsWithoutSecret)
      .then(set.ref('body'))
      .else('')
      .end(),
  })),
)

function updateFailed(db: Db, { id, attempts, reason, dueAt }: Values<Failure>) {
  return db
    .updateTable('outbox')
    .set({ attempts, last_error: reason, due_at: dueAt, claimed_until: null })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('dropped_at', 'is', null)
}
