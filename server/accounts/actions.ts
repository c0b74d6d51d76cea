import { accountRefusals, type BlockAction } from '#contract/accounts.ts'
import type { AddableRole } from '#contract/roles.ts'
import { Refused } from '#server/kit/call/refused.ts'
import { endSessionsOf } from '#server/kit/call/session.ts'
import { note, tracked } from '#server/kit/call/trail.ts'
import { type Context, inTransaction } from '#server/kit/context.ts'
import { dropFailedMail } from '#server/kit/mail/outbox.ts'
import * as people from '#server/people/actions.ts'
import { assignWaitingReviews } from '#server/reviews/actions.ts'
import { invite } from './invitations/actions.ts'
import { hashNewPassword } from './new-password.ts'
import { sendPasswordReset } from './recovery/actions.ts'
import { deleteResetOf } from './recovery/queries.ts'

/**
 * Adds a person, invites them by mail, and returns the link. Refuses an email that is in use
 * (contract, section 2).
 */
export function addPerson(
  context: Context,
  role: AddableRole,
  { name, email }: { name: string; email: string },
): Promise<string> {
  return inTransaction(context, async (tx) => {
    const person = await people.createPerson(tx, { role, name, email })
    return invite(tx, { ...person, role })
  })
}

/**
 * Blocks a person, which ends all their sessions and the link to a new password, or unblocks them. Somebody who is not verified
 * is not blocked but invited anew: then it returns the link, else undefined. The older invitation
 * dies, with the password that was set through it. Refuses an unknown person (contract, section 2).
 */
export async function blockOrUnblock(
  context: Context,
  role: AddableRole,
  { id, action }: { id: string; action: BlockAction },
): Promise<string | undefined> {
  const inviteUrl = await inTransaction(context, async (tx) => {
    const { invited, person } = await tracked(tx, { kind: 'people', id }, async () => {
      const invited = await people.setInvitedPassword(tx, role, id, null)
      const person = invited ?? (await people.setBlocked(tx, role, id, action === 'block'))
      return { invited, person }
    })
    if (invited) {
      await note(tx, { kind: 'people', id, after: { invitation: 'mailed' } })
      return invite(tx, { ...invited, role })
    }
    if (!person) throw new Refused(accountRefusals.unknownUser)
    if (person.isBlocked) {
      await deleteResetOf(tx.db, id)
      await dropFailedMail(tx, 'password-reset', id)
      await endSessionsOf(tx, id)
    } else if (role === 'advisor') await assignWaitingReviews(tx, id)
    return undefined
  })
  if (action === 'block' && inviteUrl === undefined) context.live.end({ personId: id })
  return inviteUrl
}

/**
 * Mails a person a fresh link in the place of an older one, which dies. Refuses an unknown person,
 * and one who has no use for it. Call it within a transaction.
 */
export async function mailFreshLink(
  context: Context,
  { kind, role, id }: { kind: 'invitation' | 'password-reset'; role: AddableRole; id: string },
): Promise<void> {
  if (kind === 'password-reset') return sendPasswordReset(context, role, id)
  const invited = await tracked(context, { kind: 'people', id }, () =>
    people.setInvitedPassword(context, role, id, null),
  )
  if (!invited) throw new Refused(accountRefusals.unknownUser)
  await invite(context, { ...invited, role })
}

/**
 * Adds the first admin, who can sign in at once; does nothing once there is anybody. Refuses one
 * of the most used passwords.
 */
export async function ensureFirstAdmin(
  context: Context,
  { email, password }: { email: string; password: string },
): Promise<void> {
  if (await people.hasPeople(context)) return
  const hash = await hashNewPassword(context, password)
  try {
    await people.createPerson(context, { role: 'admin', name: 'Admin', email }, hash)
  } catch (error) {
    // Another process that started at the same moment was quicker.
    if (error instanceof Refused && error.refusal === accountRefusals.emailTaken) return
    throw error
  }
}
