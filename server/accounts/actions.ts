import { accountRefusals, type BlockRequest } from '#contract/accounts/accounts.ts'
import { studentBlockedReason } from '#contract/reviews/scheduling/cancellation.ts'
import type { Role } from '#contract/roles.ts'
import {
  getLossOfAllSlots,
  lockForRebooking,
  rebookAffectedReviews,
} from '#server/availability/rebooking/rebook-affected-reviews.ts'
import { advisoryLock, type Tx } from '#server/database/transaction.ts'
import { audited, recordAudit } from '#server/kit/call/audit.ts'
import { Refused } from '#server/kit/call/refused.ts'
import { endApiTokens } from '#server/kit/call/session/api-token.ts'
import { endPersonSessions } from '#server/kit/call/session/session.ts'
import type { Context } from '#server/kit/context.ts'
import { dropFailedMail } from '#server/kit/mail/outbox.ts'
import * as people from '#server/people/actions.ts'
import { hasOtherAdmin, setBlocked } from '#server/people/block.ts'
import { publishUpdatedToWebhooks } from '#server/people/events/people-webhooks.ts'
import { setInvitedPassword } from '#server/people/join.ts'
import { assignUnassignedReviews } from '#server/reviews/actions.ts'
import { cancelBookingsOfStudent } from '#server/reviews/booking/cancel-booking.ts'
import { deleteUnconfirmedChange } from './email/queries.ts'
import { invite } from './invitations/actions.ts'
import { passwordResets } from './link-queries.ts'
import { sendPasswordReset } from './recovery/actions.ts'

/**
 * Adds a person, mails them an invitation, and returns its link. Refuses an email that is in use
 * (contract, section 2), and a domain that is unknown (400) or archived (409).
 */
export async function addPerson(
  context: Context<Tx>,
  role: Role,
  { name, email, domain }: { name: string; email: string; domain?: string | undefined },
): Promise<string> {
  const person = await people.createPerson(context, { role, name, email, domain })
  return invite(context, { ...person, role })
}

/**
 * Blocks or unblocks a person. Blocking ends all sessions and API tokens, invalidates a password
 * reset link and an unconfirmed change of the email, frees the slot of a blocked student, and takes
 * a blocked reviewer's slots from reviews that have not begun (contract, section 9). Someone who is
 * not verified is never blocked: they get a new invitation, which replaces the old one and the
 * password set through it, and its link is returned. Refuses an unknown person (contract, section
 * 2), the last admin who can sign in, and with `unverifiedOnly` a person who has joined (409).
 */
export async function blockOrUnblock(
  context: Context<Tx>,
  role: Role,
  { id, action, unverifiedOnly = false }: BlockRequest,
): Promise<string | undefined> {
  if (role === 'reviewer') await lockForRebooking(context)
  if (role === 'admin' && action === 'block') await refuseLastAdmin(context, id)
  const { invited, person } = await audited(context, { kind: 'people', id }, async () => {
    const invited = await setInvitedPassword(context, role, id, null)
    if (!invited && unverifiedOnly) throw new Refused(await whyNotInvited(context, role, id))
    const person = invited ?? (await setBlocked(context, role, id, action === 'block'))
    return { invited, person }
  })
  if (invited) {
    await recordAudit(context, { kind: 'people', id, after: { invitation: 'mailed' } })
    return invite(context, { ...invited, role })
  }
  if (!person) throw new Refused(accountRefusals.unknownUser)
  if (person.blocked_at !== null) {
    await passwordResets.remove(context.db, { personId: id })
    await deleteUnconfirmedChange(context.db, { personId: id })
    await dropFailedMail(context, 'password-reset', id)
    await endPersonSessions(context, id)
    await endApiTokens(context, id)
    context.live.end({ personId: id })
    if (role === 'student') await cancelBookingsOfStudent(context, id, studentBlockedReason)
    if (role === 'reviewer')
      await rebookAffectedReviews(context, { role: 'admin', personId: '' }, getLossOfAllSlots(id))
    await publishUpdatedToWebhooks(context, 'person.blocked', [id])
  } else {
    if (role === 'advisor') await assignUnassignedReviews(context, id)
    await publishUpdatedToWebhooks(context, 'person.unblocked', [id])
  }
  return undefined
}

/** Why a person who is not awaiting an invitation gets none. */
async function whyNotInvited(context: Context<Tx>, role: Role, id: string) {
  const { joined, unknownUser } = accountRefusals
  return (await people.findPerson(context, role, { id })) ? joined : unknownUser
}

/** Refuses the last admin who can sign in. Two admins who block each other wait for each other. */
async function refuseLastAdmin(context: Context<Tx>, id: string): Promise<void> {
  await advisoryLock(context.db, 'admins')
  if (!(await hasOtherAdmin(context, id))) throw new Refused(accountRefusals.lastAdmin)
}

/**
 * Mails a new invitation or password reset link, which replaces the old one. Refuses an unknown
 * person, and one the link would be of no use to.
 */
export async function resendLink(
  context: Context<Tx>,
  { kind, role, id }: { kind: 'invitation' | 'password-reset'; role: Role; id: string },
): Promise<void> {
  if (kind === 'password-reset') return sendPasswordReset(context, role, id)
  const invited = await audited(context, { kind: 'people', id }, () =>
    setInvitedPassword(context, role, id, null),
  )
  if (!invited) throw new Refused(accountRefusals.unknownUser)
  await invite(context, { ...invited, role })
}
