import type { MailKind } from '#contract/kit/mail-kind.ts'
import { dayMs, hourMs, minuteMs, secondMs } from '#contract/kit/time.ts'
import type { Db } from '#server/database/open.ts'
import { type Gaps, prepared } from '#server/database/prepared.ts'
import type { Context } from '../context.ts'
import { newId } from '../id.ts'

/** A mail as text; `personId` is null where it is for nobody whom the school knows. */
export type Mail = {
  kind: MailKind
  personId: string | null
  recipient: string
  subject: string
  body: string
}

/** A mail that this process has taken on to send; mails of an older version have no kind. */
export type ClaimedMail = Pick<Mail, 'recipient' | 'subject' | 'body'> & {
  id: string
  kind: MailKind | null
  created_at: number
  attempts: number
}

/** Longer than any try to send takes; a mail whose process died is tried again after it. */
const claimMs = 10 * minuteMs

const firstRetryMs = 5 * secondMs
const lastRetryMs = hourMs
/** An invitation's link is good for as long (contract, section 2). */
const keepTryingMs = 7 * dayMs
/** As much is kept of what a mail server says. */
const answerMaxLength = 500

/** The kinds whose text holds no link that signs somebody in: it may stay until the mail is away. */
const harmless = new Set<MailKind | null>(['second-factor-off', 'test'])

/**
 * Puts a mail into the outbox, in the caller's transaction: it is sent after the commit, and only
 * if there is one. Returns its id.
 */
export async function postMail({ db, clock }: Context, mail: Mail): Promise<string> {
  return (await insertMail(db, mail, clock(), null)).id
}

/** The same, taken on already: the caller sends it, or after ten minutes another process. */
export function postClaimedMail({ db, clock }: Context, mail: Mail): Promise<ClaimedMail> {
  const now = clock()
  return insertMail(db, mail, now, now + claimMs)
}

/** The same in the place of those of its kind to the same person that have not gone out. */
export async function replaceMail(context: Context, mail: Mail & { personId: string }) {
  const { kind, personId } = mail
  await dropped.all(context.db, { kind, personId, now: context.clock() })
  await postMail(context, mail)
}

async function insertMail(db: Db, { personId, ...mail }: Mail, now: number, until: number | null) {
  const row = { id: newId(), ...mail, person_id: personId, created_at: now }
  await posted.all(db, { ...row, due_at: until ?? now, claimed_until: until })
  return { ...row, attempts: 0 }
}

const posted = prepared(
  [
    ...(['id', 'kind', 'person_id', 'recipient', 'subject', 'body'] as const),
    ...(['created_at', 'due_at', 'claimed_until'] as const),
  ],
  (db, mail: Gaps<NewRow>) => db.insertInto('outbox').values({ ...mail, attempts: 0 }),
)

type NewRow = Omit<ClaimedMail, 'attempts'> & {
  person_id: string | null
  due_at: number
  claimed_until: number | null
}

type Dropping = { kind: MailKind; personId: string; now: number }

/** Lays the mails of a kind to a person aside that are not away. */
function dropUnsent(db: Db, { kind, personId, now }: Gaps<Dropping>) {
  return db
    .updateTable('outbox')
    .set({ dropped_at: now, body: '' })
    .where('person_id', '=', personId)
    .where('kind', '=', kind)
    .where('sent_at', 'is', null)
    .where('dropped_at', 'is', null)
}

const dropped = prepared(['kind', 'personId', 'now'], dropUnsent)

/** Lays the mails of a kind to a person aside that were given up: what they said is of no use now. */
export async function dropFailedMail(
  { db, clock }: Context,
  kind: MailKind,
  personId: string,
): Promise<void> {
  await droppedFailed.all(db, { kind, personId, now: clock() })
}

const droppedFailed = prepared(['kind', 'personId', 'now'], (db, gaps: Gaps<Dropping>) =>
  dropUnsent(db, gaps).where('failed_at', 'is not', null),
)

/** The unsent mails that nobody has given up or laid aside. */
function selectWaiting(db: Db) {
  return db
    .selectFrom('outbox')
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('body', '<>', '')
}

/** How many mails are still to be sent, by this process or another. */
export async function countWaitingMail(db: Db): Promise<number> {
  const { waiting } = await selectWaiting(db)
    .select((of) => of.fn.countAll<number>().as('waiting'))
    .executeTakeFirstOrThrow()
  return waiting
}

/** Of these people, by id, the newest mail that was given up, and what the mail server said. */
export async function readFailedMail(
  db: Db,
  personIds: string[],
): Promise<Map<string, FailedMail>> {
  if (personIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('outbox')
    .select(['person_id', 'failed_at', 'last_error'])
    .where('person_id', 'in', personIds)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is not', null)
    .where('dropped_at', 'is', null)
    .orderBy('id')
    .execute()
  return new Map(
    rows.map(({ person_id, failed_at, last_error }) => [
      person_id ?? '',
      { at: failed_at ?? 0, answer: last_error ?? '' },
    ]),
  )
}

type FailedMail = { at: number; answer: string }

/** The ids of the mails that are due, the longest waiting first. */
export async function findDueMail({ db, clock }: Context): Promise<string[]> {
  return (await due.all(db, { now: clock() })).map(({ id }) => id)
}

const due = prepared(['now'], (db, { now }: Gaps<{ now: number }>) =>
  selectWaiting(db).select('id').where('due_at', '<=', now).orderBy('due_at').limit(100),
)

/**
 * Takes a due mail on; undefined when another process was faster. The database decides: it is no
 * longer due for anybody else until the claim runs out.
 */
export function claimMail({ db, clock }: Context, id: string): Promise<ClaimedMail | undefined> {
  const now = clock()
  return claimed.first(db, { id, now, until: now + claimMs })
}

const claimed = prepared(
  ['id', 'now', 'until'],
  (db, { id, now, until }: Gaps<{ id: string; now: number; until: number }>) =>
    db
      .updateTable('outbox')
      .set({ due_at: until, claimed_until: until })
      .where('id', '=', id)
      .where('sent_at', 'is', null)
      .where('failed_at', 'is', null)
      .where('due_at', '<=', now)
      .where('body', '<>', '')
      .returning(['id', 'kind', 'recipient', 'subject', 'body', 'created_at', 'attempts']),
)

/**
 * Makes a mail due at once that waits, or that was given up and has its text; false where there is
 * none, or somebody is just sending it.
 */
export async function hurryMail({ db, clock }: Context, id: string): Promise<boolean> {
  return (await hurried.first(db, { id, now: clock() })) !== undefined
}

const hurried = prepared(['id', 'now'], (db, { id, now }: Gaps<{ id: string; now: number }>) =>
  db
    .updateTable('outbox')
    .set({ due_at: now, failed_at: null })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('body', '<>', '')
    .where(({ or, eb }) => or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]))
    .returning('id'),
)

/**
 * Notes that a mail is away, and what the mail server said; its text, which holds a secret link, is
 * forgotten.
 */
export async function noteSent(
  { db, clock }: Context,
  { id }: ClaimedMail,
  answer: string,
): Promise<void> {
  await sent.all(db, { id, now: clock(), answer: storable(answer) })
}

const sent = prepared(
  ['id', 'now', 'answer'],
  (db, { id, now, answer }: Gaps<{ id: string; now: number; answer: string }>) =>
    db
      .updateTable('outbox')
      .set({ sent_at: now, answer, body: '', last_error: null, claimed_until: null })
      .where('id', '=', id),
)

/**
 * Notes that a mail could not be sent, and returns the milliseconds until it is tried again: from
 * 5 seconds, twice as long each time, up to an hour. It is given up (undefined) when it was refused
 * `forGood`, and after a week.
 */
export async function noteFailure(
  { db, clock }: Context,
  { id, kind, created_at, attempts }: ClaimedMail,
  { reason, forGood }: { reason: string; forGood: boolean },
): Promise<number | undefined> {
  const now = clock()
  const wait = Math.min(lastRetryMs, firstRetryMs * 2 ** attempts)
  const givenUp = forGood || now - created_at >= keepTryingMs
  await db
    .updateTable('outbox')
    .set({
      attempts: attempts + 1,
      last_error: storable(reason),
      due_at: now + wait,
      claimed_until: null,
      ...(givenUp ? { failed_at: now } : {}),
      ...(givenUp && !harmless.has(kind) ? { body: '' } : {}),
    })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('dropped_at', 'is', null)
    .execute()
  return givenUp ? undefined : wait
}

/** What a mail server says can be anything: in one line, without signs that a database refuses. */
function storable(said: string): string {
  return said
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, answerMaxLength)
    .toWellFormed()
}
