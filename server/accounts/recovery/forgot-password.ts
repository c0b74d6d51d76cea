import { forgotPassword } from '#contract/accounts/links/recovery.ts'
import { hourMs } from '#contract/kit/time/time.ts'
import { forgottenLinkHours, forgottenPerHour } from '#contract/limits/accounts.ts'
import type { Role } from '#contract/roles.ts'
import { advisoryLock, type Tx } from '#server/database/transaction.ts'
import { skipAudit } from '#server/kit/call/audit.ts'
import { inTransactionThenNotify } from '#server/kit/call/change.ts'
import { clockSkewMs } from '#server/kit/clock.ts'
import type { Change, Context } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import { replaceUnsentMail } from '#server/kit/mail/outbox.ts'
import * as people from '#server/people/actions.ts'
import { passwordResets } from '../link-queries.ts'
import { canSignIn, makeResetLink } from './actions.ts'
import {
  claimResetRequest,
  countResetRequests,
  deleteResetRequestsOutside,
  insertResetRequest,
  readPendingResetRequests,
} from './forgot-password-queries.ts'
import { forgotPasswordMail } from './mail.ts'

/**
 * Keeps that somebody has forgotten the password of the account with this email. Whose it is, if
 * anybody's, is looked up later, by `sendRequestedResets`: so the call does the same for every email, and
 * takes the same time. More than three of an email within an hour are let fall, in silence.
 */
export async function requestPasswordReset(
  context: Context<Tx>,
  role: Role,
  email: string,
): Promise<void> {
  const { db, clock, change } = context
  // Only what becomes of it is the school's own record: anyone can ask with any email.
  skipAudit(context)
  await advisoryLock(db, 'forgotten passwords')
  const now = clock()
  const hour = { since: now - hourMs, until: now + clockSkewMs }
  await deleteResetRequestsOutside(db, hour)
  const { asks } = await countResetRequests(db, { role, email, ...hour })
  if (asks >= forgottenPerHour) return
  const { address = '', requestId: request_id = '' } = change ?? {}
  await insertResetRequest(db, { id: newId(), role, email, address, request_id, asked_at: now })
}

/**
 * Mails a link to a new password to all who have asked for one since this was done last, each with
 * one transaction, by one process. Who is not known, is blocked or has not completed the profile
 * gets nothing, nor does who has a good link from the school.
 */
export async function sendRequestedResets(context: Context): Promise<void> {
  for (const ask of await readPendingResetRequests(context.db)) {
    const { id, role, email, address, request_id: requestId } = ask
    const { method, path } = forgotPassword[role]
    const change: Change = {
      // Whoever asked has not shown to be the one with this email.
      ...{ personId: null, call: `${method} ${path}`, address, requestId },
      ...{ auditEntries: 0, endedSessions: new Set() },
    }
    await inTransactionThenNotify({ ...context, change }, async (tx) => {
      if (await claimResetRequest(tx.db, { id, now: tx.clock() }))
        await sendRequestedReset(tx, role, email)
    })
  }
}

async function sendRequestedReset(context: Context<Tx>, role: Role, email: string): Promise<void> {
  const found = await people.findPerson(context, role, { email })
  const person = found && (await people.lockPerson(context, found.id))
  // While they were looked up the email may have become another's.
  if (person?.email !== email || !canSignIn(person)) return
  // Anybody can ask: that must not kill the link that an admin, or whoever runs the server, has made.
  const asked = { personId: person.id, now: context.clock() }
  if (await passwordResets.hasLinkFromAdmin(context.db, asked)) return
  const link = await makeResetLink(context, person, forgottenLinkHours, { atLogin: true })
  await replaceUnsentMail(context, forgotPasswordMail(person, context.settings.schoolName, link))
}
