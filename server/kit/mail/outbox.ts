import type { MailKind } from '#contract/kit/kinds/mail-kind.ts'
import { minuteMs } from '#contract/kit/time/durations.ts'
import type { Tx } from '#server/database/transaction.ts'
import type { Context } from '../context.ts'
import { newId } from '../id.ts'
import type { ClaimedMail } from './claimed-mail.ts'
import { type MailContent, serializeContent } from './message/content.ts'
import { dropFailed, dropForRemovedPeople, dropUnsent, insertMails } from './queries.ts'

/** A mail to send; `personId` is null if the recipient is not a person of the school. */
export type Mail = {
  kind: MailKind
  personId: string | null
  recipient: string
  content: MailContent
  /** The review, if the mail is about exactly one. */
  reviewId?: string | null
  /** The mail is not sent after this instant (ms since 1970); null for no limit. */
  goodUntil?: number | null
}

/** How long a claim lasts: longer than any try. If the process dies, the mail is tried after it. */
export const mailClaimMs = 10 * minuteMs

/** Adds a mail to the outbox; it is sent after the commit. */
export async function enqueueMail(context: Context<Tx>, mail: Mail): Promise<void> {
  await enqueueMails(context, [mail])
}

/** Adds several mails to the outbox and returns their rows, in order. */
export async function enqueueMails({ db, clock }: Context<Tx>, mails: Mail[]) {
  if (mails.length === 0) return []
  const now = clock()
  const rows = mails.map((mail) => ({ ...toRow(mail, now), due_at: now, claimed_until: null }))
  await insertMails(db, rows)
  return rows
}

/** Adds a mail that is already claimed: the caller sends it, another process after ten minutes. */
export async function enqueueClaimedMail(
  { db, clock }: Context<Tx>,
  mail: Mail,
): Promise<ClaimedMail> {
  const now = clock()
  const row = toRow(mail, now)
  await insertMails(db, [{ ...row, due_at: now + mailClaimMs, claimed_until: now + mailClaimMs }])
  return row
}

/** Adds a mail and drops unsent ones of the same kind to the same person. */
export async function replaceUnsentMail(context: Context<Tx>, mail: Mail & { personId: string }) {
  const { kind, personId } = mail
  await dropUnsent(context.db, { kind, personId, now: context.clock() })
  await enqueueMail(context, mail)
}

/** Drops the failed mails of a kind to a person, which are obsolete now. */
export function dropFailedMail(
  { db, clock }: Context<Tx>,
  kind: MailKind,
  personId: string,
): Promise<void> {
  return dropFailed(db, { kind, personId, now: clock() })
}

/** Drops the unsent mails to people who are removed, and unlinks their other mails from them. */
export function dropMailToRemovedPeople(
  { db, clock }: Context<Tx>,
  personIds: string[],
): Promise<void> {
  return dropForRemovedPeople(db, { ids: JSON.stringify(personIds), now: clock() })
}

/** Makes a mail that is not in the outbox, to be sent at once. */
export function makeUnqueuedMail({ clock }: Context, mail: Mail): ClaimedMail {
  return toRow(mail, clock())
}

function toRow(mail: Mail, now: number) {
  const { kind, personId, recipient, content, goodUntil = null, reviewId = null } = mail
  const { title: subject } = content
  const body = serializeContent(content)
  const about = { kind, person_id: personId, review_id: reviewId, recipient, subject, body }
  return { id: newId(), ...about, attempts: 0, created_at: now, good_until: goodUntil }
}
