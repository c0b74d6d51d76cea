import { type SelectQueryBuilder, sql } from 'kysely'
import type { MailKind } from '#contract/kit/kinds/mail-kind.ts'
import { triesUntilDelayed } from '#contract/limits/mails.ts'
import { waitingMax } from '#contract/limits.ts'
import type { MailSort, MailState } from '#contract/mails.ts'
import { type OrderColumn, type PageOrder, paginate } from '#server/database/list/paginate.ts'
import { containsAllWords, type SearchWords } from '#server/database/list/search.ts'
import { sortableList } from '#server/database/list/sortable-list.ts'
import type { Db } from '#server/database/open.ts'
import { didChange, first, one, type Values } from '#server/database/query.ts'

/** Mails with whom they are for; their text stays where it is. */
function selectMails(db: Db) {
  return db
    .selectFrom('outbox')
    .leftJoin('people', 'people.id', 'outbox.person_id')
    .select(['outbox.id', 'outbox.kind', 'outbox.subject', 'outbox.recipient', 'outbox.person_id'])
    .select(['outbox.created_at', 'outbox.sent_at', 'outbox.failed_at', 'outbox.dropped_at'])
    .select(['outbox.attempts', 'outbox.due_at', 'outbox.last_error', 'outbox.answer'])
    .select([
      'outbox.claimed_until',
      sql<number>`case when body = '' then 0 else 1 end`.as('has_text'),
    ])
    .select(['people.name', 'people.role', 'people.verified_at', 'people.blocked_at'])
}

type Mails = ReturnType<typeof selectMails>
export type MailRow = Mails extends SelectQueryBuilder<infer _, infer _, infer Row> ? Row : never

/** Ids are in the order of age. */
const newestFirst: PageOrder<{ id: string }> = {
  order: { columns: ['outbox.id'], direction: 'desc' },
  keyOf: (row) => [row.id],
}

/** Those who are alike stand by age. */
const orders: Record<MailSort, readonly OrderColumn[]> = {
  subject: ['outbox.subject', 'outbox.id'],
  to: ['outbox.recipient', 'outbox.id'],
  state: [
    sql`(case when sent_at is not null then 2 when dropped_at is not null then 3
      when failed_at is not null then 0 else 1 end)`,
    'outbox.id',
  ],
  date: ['outbox.id'],
  answer: [
    sql`coalesce(case when sent_at is null then last_error else answer end, '')`,
    'outbox.id',
  ],
}

/** The address of a mail, and who is known by it. */
const recipientKey = sql<string>`(lower(outbox.recipient) || ' ' || coalesce(people.search_key, ''))`

const makeReadMails = (state?: MailState) => {
  const build = (db: Db, words: Values<SearchWords>) => {
    const mails = state === undefined ? selectMails(db) : filterByState(selectMails(db), state)
    return words.search ? mails.where(containsAllWords(db, recipientKey, words)) : mails
  }
  return sortableList(orders, paginate(newestFirst, build), (listing) => paginate(listing, build))
}

/** A page of all mails, or of those in a state, the newest first. */
export const readMails = {
  all: makeReadMails(),
  waiting: makeReadMails('waiting'),
  sent: makeReadMails('sent'),
  failed: makeReadMails('failed'),
  dropped: makeReadMails('dropped'),
}

function filterByState(mails: Mails, state: MailState): Mails {
  if (state === 'sent') return mails.where('outbox.sent_at', 'is not', null)
  const unsent = mails.where('outbox.sent_at', 'is', null)
  if (state === 'dropped') return unsent.where('outbox.dropped_at', 'is not', null)
  const wanted = unsent.where('outbox.dropped_at', 'is', null)
  return wanted.where('outbox.failed_at', state === 'failed' ? 'is not' : 'is', null)
}

/** How many mails to people were given up: the limit at most. */
export const countGivenUp = one((db) =>
  db
    .selectFrom(
      db
        .selectFrom('outbox')
        .select('id')
        .where('sent_at', 'is', null)
        .where('dropped_at', 'is', null)
        .where('failed_at', 'is not', null)
        // Whoever sent a test mail was told; those of an older version have no kind.
        .where((is) => is.or([is('kind', 'is', null), is('kind', '!=', 'test')]))
        .limit(sql.lit(waitingMax))
        .as('failed'),
    )
    .select(({ fn }) => fn.countAll<number>().as('mailsFailed')),
)

/**
 * The mails to people that are not away: how many were given up, how many wait, how many of them
 * were tried often, and since when (ms since 1970) the longest due is.
 */
export const readUndelivered = one((db) =>
  db
    .selectFrom('outbox')
    .select(({ fn: { countAll, min } }) => [
      countAll<number>().filterWhere('failed_at', 'is not', null).as('failed'),
      countAll<number>().filterWhere('failed_at', 'is', null).as('waiting'),
      countAll<number>()
        .filterWhere('failed_at', 'is', null)
        .filterWhere('attempts', '>=', triesUntilDelayed)
        .as('delayed'),
      min<number | null>('due_at').filterWhere('failed_at', 'is', null).as('dueSince'),
    ])
    .where('sent_at', 'is', null)
    .where('dropped_at', 'is', null)
    // Whoever sent a test mail was told; those of an older version have no kind.
    .where((is) => is.or([is('kind', 'is', null), is('kind', '!=', 'test')])),
)

/** One mail; undefined if there is none. */
export const readMail = first((db, { id }: Values<{ id: string }>) =>
  selectMails(db).where('outbox.id', '=', id),
)

/** The newest mail of a kind to a person; raises an error if there is none. */
export const readNewestMail = one(
  (db, { kind, personId }: Values<{ kind: MailKind; personId: string }>) =>
    selectMails(db)
      .where('outbox.person_id', '=', personId)
      .where('outbox.kind', '=', kind)
      .orderBy('outbox.id', 'desc')
      .limit(1),
)

/**
 * Makes a mail due at once that waits, or that was given up and has its text; false where there is
 * none, or somebody is just sending it.
 */
export const makeDueNow = didChange((db, { id, now }: Values<{ id: string; now: number }>) =>
  db
    .updateTable('outbox')
    .set({ due_at: now, failed_at: null })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('body', '<>', '')
    .where(({ or, eb }) => or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]))
    .returning('id'),
)

/** As what a person is at the school; undefined where they are not. */
export const readRole = first((db, { personId }: Values<{ personId: string }>) =>
  db.selectFrom('people').select('role').where('id', '=', personId),
)
