import type { EndpointQuery } from '#contract/kit/endpoint.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import {
  type listMails as endpoint,
  type ListedMail,
  type MailState,
  mailRefusals,
} from '#contract/mails.ts'
import type { Role } from '#contract/roles.ts'
import * as accounts from '#server/accounts/actions.ts'
import { mapPage, type Page } from '#server/database/list/paginate.ts'
import { toSearchWords } from '#server/database/list/search.ts'
import type { Tx } from '#server/database/transaction.ts'
import { recordAudit, skipAudit } from '#server/kit/call/audit.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Session } from '#server/kit/call/session/session.ts'
import { type Context, inTransaction } from '#server/kit/context.ts'
import { defaultTryMs } from '#server/kit/mail/delivery/mail-transport.ts'
import { getRetryDelayMs } from '#server/kit/mail/delivery-failure.ts'
import { enqueueClaimedMail, mailClaimMs } from '#server/kit/mail/outbox.ts'
import { makeTestMail } from '#server/kit/mail/test-mail.ts'
import * as people from '#server/people/actions.ts'
import {
  countFailed,
  type MailRow,
  makeDueNow,
  readMail,
  readMails,
  readNewestMail,
  readUndeliveredCounts,
} from './queries.ts'

/** Lists mails without their texts, newest first. */
export async function listMails(
  { db, clock }: Context,
  { state, person, search, ...asked }: EndpointQuery<typeof endpoint>,
): Promise<Page<ListedMail>> {
  const now = clock()
  const page = await readMails[state ?? 'all'](db, { ...toSearchWords(search), person }, asked)
  return mapPage(page, (row) => toListedMail(row, now))
}

/** Counts the mails that could not be delivered. */
export const countFailedMails = ({ db }: Context) => countFailed(db)

export const countUndelivered = ({ db }: Context) => readUndeliveredCounts(db)

/**
 * Sends a mail again. If its text was kept, it becomes due at once; a mail with a link is replaced
 * by one with a fresh link, and the old link stops working. Returns the mail that goes out. Refuses
 * unknown and obsolete mails.
 */
export async function sendAgain(context: Context<Tx>, id: string): Promise<ListedMail> {
  const row = await readMail(context.db, { id })
  if (!row) throw new Refused(mailRefusals.unknownMail)
  if (hasText(row)) {
    await sendSoon(context, row)
    return getMail(context, id)
  }
  const link = linkToRenew(row)
  if (!link) throw new Refused(mailRefusals.cannotSendAgain)
  await accounts.resendLink(context, link)
  const fresh = await readNewestMail(context.db, { kind: link.kind, personId: link.id })
  const { recipient } = row
  await recordAudit(context, { kind: 'mails', id: fresh.id, after: { kind: link.kind, recipient } })
  return toListedMail(fresh, context.clock())
}

/** Does nothing if the mail is just being sent. */
async function sendSoon(context: Context<Tx>, { id, due_at }: MailRow): Promise<void> {
  const now = context.clock()
  const isDue = await makeDueNow(context.db, { id, now })
  if (!isDue) return skipAudit(context)
  const after = { due_at: now }
  await recordAudit(context, { kind: 'mails', id, before: { due_at }, after })
}

/**
 * Sends a test mail, to the calling admin by default. Returns its id when the mail server has
 * answered, or after the time that a call can wait.
 */
export async function sendTestMail(
  context: Context,
  { personId }: Session<'admin'>,
  to = '',
): Promise<string> {
  const mail = await inTransaction(context, async (tx) => {
    const asking = await people.findPerson(tx, 'admin', { id: personId })
    const recipient = to || (asking?.email ?? '')
    const posted = await enqueueClaimedMail(tx, makeTestMail(recipient, tx.settings))
    await recordAudit(tx, { kind: 'mails', id: posted.id, after: { kind: 'test', recipient } })
    return posted
  })
  await context.deliveryLoop?.sendNow(mail)
  return mail.id
}

/** Returns one mail of the list. Refuses an unknown id. */
export async function getMail({ db, clock }: Context, id: string): Promise<ListedMail> {
  const row = await readMail(db, { id })
  if (!row) throw new Refused(mailRefusals.unknownMail)
  return toListedMail(row, clock())
}

function getState({ sent_at, dropped_at, failed_at }: MailRow): MailState {
  if (sent_at !== null) return 'sent'
  if (dropped_at !== null) return 'dropped'
  return failed_at === null ? 'waiting' : 'failed'
}

const hasText = ({ has_text }: MailRow) => has_text === 1

type Link = { kind: 'invitation' | 'password-reset'; role: Role; id: string }

/** The kind of link in a mail, if a fresh one would still be of use. */
function linkToRenew(row: MailRow): Link | undefined {
  const { kind, person_id: id, role, verified_at, blocked_at } = row
  if (role === null || id === null || getState(row) === 'dropped') return undefined
  const isVerified = verified_at !== null
  if (kind === 'invitation' && !isVerified) return { kind, role, id }
  if (kind === 'password-reset' && isVerified && blocked_at === null) return { kind, role, id }
  return undefined
}

function toListedMail(row: MailRow, now: number): ListedMail {
  const state = getState(row)
  const { sent_at, failed_at, dropped_at, due_at, claimed_until, person_id, name, role } = row
  const endedAt = { waiting: null, sent: sent_at, failed: failed_at, dropped: dropped_at }[state]
  const isBeingTried = claimed_until !== null && claimed_until > now
  return {
    _id: row.id,
    kind: row.kind,
    subject: row.subject,
    to: row.recipient,
    state,
    // Failed tries, plus the one that succeeded.
    tries: row.attempts + (state === 'sent' ? 1 : 0),
    person:
      person_id !== null && name !== null && role !== null ? { _id: person_id, name, role } : null,
    at: toIsoInstant(row.created_at),
    endedAt: endedAt === null ? null : toIsoInstant(endedAt),
    nextTryBy: isBeingTried
      ? toIsoInstant(claimed_until - mailClaimMs + defaultTryMs + getRetryDelayMs(row))
      : null,
    nextTryAt: state !== 'waiting' || isBeingTried ? null : toIsoInstant(due_at),
    answer: (state === 'sent' ? row.answer : row.last_error) || null,
    canSendAgain: hasText(row) || linkToRenew(row) !== undefined,
  }
}
