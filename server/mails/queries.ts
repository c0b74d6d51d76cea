import { type SelectQueryBuilder, sql } from 'kysely'
import type { MailKind } from '#contract/kit/kinds/mail-kind.ts'
import { waitingCountMax } from '#contract/limits/limits.ts'
import { mailDelayedAfterTries } from '#contract/limits/mails.ts'
import type { MailSort, MailState } from '#contract/mails.ts'
import type { Db } from '#server/database/connect.ts'
import {
  definePaginatedList,
  type OrderColumn,
  type PageOrder,
} from '#server/database/list/paginate.ts'
import { containsAllWords, type SearchWords } from '#server/database/list/search.ts'
import { defineSortableList } from '#server/database/list/sortable-list.ts'
import { didChange, first, one, type Values } from '#server/database/query.ts'

/** Selects mails with their recipients, without their texts. */
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

/** Ids sort by creation. */
const newestFirst: PageOrder<{ id: string }> = {
  order: { columns: ['outbox.id'], direction: 'desc' },
  keyOf: (row) => [row.id],
}

/** Equal rows are ordered by age. */
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

/** The recipient's address, and the person's search key. */
const recipientKey = sql<string>`(lower(outbox.recipient) || ' ' || coalesce(people.search_key, ''))`

const makeReadMails = (state?: MailState) => {
  const build = (
    db: Db,
    { person, ...words }: Values<SearchWords & { person?: string | undefined }>,
  ) => {
    let mails = state === undefined ? selectMails(db) : filterByState(selectMails(db), state)
    if (person) mails = mails.where('outbox.person_id', '=', person)
    return words.search ? mails.where(containsAllWords(db, recipientKey, words)) : mails
  }
  return defineSortableList(orders, definePaginatedList(newestFirst, build), (listing) =>
    definePaginatedList(listing, build),
  )
}

/** Lists all mails, or those in one state, newest first. */
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

/** Counts failed mails, up to a limit; test mails are excluded. */
export const countFailed = one((db) =>
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
        .limit(sql.lit(waitingCountMax))
        .as('failed'),
    )
    .select(({ fn }) => fn.countAll<number>().as('mailsFailed')),
)

/**
 * Counts undelivered mails, except test mails: failed, waiting, and delayed ones (waiting and tried
 * often). `dueSince` is when the longest waiting one became due (ms since 1970).
 */
export const readUndeliveredCounts = one((db) =>
  db
    .selectFrom('outbox')
    .select(({ fn: { countAll, min } }) => [
      countAll<number>().filterWhere('failed_at', 'is not', null).as('failed'),
      countAll<number>().filterWhere('failed_at', 'is', null).as('waiting'),
      countAll<number>()
        .filterWhere('failed_at', 'is', null)
        .filterWhere('attempts', '>=', mailDelayedAfterTries)
        .as('delayed'),
      min<number | null>('due_at').filterWhere('failed_at', 'is', null).as('dueSince'),
    ])
    .where('sent_at', 'is', null)
    .where('dropped_at', 'is', null)
    // Whoever sent a test mail was told; those of an older version have no kind.
    .where((is) => is.or([is('kind', 'is', null), is('kind', '!=', 'test')])),
)

/** Reads a mail; undefined if it does not exist. */
export const readMail = first((db, { id }: Values<{ id: string }>) =>
  selectMails(db).where('outbox.id', '=', id),
)

/** Reads the newest mail of a kind to a person; throws an error if there is none. */
export const readNewestMail = one(
  (db, { kind, personId }: Values<{ kind: MailKind; personId: string }>) =>
    selectMails(db)
      .where('outbox.person_id', '=', personId)
      .where('outbox.kind', '=', kind)
      .orderBy('outbox.id', 'desc')
      .limit(1),
)

/**
 * Makes a waiting mail, or a failed one with its text, due at once; the tries of a failed one are
 * counted anew. Returns false if there is none, or it is just being sent.
 */
export const makeDueNow = didChange((db, { id, now }: Values<{ id: string; now: number }>) =>
  db
    .updateTable('outbox')
    .set((set) => ({
      due_at: now,
      failed_at: null,
      attempts: set
        .case()
        .when('failed_at', 'is', null)
        .then(set.ref('attempts'))
        .else(set.lit(0))
        .end(),
    }))
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('body', '<>', '')
    .where(({ or, eb }) => or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]))
    .returning('id'),
)

/** Reads a person's role; undefined if they do not exist. */
export const readPersonRole = first((db, { personId }: Values<{ personId: string }>) =>
  db.selectFrom('people').select('role').where('id', '=', personId),
)
