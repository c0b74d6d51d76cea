import { dayMs, hourMs, minuteMs, secondMs } from './clock.ts'
import type { Context } from './context.ts'
import type { Db } from './database.ts'
import { newId } from './id.ts'
import { type Gaps, prepared } from './prepared.ts'

/** A mail as text. */
export type Mail = { recipient: string; subject: string; body: string }

/** A mail that this process has taken on to send. */
export type ClaimedMail = Mail & { id: string; created_at: number; attempts: number }

/** Longer than any try to send takes; a mail whose process died is tried again after it. */
const claimMs = 10 * minuteMs

const firstRetryMs = 5 * secondMs
const lastRetryMs = hourMs
/** An invitation's link is good for as long (contract, section 2). */
const keepTryingMs = 7 * dayMs

/**
 * Puts a mail into the outbox, in the caller's transaction: it is sent after the commit, and only
 * if there is one.
 */
export async function postMail({ db, clock }: Context, mail: Mail): Promise<void> {
  await posted.all(db, { id: newId(), ...mail, now: clock() })
}

const posted = prepared(
  ['id', 'recipient', 'subject', 'body', 'now'],
  (db, { now, ...mail }: Gaps<Mail & { id: string; now: number }>) =>
    db.insertInto('outbox').values({ ...mail, created_at: now, due_at: now, attempts: 0 }),
)

/** How many mails are still to be sent, by this process or another. */
export async function countWaitingMail(db: Db): Promise<number> {
  const { waiting } = await db
    .selectFrom('outbox')
    .select((of) => of.fn.countAll<number>().as('waiting'))
    .where('sent_at', 'is', null)
    .where('body', '<>', '')
    .executeTakeFirstOrThrow()
  return waiting
}

/** The ids of the mails that are due, the longest waiting first. */
export async function findDueMail({ db, clock }: Context): Promise<string[]> {
  return (await due.all(db, { now: clock() })).map(({ id }) => id)
}

const due = prepared(['now'], (db, { now }: Gaps<{ now: number }>) =>
  db
    .selectFrom('outbox')
    .select('id')
    .where('sent_at', 'is', null)
    .where('due_at', '<=', now)
    .where('body', '<>', '')
    .orderBy('due_at')
    .limit(100),
)

/**
 * Takes a due mail on; undefined when another process was faster. The database decides: it is no
 * longer due for anybody else until the claim runs out.
 */
export function claimMail({ db, clock }: Context, id: string): Promise<ClaimedMail | undefined> {
  const now = clock()
  return claimed.first(db, { id, now, nextTry: now + claimMs })
}

const claimed = prepared(
  ['id', 'now', 'nextTry'],
  (db, { id, now, nextTry }: Gaps<{ id: string; now: number; nextTry: number }>) =>
    db
      .updateTable('outbox')
      .set({ due_at: nextTry })
      .where('id', '=', id)
      .where('sent_at', 'is', null)
      .where('due_at', '<=', now)
      .where('body', '<>', '')
      .returning(['id', 'recipient', 'subject', 'body', 'created_at', 'attempts']),
)

/** Notes that a mail is away; its text, which holds a secret link, is forgotten. */
export async function noteSent({ db, clock }: Context, { id }: ClaimedMail): Promise<void> {
  await sent.all(db, { id, now: clock() })
}

const sent = prepared(['id', 'now'], (db, { id, now }: Gaps<{ id: string; now: number }>) =>
  db.updateTable('outbox').set({ sent_at: now, body: '', last_error: null }).where('id', '=', id),
)

/**
 * Notes that a mail could not be sent, and returns the milliseconds until it is tried again: from
 * 5 seconds, twice as long each time, up to an hour. After a week it is given up (undefined).
 */
export async function noteFailure(
  { db, clock }: Context,
  { id, created_at, attempts }: ClaimedMail,
  reason: string,
): Promise<number | undefined> {
  const now = clock()
  const wait = Math.min(lastRetryMs, firstRetryMs * 2 ** attempts)
  const givenUp = now - created_at >= keepTryingMs
  await db
    .updateTable('outbox')
    .set({
      attempts: attempts + 1,
      last_error: reason.slice(0, 500),
      due_at: now + wait,
      ...(givenUp ? { body: '' } : {}),
    })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute()
  return givenUp ? undefined : wait
}
