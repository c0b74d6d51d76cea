import { forgotPassword } from '#contract/accounts/links/password-reset.ts'
import { hourMs } from '#contract/kit/time/durations.ts'
import { forgotPasswordLinkHours, forgotPasswordMailsPerHour } from '#contract/limits/accounts.ts'
import type { Role } from '#contract/roles.ts'
import { advisoryLock, type Tx } from '#server/database/transaction.ts'
import { attemptAll } from '#server/kit/attempt-all.ts'
import { skipAudit } from '#server/kit/call/audit.ts'
import { inTransactionThenNotify } from '#server/kit/call/change.ts'
import { clockSkewMs } from '#server/kit/clock.ts'
import type { AuditSource, Context } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import { replaceUnsentMail } from '#server/kit/mail/outbox.ts'
import * as people from '#server/people/actions.ts'
import { passwordResets } from '../link-queries.ts'
import { mayUsePassword } from '../may-use-password.ts'
import { canSignIn, makeResetLink } from './actions.ts'
import {
  claimResetRequest,
  countResetRequests,
  deleteResetRequestsOutside,
  insertResetRequest,
  readPendingResetRequests,
} from './forgot-password-queries.ts'
import { makeForgotPasswordMail } from './mail.ts'

/**
 * Stores a request for a password reset. `sendRequestedResets` looks the person up later, so that
 * the call does the same work and takes the same time for every email. More than three requests for
 * an email within an hour are silently dropped.
 */
export async function requestPasswordReset(
  context: Context<Tx>,
  role: Role,
  email: string,
): Promise<void> {
  const { db, clock, change } = context
  // Not audited: anyone can ask with any email. The link that may come of it is audited.
  skipAudit(context)
  await advisoryLock(db, 'forgotten passwords')
  const now = clock()
  const hour = { since: now - hourMs, until: now + clockSkewMs }
  await deleteResetRequestsOutside(db, hour)
  const { asks } = await countResetRequests(db, { role, email, ...hour })
  if (asks >= forgotPasswordMailsPerHour) return
  const { address = '', requestId: request_id = '' } = change ?? {}
  await insertResetRequest(db, { id: newId(), role, email, address, request_id, asked_at: now })
}

/**
 * Mails a reset link for each request of the last hour, one transaction each; run by one process.
 * Sends nothing to people who are unknown, blocked, not verified, or have a valid link from an
 * admin. An error with one request does not affect the others, and is thrown at the end.
 */
export async function sendRequestedResets(context: Context): Promise<void> {
  await attemptAll('not all password reset requests were handled', async (attempt) => {
    const since = context.clock() - hourMs
    for (const request of await readPendingResetRequests(context.db, { since })) {
      await attempt([request], () => handleRequest(context, request))
    }
  })
}

type ResetRequest = Awaited<ReturnType<typeof readPendingResetRequests>>[number]

async function handleRequest(
  context: Context,
  { id, role, email, address, request_id: requestId }: ResetRequest,
): Promise<void> {
  const { method, path } = forgotPassword[role]
  const change: AuditSource = {
    // The caller has not proven to be the person with this email.
    personId: null,
    call: `${method} ${path}`,
    address,
    requestId,
    auditEntries: 0,
    endedSessions: new Set(),
  }
  await inTransactionThenNotify({ ...context, change }, async (tx) => {
    if (await claimResetRequest(tx.db, { id, now: tx.clock() }))
      await sendRequestedReset(tx, role, email)
  })
}

async function sendRequestedReset(context: Context<Tx>, role: Role, email: string): Promise<void> {
  const found = await people.findPerson(context, role, { email })
  const person = found && (await people.lockPerson(context, found.id))
  // The email may have changed hands since it was looked up.
  if (person?.email !== email || !canSignIn(person)) return
  if (!(await mayUsePassword(context, person))) return
  // Anyone can send this request: it must not invalidate a link from an admin or the operator.
  const asked = { personId: person.id, now: context.clock() }
  if (await passwordResets.hasLinkFromAdmin(context.db, asked)) return
  const link = await makeResetLink(context, person, forgotPasswordLinkHours, { atLogin: true })
  await replaceUnsentMail(
    context,
    makeForgotPasswordMail(person, context.settings.schoolName, link),
  )
}
