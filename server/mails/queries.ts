import { type SelectQueryBuilder, sql } from 'kysely'
import type { MailKind } from '#contract/kit/mail-kind.ts'
import type { MailState } from '#contract/mails.ts'
import { type Listing, list } from '#server/database/list.ts'
import type { Db } from '#server/database/open.ts'
import { type Gaps, prepared } from '#server/database/prepared.ts'
import type { Values } from '#server/database/query.ts'
import { contains } from '#server/database/search.ts'

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
const newestFirst: Listing<{ id: string }> = {
  order: { columns: ['outbox.id'], direction: 'desc' },
  keyOf: (row) => [row.id],
}

const mailsIn = (state?: MailState) =>
  list(newestFirst, (db, { search }: Values<{ search?: string | undefined }>) => {
    const mails = state === undefined ? selectMails(db) : narrowed(selectMails(db), state)
    if (!search) return mails
    return mails.where(({ or }) =>
      or([
        contains(db, sql`lower(outbox.recipient)`, search),
        contains(db, sql`coalesce(people.search_key, outbox.recipient)`, search),
      ]),
    )
  })

/** A page of all mails, or of those in a state, the newest first. */
export const readMails = {
  all: mailsIn(),
  waiting: mailsIn('waiting'),
  sent: mailsIn('sent'),
  failed: mailsIn('failed'),
  dropped: mailsIn('dropped'),
}

function narrowed(mails: Mails, state: MailState): Mails {
  if (state === 'sent') return mails.where('outbox.sent_at', 'is not', null)
  const unsent = mails.where('outbox.sent_at', 'is', null)
  if (state === 'dropped') return unsent.where('outbox.dropped_at', 'is not', null)
  const wanted = unsent.where('outbox.dropped_at', 'is', null)
  return wanted.where('outbox.failed_at', state === 'failed' ? 'is not' : 'is', null)
}

/** One mail; undefined if there is none. */
export function readMail(db: Db, id: string) {
  return oneMail.first(db, { id })
}

const oneMail = prepared(['id'], (db, { id }: Gaps<{ id: string }>) =>
  selectMails(db).where('outbox.id', '=', id),
)

/** The newest mail of a kind to a person; raises an error if there is none. */
export function readNewestMail(db: Db, kind: MailKind, personId: string) {
  return newest.one(db, { kind, personId })
}

const newest = prepared(
  ['kind', 'personId'],
  (db, { kind, personId }: Gaps<{ kind: MailKind; personId: string }>) =>
    selectMails(db)
      .where('outbox.person_id', '=', personId)
      .where('outbox.kind', '=', kind)
      .orderBy('outbox.id', 'desc')
      .limit(1),
)
