import { type RawBuilder, sql } from 'kysely'
import {
  isUnsubscribable,
  type MailKind,
  mailKinds,
  mailKindsWithoutSecret,
} from '#contract/kit/kinds/mail-kind.ts'
import { type Db, isPostgres } from '#server/database/connect.ts'
import { isInJsonList } from '#server/database/list/search.ts'
import { all, allForItems, insertMany, one, run, type Values } from '#server/database/query.ts'

export const insertMails = insertMany('outbox', {
  id: 'text',
  kind: 'text',
  person_id: 'text',
  review_id: 'text',
  recipient: 'text',
  subject: 'text',
  body: 'text',
  attempts: 'bigint',
  created_at: 'bigint',
  due_at: 'bigint',
  claimed_until: 'bigint',
  good_until: 'bigint',
})

type Dropping = { kind: MailKind; personId: string; now: number }

export const dropUnsent = run((db, { kind, ...whose }: Values<Dropping>) =>
  dropping(db, whose).where('kind', '=', kind),
)

export const dropFailed = run((db, { kind, ...whose }: Values<Dropping>) =>
  dropping(db, whose).where('kind', '=', kind).where('failed_at', 'is not', null),
)

const dropFailedMails = run((db, whose: Values<Omit<Dropping, 'kind'>>) =>
  dropping(db, whose).where('failed_at', 'is not', null),
)

function dropping(db: Db, { personId, now }: Values<Omit<Dropping, 'kind'>>) {
  return updateUnsent(db, personId).set({ dropped_at: now, body: '' })
}

function updateUnsent(db: Db, personId: Values<Dropping>['personId']) {
  return db
    .updateTable('outbox')
    .where('person_id', '=', personId)
    .where('sent_at', 'is', null)
    .where('dropped_at', 'is', null)
}

/** Drops the unsent mails to people who are removed, and forgets whom all their mails went to. */
export const dropForRemovedPeople = run(
  (db, { ids, now }: Values<{ ids: string; now: number }>) => {
    const mails = db
      .selectFrom('outbox')
      .select('id')
      .where(isInJsonList(db, 'person_id', ids))
    return (
      db
        // Locked in the order in which they are recorded as sent.
        .with('mails', () => (isPostgres(db) ? mails.orderBy('id').forUpdate() : mails))
        .updateTable('outbox')
        .set((set) => ({
          person_id: null,
          body: '',
          dropped_at: set
            .case()
            .when('sent_at', 'is', null)
            .then(set.fn.coalesce('dropped_at', now))
            .else(set.ref('dropped_at'))
            .end(),
        }))
        .where('id', 'in', (within) => within.selectFrom('mails').select('id'))
    )
  },
)

/**
 * Redirects the unsent mails from a person's old address to the new one, and drops those that
 * failed. Mails meant for another address, such as the notice of an earlier change, still go there.
 */
export async function redirectUnsent(
  db: Db,
  { now, ...redirect }: Redirect & { now: number },
): Promise<void> {
  await dropFailedMails(db, { personId: redirect.personId, now })
  await updateRecipient(db, redirect)
}

type Redirect = { personId: string; from: string; to: string }

const updateRecipient = run((db, redirect: Values<Redirect>) => redirecting(db, redirect))

function redirecting(db: Db, { personId, from, to }: Values<Redirect>) {
  return updateUnsent(db, personId).set({ recipient: to }).where('recipient', '=', from)
}

/**
 * Does the same with notifications and summaries only. Mails that keep the account safe still go to
 * the old address: the new one could be someone else's.
 */
export async function redirectUnsentNotifications(
  db: Db,
  { now, ...redirect }: Redirect & { now: number },
): Promise<void> {
  await dropFailedNotifications(db, { personId: redirect.personId, now })
  await updateNotificationRecipient(db, redirect)
}

const redirectableKinds = mailKinds.filter(isUnsubscribable)

const dropFailedNotifications = run((db, whose: Values<Omit<Dropping, 'kind'>>) =>
  dropping(db, whose).where('failed_at', 'is not', null).where('kind', 'in', redirectableKinds),
)

const updateNotificationRecipient = run((db, redirect: Values<Redirect>) =>
  redirecting(db, redirect).where('kind', 'in', redirectableKinds),
)

/** A mail that supersedes older mails about the same review to the same person. */
export type NewerMail = { personId: string; reviewId: string; olderThan: string }

/**
 * Makes the query that drops unsent older mails of some kinds. It skips rows that are being sent or
 * recorded, so that it never waits. Mails are found by their review, of which each has few: SQLite
 * would otherwise scan all mails of a person.
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
 * Drops unsent mails of these kinds about a review and returns their recipients; rows that are
 * being recorded are skipped.
 */
export const dropUnsentForReview = allForItems(
  (db, kinds: Values<OfKind>[], { reviewId, now }: Values<{ reviewId: string; now: number }>) => {
    const ids = sql`select outbox.id from outbox where outbox.review_id = ${reviewId}
      and outbox.kind in (${sql.join(kinds.map(({ kind }) => kind))}) and ${isUnsent}`
    return dropMails(db, ids, now).returning('person_id')
  },
)

const isUnsent = sql`outbox.sent_at is null and outbox.dropped_at is null`

/** Drops the mails with these ids, except those locked by another process. */
function dropMails(db: Db, ids: RawBuilder<unknown>, now: RawBuilder<number>) {
  const free = isPostgres(db) ? sql`${ids} for update of outbox skip locked` : ids
  return db
    .updateTable('outbox')
    .set({ dropped_at: now, body: '' })
    .where(sql<boolean>`outbox.id in (${free})`)
}

/** Counts the mails still to be sent, by any process. */
export const countWaitingMail = one((db) =>
  selectWaiting(db).select(db.fn.countAll<number>().as('waiting')),
)

/** Selects the unsent mails that were not given up or dropped. */
function selectWaiting(db: Db) {
  return db
    .selectFrom('outbox')
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('body', '<>', '')
}

/** Claims due mails, oldest first. Until the claim expires they are not due for other processes. */
export const claimDue = all(
  (db, { now, until, most }: Values<{ now: number; until: number; most: number }>) => {
    const waiting = selectWaiting(db).select('id').where('due_at', '<=', now)
    const due = waiting.orderBy('due_at').limit(most).forUpdate().skipLocked()
    return (
      db
        // Without a CTE, PostgreSQL may run the subquery again for each row and claim more.
        .with('due', () => due)
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
 * Records mails as sent, with the server's answers, and clears their texts, which contain secret
 * links.
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

/** Drops a mail that has expired before it was sent. */
export const dropExpired = run((db, { id, now }: Values<{ id: string; now: number }>) =>
  db
    .updateTable('outbox')
    .set({ dropped_at: now, body: '', claimed_until: null })
    .where('id', '=', id),
)

type Failure = { id: string; attempts: number; reason: string; dueAt: number }

/** Records a failed try and the time of the next one. */
export const recordFailure = run((db, failure: Values<Failure>) => updateFailed(db, failure))

/** Gives up a mail; its text is kept only if it contains no secret. */
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
