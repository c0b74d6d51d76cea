import { type RawBuilder, sql } from 'kysely'
import { type MailKind, mailKindsWithoutSecret } from '#contract/kit/kinds/mail-kind.ts'
import { type Db, isPostgres } from '#server/database/open.ts'
import { all, allForItems, one, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'

type Row = Tables['outbox']
type NewRow = Pick<
  Row,
  | ('id' | 'kind' | 'person_id' | 'review_id' | 'recipient' | 'subject' | 'body')
  | ('created_at' | 'due_at' | 'claimed_until' | 'good_until')
>

/** Puts mails into the outbox. */
export const insertMails = allForItems((db, mails: Values<NewRow>[]) =>
  db.insertInto('outbox').values(mails.map((mail) => ({ ...mail, attempts: 0 }))),
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

/**
 * Sends what is still on its way to a person's old address to the new one, and lays what was given
 * up there aside.
 */
export async function redirectUnsent(
  db: Db,
  { personId, recipient, now }: { personId: string; recipient: string; now: number },
): Promise<void> {
  await dropFailedMails(db, { personId, now })
  await updateRecipient(db, { personId, recipient })
}

const dropFailedMails = run((db, { personId, now }: Values<{ personId: string; now: number }>) =>
  db
    .updateTable('outbox')
    .set({ dropped_at: now, body: '' })
    .where('person_id', '=', personId)
    .where('sent_at', 'is', null)
    .where('dropped_at', 'is', null)
    .where('failed_at', 'is not', null),
)

const updateRecipient = run(
  (db, { personId, recipient }: Values<{ personId: string; recipient: string }>) =>
    db
      .updateTable('outbox')
      .set({ recipient })
      .where('person_id', '=', personId)
      .where('sent_at', 'is', null)
      .where('dropped_at', 'is', null),
)

/** The mails to a person that tell of a review, as far as they are older than another. */
export type NewerMail = { personId: string; reviewId: string; olderThan: string }

/**
 * Makes the query that lays mails of some kinds aside that are among these and not away. One that is
 * just being sent or noted is left: whoever waits for nobody can hold nobody up. They are looked for by
 * their reviews, of which each has few: SQLite would go through all that a person was ever mailed.
 */
export function makeDropUnsent(kinds: readonly MailKind[]) {
  return allForItems((db, mails: Values<NewerMail>[], { now }: Values<{ now: number }>) => {
    const rows = mails.map(
      ({ personId, reviewId, olderThan }) =>
        sql`(cast(${personId} as text), cast(${reviewId} as text), cast(${olderThan} as text))`,
    )
    const ids = sql`with newer (person_id, review_id, id) as (values ${sql.join(rows)})
      select outbox.id from newer cross join outbox
      where outbox.review_id = newer.review_id and outbox.id < newer.id
        and coalesce(outbox.person_id, '') = newer.person_id
        and outbox.kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))}) and ${isUnsent}`
    return dropMails(db, ids, now)
  })
}

type OfKind = { kind: MailKind }

/**
 * Lays the mails of these kinds aside that tell of a review and are not away, and answers whom they
 * were for. One that is just being noted is left, as above.
 */
export const dropUnsentForReview = allForItems(
  (db, kinds: Values<OfKind>[], { reviewId, now }: Values<{ reviewId: string; now: number }>) => {
    const ids = sql`select outbox.id from outbox where outbox.review_id = ${reviewId}
      and outbox.kind in (${sql.join(kinds.map(({ kind }) => kind))}) and ${isUnsent}`
    return dropMails(db, ids, now).returning('person_id')
  },
)

const isUnsent = sql`outbox.sent_at is null and outbox.dropped_at is null`

/** Drops the mails with these ids, but for those that another process holds. */
function dropMails(db: Db, ids: RawBuilder<unknown>, now: RawBuilder<number>) {
  const free = isPostgres(db) ? sql`${ids} for update of outbox skip locked` : ids
  return db
    .updateTable('outbox')
    .set({ dropped_at: now, body: '' })
    .where(sql<boolean>`outbox.id in (${free})`)
}

/** How many mails are still to be sent, by this process or another. */
export const countWaitingMail = one((db) =>
  selectWaiting(db).select(db.fn.countAll<number>().as('waiting')),
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
 * Takes some of the mails on that are due, the longest waiting first. The database decides: they are
 * no longer due for any other process until the claim runs out.
 */
export const claimDue = all(
  (db, { now, until, most }: Values<{ now: number; until: number; most: number }>) => {
    const waiting = selectWaiting(db).select('id').where('due_at', '<=', now)
    const due = waiting.orderBy('due_at').limit(most)
    return (
      db
        // Else PostgreSQL may look for them again for each row, and take more.
        .with('due', () => (isPostgres(db) ? due.forUpdate().skipLocked() : due))
        .updateTable('outbox')
        .set({ due_at: until, claimed_until: until })
        .where('id', 'in', (within) => within.selectFrom('due').select('id'))
        .returning(['id', 'kind', 'person_id', 'recipient', 'subject', 'body'])
        .returning(['created_at', 'attempts', 'good_until'])
    )
  },
)

type Sent = { id: string; answer: string }

/**
 * Notes that mails are away, and what the mail server said of each; their texts, which hold secret
 * links, are forgotten.
 */
export const recordSent = allForItems(
  (db, sent: Values<Sent>[], { now }: Values<{ now: number }>) => {
    const answers = sent.map(({ id, answer }) => sql`when ${id} then ${answer}`)
    return db
      .updateTable('outbox')
      .set({ sent_at: now, body: '', last_error: null, claimed_until: null })
      .set({ answer: sql`case id ${sql.join(answers, sql` `)} end` })
      .where(
        'id',
        'in',
        sent.map(({ id }) => id),
      )
  },
)

/** Lays a mail aside that has become of no use before it was away. */
export const dropExpired = run((db, { id, now }: Values<{ id: string; now: number }>) =>
  db
    .updateTable('outbox')
    .set({ dropped_at: now, body: '', claimed_until: null })
    .where('id', '=', id),
)

type Failure = { id: string; attempts: number; reason: string; dueAt: number }

/** Notes that a mail could not be sent, and when it is tried again. */
export const recordFailure = run((db, failure: Values<Failure>) => updateFailed(db, failure))

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
