import type { MailKind } from '#contract/kit/kinds/mail-kind.ts'
import { minuteMs } from '#contract/kit/time/time.ts'
import type { Tx } from '#server/database/transaction.ts'
import type { Context } from '../context.ts'
import { newId } from '../id.ts'
import type { ClaimedMail } from './delivery-loop.ts'
import { type MailContent, serializeContent } from './message/content.ts'
import { dropFailed, dropUnsent, insertMails } from './queries.ts'

/** A mail to be sent; `personId` is null where it is for nobody whom the school knows. */
export type Mail = {
  kind: MailKind
  personId: string | null
  recipient: string
  content: MailContent
  /** Which review it tells of, if it does of one alone. */
  reviewId?: string | null
  /** From then on (ms since 1970) it is not sent any more; one without it is of use whenever. */
  goodUntil?: number | null
}

/** Longer than any try to send takes; a mail whose process died is tried again after it. */
export const mailClaimMs = 10 * minuteMs

/** Puts a mail into the outbox: it is sent after the commit, and only if there is one. */
export async function enqueueMail(context: Context<Tx>, mail: Mail): Promise<void> {
  await enqueueMails(context, [mail])
}

/** The same of several; returns them as they stand there, the ids in order. */
export async function enqueueMails({ db, clock }: Context<Tx>, mails: Mail[]) {
  if (mails.length === 0) return []
  const now = clock()
  const rows = mails.map((mail) => ({ ...toRow(mail, now), due_at: now, claimed_until: null }))
  await insertMails(db, rows)
  return rows
}

/** The same, taken on already: the caller sends it, or after ten minutes another process. */
export async function enqueueClaimedMail(
  { db, clock }: Context<Tx>,
  mail: Mail,
): Promise<ClaimedMail> {
  const now = clock()
  const row = toRow(mail, now)
  await insertMails(db, [{ ...row, due_at: now + mailClaimMs, claimed_until: now + mailClaimMs }])
  return { ...row, attempts: 0 }
}

/** The same in the place of those of its kind to the same person that have not gone out. */
export async function replaceUnsentMail(context: Context<Tx>, mail: Mail & { personId: string }) {
  const { kind, personId } = mail
  await dropUnsent(context.db, { kind, personId, now: context.clock() })
  await enqueueMail(context, mail)
}

/** Lays the mails of a kind to a person aside that were given up: what they said is of no use now. */
export function dropFailedMail(
  { db, clock }: Context<Tx>,
  kind: MailKind,
  personId: string,
): Promise<void> {
  return dropFailed(db, { kind, personId, now: clock() })
}

/** A mail that is in no outbox, for whoever sends it at once. */
export function makeUnsentMail({ clock }: Context, mail: Mail): ClaimedMail {
  return { ...toRow(mail, clock()), attempts: 0 }
}

function toRow(mail: Mail, now: number) {
  const { kind, personId, recipient, content, goodUntil = null, reviewId = null } = mail
  const { title: subject } = content
  const body = serializeContent(content)
  const about = { kind, person_id: personId, review_id: reviewId, recipient, subject, body }
  return { id: newId(), ...about, created_at: now, good_until: goodUntil }
}
